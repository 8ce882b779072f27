import { err, ok, type Result } from '../../shared/result.ts';
import { describeFaults, formatPath } from './input-faults.ts';
import type { Tool } from './tool.ts';

const AROUND = 30;
const MAX_DEPTH = 64;
const NUL = 'holds a NUL character (\\u0000), which no tool takes';

/** The checked input of a call, or what is wrong with it. A call without any text is one without arguments. */
export function parseArguments(tool: Tool, text: string): Result<unknown, string> {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch (failure) {
    return err(`The arguments of ${tool.name} are not valid JSON${whereFailed(text, failure)}. Nothing was done; send the call again.`);
  }
  const fault = placeOfFault(value);
  if (fault !== undefined) return err(`The arguments of ${tool.name} do not fit:\n- ${fault}`);
  const parsed = tool.input.safeParse(value, { reportInput: true });
  if (parsed.success) return ok(parsed.data);
  return err(`The arguments of ${tool.name} do not fit:\n${describeFaults(parsed.error, tool.parameters)}`);
}

/** The first text with a NUL, which neither commands nor paths nor patterns can hold, or what is nested deeper than any tool asks for. */
function placeOfFault(value: unknown, path: readonly PropertyKey[] = []): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? `${formatPath(path)}: ${NUL}` : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length > MAX_DEPTH) return `they are nested more than ${MAX_DEPTH} deep, which no tool takes`;
  for (const [key, part] of Object.entries(value)) {
    const found = placeOfFault(part, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function whereFailed(text: string, failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  if (/end of JSON|unterminated/i.test(message)) return `: they end too early, after ${JSON.stringify(text.slice(-AROUND))}`;
  return `: ${message.replace(/ is not valid JSON$/, '')}`;
}

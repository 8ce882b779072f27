import { err, ok, type Result } from '../../shared/result.ts';
import { describeFaults } from './input-faults.ts';
import type { Tool } from './tool.ts';

const AROUND = 30;

/** The checked input of a call, or what is wrong with it. A call without any text is one without arguments. */
export function parseArguments(tool: Tool, text: string): Result<unknown, string> {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch (failure) {
    return err(`The arguments of ${tool.name} are not valid JSON${whereFailed(text, failure)}. Nothing was done; send the call again.`);
  }
  const parsed = tool.input.safeParse(value, { reportInput: true });
  if (parsed.success) return ok(parsed.data);
  return err(`The arguments of ${tool.name} do not fit:\n${describeFaults(parsed.error, tool.parameters)}`);
}

function whereFailed(text: string, failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  if (/end of JSON|unterminated/i.test(message)) return `: they end too early, after ${JSON.stringify(text.slice(-AROUND))}`;
  return `: ${message.replace(/ is not valid JSON$/, '')}`;
}

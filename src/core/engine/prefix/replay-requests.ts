import { hashOf, type MessagePrint, type Prints } from '../../providers/sent/fingerprint.ts';
import type { RequestLine, SentLine } from '../../store/request-lines.ts';

/** What the last request to one model consisted of. `messages` changes with each that follows. */
export interface Lane {
  readonly sent: number;
  readonly head: Omit<Prints, 'messages'>;
  /** JSON of the parameters. */
  readonly params: string;
  readonly messages: MessagePrint[];
}

export interface Replayed {
  readonly line: SentLine;
  /** Undefined when it builds on a line that could not be read. */
  readonly lane: Lane | undefined;
}

/** Goes through the requests of one file and gives for each what it consisted of, and in the end what the last one to each model did. */
export function* replayRequests(lines: readonly RequestLine[]): Generator<Replayed, ReadonlyMap<string, Lane>> {
  const lanes = new Map<string, Lane>();
  for (const line of lines) {
    if (!('sent' in line)) continue;
    const lane = follow(line, lanes.get(line.model));
    if (lane) lanes.set(line.model, lane);
    else lanes.delete(line.model);
    yield { line, lane };
  }
  return lanes;
}

const NOTHING = { hash: hashOf(''), bytes: 0 };

function follow(line: SentLine, last: Lane | undefined): Lane | undefined {
  if (line.from !== undefined && (line.from !== last?.sent || line.kept > last.messages.length)) return undefined;
  const before = line.from === undefined ? undefined : last;
  const params = line.params ?? before?.params;
  if (params === undefined || (!before && line.kept > 0)) return undefined;
  const messages = before?.messages ?? [];
  messages.length = line.kept;
  for (const [role, hash, bytes, weight] of line.messages)
    messages.push({ role, hash, bytes, ...(weight === undefined ? {} : { weight }) });
  const head = {
    params: { hash: hashOf(params), bytes: Buffer.byteLength(params) },
    tools: line.tools ?? before?.head.tools ?? NOTHING,
    system: line.system ?? before?.head.system ?? NOTHING,
  };
  return { sent: line.sent, head, params, messages };
}

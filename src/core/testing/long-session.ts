import type { KeptEvent } from '../../shared/events.ts';
import { callIdSchema, messageIdSchema, sessionIdSchema, turnIdSchema } from '../../shared/ids.ts';
import type { AssistantBlock } from '../../shared/messages.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { createNodePorts } from '../lib/node-ports.ts';
import { createSessionStore } from '../store/session-store.ts';

export interface LongSession {
  /** For `STEINER_HOME`. */
  readonly home: string;
  readonly project: string;
  readonly title: string;
  /** As `provider/id`. */
  readonly model: string;
  /** At least that many items in the transcript. */
  readonly items: number;
}

/** Items that one turn adds: prompt, two answers, five calls, the end. */
const ITEMS_PER_TURN = 9;

/** Writes a session of many turns into the store of a home folder, as a project's work of weeks would leave it. */
export async function writeLongSession({ home, project, title, model, items }: LongSession): Promise<void> {
  const ports = await createNodePorts({ vars: { STEINER_HOME: home } });
  const id = sessionIdSchema.parse(ports.ids.hex(16));
  const created = await createSessionStore(ports).create({ id, project, title, model });
  if (!created.ok) throw new Error(created.error.message);
  const turns = Array.from({ length: Math.ceil(items / ITEMS_PER_TURN) }, (_, index) => turnEvents(index, model));
  const events: KeptEvent[] = [{ type: 'session.start', session: id, project, title, model }, ...turns.flat()];
  const kept = await Promise.all(events.map((event) => created.value.append(event)));
  await created.value.close();
  const failed = kept.find((outcome) => !outcome.ok);
  if (failed && !failed.ok) throw new Error(failed.error.message);
}

function turnEvents(index: number, model: string): readonly KeptEvent[] {
  const turn = turnIdSchema.parse(`t${index}`);
  const calls = Array.from({ length: 5 }, (_, call) => callEvents(index, call));
  const ask: AssistantBlock[] = [{ type: 'text', text: `Looking at part ${index} of the work.` }, ...calls.map(({ block }) => block)];
  return [
    { type: 'turn.start', turn, model },
    { type: 'message.end', message: { role: 'user', id: messageIdSchema.parse(`u${index}`), origin: 'prompt', text: `Prompt ${index}` } },
    answer(`a${index}`, model, ask),
    ...calls.flatMap(({ events }) => events),
    answer(`b${index}`, model, [{ type: 'text', text: report(index) }]),
    { type: 'turn.end', turn, stop: 'complete', rounds: 2, usage: NO_USAGE, duration: 900, files: [] },
  ];
}

function answer(id: string, model: string, blocks: AssistantBlock[]): KeptEvent {
  const stop = blocks.length > 1 ? 'tool_calls' : 'complete';
  return { type: 'message.end', message: { role: 'assistant', id: messageIdSchema.parse(id), model, blocks, stop } };
}

function callEvents(turn: number, index: number): { readonly block: AssistantBlock; readonly events: readonly KeptEvent[] } {
  const call = callIdSchema.parse(`c${turn}-${index}`);
  const [name, path] = ['read', `src/part-${turn}/file-${index}.ts`];
  const detail = { kind: 'read', path, startLine: 1, endLine: 40, totalLines: 40 } as const;
  return {
    block: { type: 'tool_call', id: call, name, arguments: JSON.stringify({ path }) },
    events: [
      { type: 'tool.start', call, name },
      { type: 'tool.end', call, name, text: `export const part = ${turn};\n`.repeat(40), isError: false, detail, duration: 3 },
    ],
  };
}

function report(index: number): string {
  return [
    `Part ${index} is **done**:`,
    '',
    '- read five files',
    '- changed `nothing`',
    '',
    '```ts',
    `export const part = ${index};`,
    '```',
  ].join('\n');
}

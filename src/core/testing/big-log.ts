import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SessionId } from '../../shared/ids.ts';
import { sessionFiles } from '../store/paths.ts';

export interface BigLog {
  /** The state folder. */
  readonly state: string;
  readonly project: string;
  readonly id: SessionId;
  readonly title: string;
  readonly model: string;
  readonly megabytes: number;
  readonly entries: number;
  /** A compaction after so many megabytes, as a model's window asks for; 0 is none at all. */
  readonly generation: number;
  /** One turn that calls a tool again and again and says nothing. Default false. */
  readonly wordless?: boolean;
}

const ROUND = 10;
/** Of a round so many entries are results, which are as long as the whole log asks for; what an entry has around its text is about as long in each. */
const RESULTS = 6;
const FRAME = 200;

/** Writes the log of a long session as it would have grown: turns of six calls each, and compactions. Resolves with its path. */
export async function writeBigLog(of: BigLog): Promise<string> {
  const { log: path } = sessionFiles(of.state, of.project, of.id);
  await mkdir(dirname(path), { recursive: true });
  const { id, project, title, model, entries } = of;
  const header = json({ schema: 1, id, project, title, model, time: 1 });
  const start = entry(1, 'session.start', { session: id, project, title, model, mode: 'build' });
  await writeFile(
    path,
    header + start + Array.from({ length: entries - 1 }, (_, index) => (of.wordless ? wordlessLine : lineOf)(index + 2, of)).join(''),
  );
  return path;
}

function lineOf(index: number, of: BigLog): string {
  const turn = Math.ceil(index / ROUND) * ROUND;
  const line = `Line ${index} of what a tool said. `;
  const room = ((of.megabytes * 1_000_000) / of.entries - FRAME) * (ROUND / RESULTS);
  const text = line.repeat(Math.max(1, Math.ceil(room / line.length)));
  switch (index % ROUND) {
    case 1:
      return entry(index, 'turn.start', { turn: `t${turn}`, model: of.model });
    case 2:
      return entry(index, 'message.end', { message: { role: 'user', id: `u${index}`, origin: 'prompt', text: `Prompt ${index}` } });
    case 3:
      return entry(index, 'message.end', { message: callingMessage(index, of) });
    case 0:
      return ending(index, turn, of);
    default:
      return entry(index, 'tool.end', { call: `c${index}`, name: 'bash', text, isError: false, duration: 1 });
  }
}

function wordlessLine(index: number, { model }: BigLog): string {
  if (index === 2) return entry(index, 'turn.start', { turn: 't2', model });
  if (index === 3) return entry(index, 'message.end', { message: { role: 'user', id: 'u3', origin: 'prompt', text: 'Go on and on' } });
  if (index % 2 === 1) return entry(index, 'tool.end', { call: `c${index}`, name: 'bash', text: `${index}`, isError: false, duration: 1 });
  const blocks = [{ type: 'tool_call', id: `c${index + 1}`, name: 'bash', arguments: `{"command":"echo ${index + 1}"}` }];
  return entry(index, 'message.end', { message: { role: 'assistant', id: `m${index}`, model, blocks, stop: 'tool_calls' } });
}

function callingMessage(index: number, { model, title }: BigLog): object {
  const blocks = [1, 2, 3, 4, 5, 6].map((step) => ({
    type: 'tool_call',
    id: `c${index + step}`,
    name: 'bash',
    arguments: '{"command":"ls"}',
  }));
  return {
    role: 'assistant',
    id: `m${index}`,
    model,
    blocks: [{ type: 'text', text: `Part ${index} of ${title}.` }, ...blocks],
    stop: 'tool_calls',
  };
}

/** The end of a turn; where a generation is full a compaction stands in its place, and the turn is ended with it. */
function ending(index: number, turn: number, { entries, megabytes, generation }: BigLog): string {
  const every = generation === 0 ? 0 : Math.max(1, Math.round((entries * generation) / megabytes / ROUND)) * ROUND;
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const end = entry(index, 'turn.end', { turn: `t${turn}`, stop: 'complete', rounds: 1, usage, duration: 1, files: [] });
  if (every === 0 || index % every !== 0) return end;
  const summary = { role: 'user', id: `s${index}`, origin: 'notice', text: 'What was done so far, in short.' };
  const sizes = { before: 100, after: 10, dropped: { prompts: 1, answers: 1, results: 6 }, duration: 1 };
  const facts = { generation: index / every, cause: 'automatic', stage: 'normal', source: 'model', first: `u${index - 8}`, kept: [] };
  return end + entry(index, 'compaction.end', { summary, ...sizes, ...facts });
}

function entry(index: number, type: string, data: object): string {
  return json({ id: String(index), parent: index === 1 ? null : String(index - 1), time: 1_700_000_000_000 + index, type, data });
}

function json(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

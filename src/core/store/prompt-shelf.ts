import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { givenAttachmentsSchema, type Spoken } from '../../shared/attachments.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import { appendLine } from '../lib/append-line.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import type { Ports } from '../lib/ports.ts';
import { unwritable } from './fs-problem.ts';
import { projectFolder } from './paths.ts';

/** What a person wrote in a project: prompts that were sent, and what was put aside unsent. */
export interface PromptShelf {
  /** Never rejects: a history that cannot be written is no reason to stop. */
  add(text: string): Promise<void>;
  /** Last sent first, each text once. */
  history(): Promise<readonly string[]>;
  /** How many are put aside now. */
  stash(spoken: Spoken): Promise<Result<number, Problem>>;
  /** Takes back what was put aside last: it goes once `keep` has it elsewhere. */
  unstash(keep: (spoken: Spoken) => Promise<Result<null, Problem>>): Promise<Result<Unstashed, Problem>>;
  stashed(): Promise<number>;
}

export interface Unstashed {
  /** Undefined when nothing was put aside. */
  readonly spoken: Spoken | undefined;
  readonly left: number;
}

/** Longer texts were pasted, and are not recalled. */
const LONGEST = 32 * 1024;
const MOST = 500;
/** The history is read from its end: so many bytes hold more prompts than are given. */
const TAIL_BYTES = 512 * 1024;

const lineSchema = z.object({ text: z.string() });
/** Earlier builds kept the text alone; so is what has nothing beside it. */
const stashSchema = z.array(z.union([z.string(), z.object({ text: z.string(), attachments: givenAttachmentsSchema })]));

/**
 * The history is only ever appended to, one JSON line at a time in append mode, so that several processes can write it at once; a line that was cut
 * is passed over. The stash is one small file.
 */
export function createPromptShelf({ paths, clock, logger }: Pick<Ports, 'paths' | 'clock' | 'logger'>, project: string): PromptShelf {
  const folder = projectFolder(paths.state, project);
  const historyFile = join(folder, 'prompts.jsonl');
  const stashFile = join(folder, 'stash.json');
  const queue = new SerialQueue();

  async function stashed(): Promise<readonly Spoken[]> {
    const text = await readFile(stashFile, 'utf8').catch(() => '[]');
    const kept = stashSchema.safeParse(parse(text)).data ?? [];
    return kept.map((one) => (typeof one === 'string' ? { text: one, attachments: [] } : one));
  }

  async function keepAll(all: readonly Spoken[]): Promise<Result<number, Problem>> {
    try {
      await writeAtomic(stashFile, JSON.stringify(all.map((one) => (one.attachments.length === 0 ? one.text : one))));
      return ok(all.length);
    } catch (failure) {
      return err(unwritable(failure, 'The prompt could not be put aside'));
    }
  }

  return {
    add: (text) =>
      queue.run(async () => {
        if (text.trim() === '' || text.length > LONGEST) return;
        try {
          await appendLine(historyFile, JSON.stringify({ time: clock.now(), text }), { sync: true });
        } catch (failure) {
          logger.log('warn', 'a prompt could not be added to the history', { error: String(failure) });
        }
      }),
    history: async () => {
      const lines = (await tailOf(historyFile)).split('\n').reverse();
      const texts = lines.flatMap((line) => lineSchema.safeParse(parse(line)).data?.text ?? []);
      return [...new Set(texts)].slice(0, MOST);
    },
    stash: (spoken) => queue.run(async () => keepAll([...(await stashed()), spoken])),
    unstash: (keep) =>
      queue.run(async () => {
        const all = await stashed();
        const spoken = all.at(-1);
        if (spoken === undefined) return ok({ spoken, left: 0 });
        const kept = await keep(spoken);
        if (!kept.ok) return kept;
        const left = await keepAll(all.slice(0, -1));
        return left.ok ? ok({ spoken, left: left.value }) : left;
      }),
    stashed: async () => (await stashed()).length,
  };
}

async function tailOf(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const length = Math.min(size, TAIL_BYTES);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      return buffer.toString('utf8');
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

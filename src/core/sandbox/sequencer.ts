import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { forced } from './forced.ts';
import { parseGitConfig } from './git-config.ts';
import { kindOf, readable } from './git-kinds.ts';
import { type Place, placeAt, rewrite, whileHeld, within } from './held.ts';
import { readPlain } from './read-plain.ts';

/** What a rebase, cherry-pick or revert that waits in a git folder would start when somebody goes on with it. */
export interface Waiting {
  readonly git: string;
  /** `exec` lines of the list of a rebase, as they stand. */
  readonly lines: readonly string[];
}

const EXEC = /^[ \t]*(exec|x)([ \t\r]|$)/;
/** A strategy is the name of a program of git, or a path to one. */
const STRATEGIES = new Set(['resolve', 'recursive', 'octopus', 'ours', 'subtree', 'ort']);

/** As it is before a command. Synchronous, and one look where nothing waits. */
export function waitingIn(git: string): Waiting {
  const file = todoFile(git);
  return { git, lines: kindOf(file) === 'file' ? linesOf(file).filter((line) => EXEC.test(line)) : [] };
}

/**
 * Takes out what a command left there to be started by `git rebase --continue` and the like outside the sandbox: `exec` lines that were
 * not there before, and strategies that are not git's own. Returns the files that were changed.
 */
export function quietSequencer({ git, lines }: Waiting): readonly string[] {
  const [rebase, others] = [placeAt(join(git, 'rebase-merge')), placeAt(join(git, 'sequencer'))];
  const inRebase = (folder: Place) => [
    ...quiet(within(folder, 'git-rebase-todo'), (text) => withoutNew(text, lines)),
    ...quiet(within(folder, 'strategy'), (text) => (STRATEGIES.has(text.trim()) ? text : undefined)),
  ];
  return [
    ...(kindOf(rebase.held) === 'folder' ? whileHeld(rebase, inRebase) : []),
    ...(kindOf(others.held) === 'folder' ? whileHeld(others, (folder) => quiet(within(folder, 'opts'), quietOptions)) : []),
  ];
}

/** A file without which git does what is usual is taken away where nothing of it can stay, such as a link that git would follow. */
function quiet(file: Place, change: (text: string) => string | undefined): readonly string[] {
  if (kindOf(file.held) === 'missing') return [];
  let stays = true;
  const changed = rewrite(file, (text) => {
    const after = change(text);
    stays = after !== undefined;
    return after ?? text;
  });
  if (changed === undefined || !stays) forced(file.held, () => rmSync(file.held, { recursive: true, force: true }));
  return changed === false && stays ? [] : [file.path];
}

function todoFile(git: string): string {
  return join(git, 'rebase-merge', 'git-rebase-todo');
}

/** Bytes that are no UTF-8 stay what they are. */
function linesOf(file: string): readonly string[] {
  const text = readable(() => forced(file, () => readPlain(file)));
  return text?.toString('latin1').split('\n') ?? [];
}

function withoutNew(text: string, before: readonly string[]): string {
  const known = [...before];
  const kept = text.split('\n').filter((line) => {
    if (!EXEC.test(line)) return true;
    const at = known.indexOf(line);
    if (at >= 0) known.splice(at, 1);
    return at >= 0;
  });
  return kept.join('\n');
}

/** Written as config. */
function quietOptions(text: string): string | undefined {
  const settings = parseGitConfig(text);
  const odd = settings.some(({ name, value }) => !name.startsWith('options.') || (name === 'options.strategy' && !STRATEGIES.has(value)));
  return odd ? undefined : text;
}

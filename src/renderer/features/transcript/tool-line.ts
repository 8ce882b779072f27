import type { ToolItem } from '../../../shared/fold-types.ts';
import { refusedWords, type ToolDetail } from '../../../shared/tool-detail.ts';
import { plural } from '../../ui/format.ts';

/** What one line says about a call. `target` is code or a path, `result` a few plain words. */
export interface ToolLine {
  readonly verb: string;
  readonly target: string;
  readonly result?: string;
}

interface Phrase {
  readonly doing: string;
  readonly done: string;
  /** The tool answered with an error: what was asked for did not happen. */
  readonly failed: string;
  readonly argument: string;
}

const PHRASES: Readonly<Record<string, Phrase>> = {
  read: { doing: 'Reading', done: 'Read', failed: 'Did not read', argument: 'path' },
  ls: { doing: 'Listing', done: 'Listed', failed: 'Did not list', argument: 'path' },
  glob: { doing: 'Finding', done: 'Found', failed: 'Did not find', argument: 'pattern' },
  grep: { doing: 'Searching', done: 'Searched', failed: 'Did not search', argument: 'pattern' },
  bash: { doing: 'Running', done: 'Ran', failed: 'Did not run', argument: 'command' },
  mutate: { doing: 'Editing', done: 'Edited', failed: 'Did not edit', argument: 'operations' },
  apply_patch: { doing: 'Editing', done: 'Edited', failed: 'Did not edit', argument: 'path' },
  bash_output: { doing: 'Reading output of', done: 'Read output of', failed: 'Did not read output of', argument: 'id' },
  bash_kill: { doing: 'Ending', done: 'Ended', failed: 'Did not end', argument: 'id' },
  fetch_url: { doing: 'Fetching', done: 'Fetched', failed: 'Did not fetch', argument: 'url' },
  history: { doing: 'Looking back', done: 'Looked back', failed: 'Did not look back', argument: 'query' },
  web_search: { doing: 'Searching the web for', done: 'Searched the web for', failed: 'Did not search the web for', argument: 'query' },
  display_file: { doing: 'Showing', done: 'Showed', failed: 'Did not show', argument: 'path' },
};

export function toolLine(item: ToolItem): ToolLine {
  const phrase = PHRASES[item.name] ?? { doing: item.name, done: item.name, failed: item.name, argument: 'path' };
  const result = resultOf(item);
  return { verb: verbOf(item, phrase), target: targetOf(item, phrase), ...(result === undefined ? {} : { result }) };
}

/** A command that ran and exited with an error did run. */
function verbOf({ state, detail }: ToolItem, phrase: Phrase): string {
  if (detail?.kind === 'mutate') return changeVerb(detail.changes);
  if (state === 'failed' && detail?.kind !== 'bash') return phrase.failed;
  return state === 'done' || state === 'failed' ? phrase.done : phrase.doing;
}

type Changes = Extract<ToolDetail, { kind: 'mutate' }>['changes'];

const CHANGE_VERBS = { created: 'Created', modified: 'Edited', deleted: 'Deleted', moved: 'Moved' } as const;

function changeVerb(changes: Changes): string {
  const kinds = new Set(changes.map(({ change }) => change));
  const [only] = kinds;
  return only !== undefined && kinds.size === 1 ? CHANGE_VERBS[only] : 'Edited';
}

function targetOf(item: ToolItem, phrase: Phrase): string {
  if (item.detail?.kind === 'mutate') return item.detail.changes.map(changeTarget).join(', ');
  if (item.name === 'mutate') return operationPaths(item.arguments).join(', ');
  const given = argumentOf(item.arguments, phrase.argument);
  if (item.name === 'ls') return given ?? '.';
  return oneLine(given ?? '');
}

function changeTarget({ path, movedFrom }: Changes[number]): string {
  return movedFrom === undefined ? path : `${movedFrom} → ${path}`;
}

function resultOf({ detail, text, state }: ToolItem): string | undefined {
  switch (detail?.kind) {
    case 'read':
      return readRange(detail);
    case 'list':
      return more(plural(detail.entries, 'entry', 'entries'), detail.more);
    case 'grep':
      return more(`${plural(detail.matches, 'match', 'matches')} in ${plural(detail.files, 'file')}`, detail.more);
    case 'bash':
      return [...refusals(detail), endWords(detail)].join(' · ');
    case 'error':
      return detail.message;
    case 'picture':
      return `${detail.picture.width} × ${detail.picture.height}`;
    case 'mutate':
    case 'shown':
      return undefined;
    case undefined:
      return state === 'failed' && text !== undefined ? oneLine(text) : undefined;
  }
}

export function endWords({ exitCode }: Extract<ToolDetail, { kind: 'bash' }>): string {
  return exitCode === -1 ? 'did not finish' : `exit ${exitCode}`;
}

export function refusals({ refusedHosts = [] }: Extract<ToolDetail, { kind: 'bash' }>): readonly string[] {
  return refusedHosts.length === 0 ? [] : [refusedWords(refusedHosts)];
}

function readRange({ startLine, endLine, totalLines }: Extract<ToolDetail, { kind: 'read' }>): string {
  if (totalLines === 0) return 'empty';
  const whole = startLine <= 1 && endLine >= totalLines;
  return whole ? plural(totalLines, 'line') : `lines ${startLine}–${endLine} of ${totalLines.toLocaleString('en')}`;
}

function more(words: string, rest: boolean): string {
  return rest ? `${words}, more left` : words;
}

function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ⏎ ');
}

/** A string argument of a call. The text may be cut or wrong: then there is none. */
export function argumentOf(json: string, name: string): string | undefined {
  const value = parseObject(json)[name];
  return typeof value === 'string' ? value : undefined;
}

function operationPaths(json: string): readonly string[] {
  const operations = parseObject(json).operations;
  if (!Array.isArray(operations)) return [];
  const paths = operations.flatMap((operation: unknown) => {
    if (!isRecord(operation)) return [];
    const path = operation.path ?? operation.from;
    return typeof path === 'string' ? [path] : [];
  });
  return [...new Set(paths)];
}

function parseObject(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

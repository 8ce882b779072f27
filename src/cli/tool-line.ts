import { refusedWords, type ToolDetail } from '../shared/tool-detail.ts';
import { formatCount, formatDuration, formatLines } from './format.ts';
import { harmless, oneLine, type Style } from './style.ts';

/** Characters of a command, path or pattern that are shown. */
const SUBJECT = 72;
const REASON = 160;

/** The arguments that say what a call is about, the most telling first. */
const TELLING = ['command', 'path', 'pattern', 'from', 'url', 'query', 'objective'];

/** `bash npm test`: the tool and what it is asked to work on. */
export function callTitle(name: string, argumentText: string): string {
  return `${harmless(name)} ${oneLine(subjectOf(argumentText), SUBJECT)}`.trimEnd();
}

function subjectOf(argumentText: string): string {
  const values = fieldsOf(parse(argumentText));
  return tellingField(values) ?? tellingField(firstOfList(values)) ?? '';
}

function tellingField(values: Fields): string | undefined {
  return TELLING.map((key) => values[key]).find((value) => typeof value === 'string');
}

/** Several operations in one call: the first of them. */
function firstOfList(values: Fields): Fields {
  const list: unknown = Object.values(values).find((value) => Array.isArray(value));
  return Array.isArray(list) ? fieldsOf(list[0]) : {};
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface EndedCall {
  readonly title: string;
  readonly text: string;
  readonly isError: boolean;
  readonly detail?: ToolDetail | undefined;
  readonly duration: number;
}

/** One ended call on one line, without its line break. */
export function callLine(call: EndedCall, style: Style): string {
  const { title, outcome } = describe(call, style);
  return `• ${title} … ${outcome} ${style.dim(formatDuration(call.duration))}`;
}

interface Description {
  readonly title: string;
  readonly outcome: string;
}

function describe({ title, text, isError, detail }: EndedCall, style: Style): Description {
  if (isError && (detail === undefined || detail.kind !== 'bash'))
    return { title, outcome: style.failed(`failed: ${reasonOf(text, detail)}`) };
  return detail === undefined ? { title, outcome: 'ok' } : describeDetail(title, detail, style);
}

function reasonOf(text: string, detail: ToolDetail | undefined): string {
  return oneLine(detail?.kind === 'error' ? detail.message : text, REASON);
}

function describeDetail(title: string, detail: ToolDetail, style: Style): Description {
  switch (detail.kind) {
    case 'read':
      return { title, outcome: `lines ${detail.startLine}-${detail.endLine} of ${detail.totalLines}` };
    case 'list':
      return { title, outcome: formatCount(detail.entries, 'entry', 'entries') };
    case 'grep':
      return { title, outcome: `${formatCount(detail.matches, 'match', 'matches')} in ${formatCount(detail.files, 'file')}` };
    case 'bash':
      return { title, outcome: [...refusals(detail, style), describeExit(detail.exitCode, style)].join(', ') };
    case 'mutate':
      return describeChanges(title, detail.changes, style);
    case 'picture':
      return { title, outcome: `picture, ${detail.picture.width}x${detail.picture.height}` };
    case 'shown':
      return { title, outcome: 'ok' };
    case 'error':
      return { title, outcome: style.failed(`failed: ${oneLine(detail.message, REASON)}`) };
  }
}

function refusals({ refusedHosts: hosts = [] }: Extract<ToolDetail, { kind: 'bash' }>, style: Style): readonly string[] {
  return hosts.length === 0 ? [] : [style.failed(oneLine(refusedWords(hosts), REASON))];
}

function describeExit(exitCode: number, style: Style): string {
  if (exitCode === 0) return 'ok';
  return style.failed(exitCode < 0 ? 'stopped' : `exit code ${exitCode}`);
}

type Changes = Extract<ToolDetail, { kind: 'mutate' }>['changes'];

function describeChanges(title: string, changes: Changes, style: Style): Description {
  const [verb = title] = title.split(' ');
  const names = oneLine(changes.map((change) => change.path).join(', '), SUBJECT);
  const added = changes.reduce((sum, change) => sum + change.added, 0);
  const removed = changes.reduce((sum, change) => sum + change.removed, 0);
  return { title: `${verb} ${names}`.trimEnd(), outcome: formatLines({ added, removed }, style) };
}

import type {
  AskingChild,
  AssistantItem,
  ChildItem,
  CompactionItem,
  ModeItem,
  NoticeItem,
  PhaseItem,
  ResultItem,
  SkillItem,
  ToolItem,
  TranscriptItem,
  TurnItem,
  UserItem,
} from '../../../shared/fold-types.ts';

/** What the transcript shows as one line of the list. `key` is stable while the row grows. */
export type Row =
  | { readonly kind: 'user'; readonly key: string; readonly item: UserItem }
  | { readonly kind: 'model'; readonly key: string; readonly model: string }
  | { readonly kind: 'assistant'; readonly key: string; readonly item: AssistantItem }
  | { readonly kind: 'tool'; readonly key: string; readonly item: ToolItem }
  | { readonly kind: 'group'; readonly key: string; readonly entries: readonly GroupEntry[] }
  | { readonly kind: 'notice'; readonly key: string; readonly item: NoticeItem }
  /** `repeated`: the turn after it ended with the same problem, which is told in full there. */
  | { readonly kind: 'turn'; readonly key: string; readonly item: TurnItem; readonly repeated: boolean }
  | { readonly kind: 'child'; readonly key: string; readonly item: ChildItem }
  | { readonly kind: 'result'; readonly key: string; readonly item: ResultItem }
  | { readonly kind: 'phase'; readonly key: string; readonly item: PhaseItem }
  | { readonly kind: 'compaction'; readonly key: string; readonly item: CompactionItem }
  | { readonly kind: 'mode'; readonly key: string; readonly item: ModeItem }
  | { readonly kind: 'skill'; readonly key: string; readonly item: SkillItem };

/** What stands after everything that happened: that the turn runs, and what children ask. */
export type EndRow =
  | { readonly kind: 'working'; readonly key: 'working' }
  | { readonly kind: 'asked'; readonly key: string; readonly child: AskingChild };

export function endRows(running: boolean, asked: readonly AskingChild[]): readonly EndRow[] {
  const questions = asked.map((child): EndRow => ({ kind: 'asked', key: `asked:${child.approval.id}`, child }));
  return running ? [{ kind: 'working', key: 'working' }, ...questions] : questions;
}

/** A call, or thinking that stood between calls with nothing said. */
export type GroupEntry = ToolItem | AssistantItem;

/**
 * Items as rows. Calls that stand together fold into a group; edits, failures and what waits for a person keep a line of their own,
 * because those are what a reader looks for. A call that started a child is told by the child's own row. The name of the model is shown where its part of a turn begins.
 * No group goes over the beginning of one of the `parts`, so that it is the same group whatever comes before it.
 */
export function buildRows(items: readonly TranscriptItem[], parts: readonly number[] = []): readonly Row[] {
  const rows: Row[] = [];
  const started = new Set(items.flatMap((item) => (item.kind === 'child' ? [item.call] : [])));
  let group: GroupEntry[] = [];
  let model = '';
  const close = () => {
    rows.push(...groupRows(group));
    group = [];
  };
  const begins = new Set(parts);
  const repeated = repeatedTurns(items);
  for (const [index, item] of items.entries()) {
    if (begins.has(index)) close();
    if (item.kind === 'tool' && started.has(item.id)) continue;
    if (item.kind === 'assistant' && item.model !== model && hasContent(item)) {
      close();
      model = item.model;
      rows.push({ kind: 'model', key: `model:${item.id}`, model });
    }
    if (joinsGroup(item)) {
      if (item.kind === 'tool' || hasContent(item)) group.push(item);
      continue;
    }
    close();
    if (item.kind === 'turn') {
      model = '';
      rows.push({ kind: 'turn', key: `turn:${item.id}`, item, repeated: repeated.has(item.id) });
    } else rows.push(rowOf(item));
  }
  close();
  return rows;
}

/** Turns whose problem is that of the turn after them too. */
function repeatedTurns(items: readonly TranscriptItem[]): ReadonlySet<string> {
  const turns = items.filter((item) => item.kind === 'turn');
  return new Set(turns.filter((turn, index) => sameProblem(turn, turns[index + 1])).map(({ id }) => id));
}

function sameProblem(turn: TurnItem, next: TurnItem | undefined): boolean {
  return turn.message !== undefined && turn.stop === next?.stop && turn.message === next.message && turn.hint === next.hint;
}

function joinsGroup(item: TranscriptItem): item is GroupEntry {
  if (item.kind === 'tool') return !standsAlone(item);
  return item.kind === 'assistant' && !hasText(item);
}

/** Whether a call keeps a line of its own. */
function standsAlone(item: ToolItem): boolean {
  return (
    item.name === 'mutate' ||
    item.state === 'waiting' ||
    item.approvals.some(({ source }) => source !== 'rule') ||
    hasFailed(item) ||
    wasRefused(item)
  );
}

export function hasFailed({ state, detail }: ToolItem): boolean {
  return state === 'failed' || (detail?.kind === 'bash' && detail.exitCode !== 0);
}

/** Whether it ended well and yet wanted to reach what it was not allowed to. */
export function wasRefused({ detail }: ToolItem): boolean {
  return detail?.kind === 'bash' && (detail.refusedHosts ?? []).length > 0;
}

function hasText(item: AssistantItem): boolean {
  return item.blocks.some((block) => block.type === 'text' && block.text.trim() !== '');
}

/** An answer of calls alone has nothing to show beside them. */
function hasContent(item: AssistantItem): boolean {
  return item.blocks.some((block) => block.type !== 'thinking' || block.text.trim() !== '');
}

export function thinkingOf(item: AssistantItem): string {
  return item.blocks.flatMap((block) => (block.type === 'thinking' ? [block.text] : [])).join('\n\n');
}

function groupRows(group: readonly GroupEntry[]): readonly Row[] {
  const shown = group.filter((entry) => entry.kind === 'tool' || thinkingOf(entry).trim() !== '');
  const [first, ...more] = shown;
  if (first === undefined) return [];
  if (more.length > 0) return [{ kind: 'group', key: `group:${first.id}`, entries: shown }];
  return [rowOf(first)];
}

function rowOf(item: Exclude<TranscriptItem, TurnItem>): Row {
  const key = `${item.kind}:${item.id}`;
  switch (item.kind) {
    case 'user':
      return { kind: 'user', key, item };
    case 'assistant':
      return { kind: 'assistant', key, item };
    case 'tool':
      return { kind: 'tool', key, item };
    case 'notice':
      return { kind: 'notice', key, item };
    case 'child':
      return { kind: 'child', key, item };
    case 'result':
      return { kind: 'result', key, item };
    case 'phase':
      return { kind: 'phase', key, item };
    case 'compaction':
      return { kind: 'compaction', key, item };
    case 'mode':
      return { kind: 'mode', key, item };
    case 'skill':
      return { kind: 'skill', key, item };
  }
}

/** Position of the row that shows an item, or -1. */
export function rowIndexOf(rows: readonly Row[], item: string): number {
  return rows.findIndex((row) => {
    if (row.kind === 'group') return row.entries.some((entry) => entry.id === item);
    return row.kind !== 'model' && row.item.id === item;
  });
}

import { memo } from 'react';
import { Fallback } from '../../ui/fallback.tsx';
import { Note } from '../../ui/problem-note.tsx';
import { AssistantRow, ModelRow } from './assistant-row.tsx';
import { ChildCard } from './child-card.tsx';
import { CompactionRow } from './compaction-row.tsx';
import { GroupRow } from './group-row.tsx';
import { ModeRow } from './mode-row.tsx';
import { NoticeRow, PhaseRow } from './notice-row.tsx';
import { ResultRow } from './result-row.tsx';
import type { Row } from './rows.ts';
import { SkillRow } from './skill-row.tsx';
import { ToolRow } from './tool-row.tsx';
import { TurnRow } from './turn-row.tsx';
import { UserRow } from './user-row.tsx';

interface RowViewProps {
  readonly row: Row;
  readonly last: boolean;
}

/** One row. Rebuilt row objects around the same items do not render again. */
export const RowView = memo(
  function RowView({ row, last }: RowViewProps) {
    return (
      <Fallback instead={UNSHOWN}>
        <RowContent row={row} last={last} />
      </Fallback>
    );
  },
  (before, after) => before.last === after.last && sameRow(before.row, after.row),
);

const UNSHOWN = (
  <Note level="error" message="This part of the session cannot be shown." safe="The session keeps it: it is in what the session exports." />
);

function RowContent({ row, last }: RowViewProps) {
  switch (row.kind) {
    case 'user':
      return <UserRow item={row.item} />;
    case 'model':
      return <ModelRow model={row.model} />;
    case 'assistant':
      return <AssistantRow item={row.item} />;
    case 'tool':
      return <ToolRow item={row.item} />;
    case 'group':
      return <GroupRow id={row.key} entries={row.entries} />;
    case 'notice':
      return <NoticeRow item={row.item} />;
    case 'turn':
      return <TurnRow item={row.item} last={last} repeated={row.repeated} />;
    case 'child':
      return <ChildCard item={row.item} />;
    case 'result':
      return <ResultRow item={row.item} />;
    case 'phase':
      return <PhaseRow item={row.item} />;
    case 'compaction':
      return <CompactionRow item={row.item} />;
    case 'mode':
      return <ModeRow item={row.item} />;
    case 'skill':
      return <SkillRow item={row.item} />;
  }
}

function sameRow(a: Row, b: Row): boolean {
  if (a.key !== b.key) return false;
  if (a.kind === 'group' && b.kind === 'group') {
    return a.entries.length === b.entries.length && a.entries.every((entry, index) => entry === b.entries[index]);
  }
  if (a.kind === 'model' || b.kind === 'model') return a.kind === b.kind;
  if (a.kind === 'turn' && b.kind === 'turn' && a.repeated !== b.repeated) return false;
  return a.kind !== 'group' && b.kind !== 'group' && a.item === b.item;
}

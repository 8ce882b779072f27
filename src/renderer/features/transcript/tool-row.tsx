import {
  ChevronRight,
  CircleDashed,
  FilePen,
  FileText,
  FolderSearch,
  FolderTree,
  Globe,
  History,
  type LucideIcon,
  Search,
  Terminal,
  Wrench,
} from 'lucide-react';
import { memo } from 'react';
import type { ToolItem } from '../../../shared/fold-types.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { duration } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeptEnd } from '../../ui/kept-end.tsx';
import { LineCounts } from '../../ui/line-counts.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ApprovalSlot } from './approval-slot.tsx';
import { hasFailed, wasRefused } from './rows.ts';
import styles from './tool.module.css';
import { ToolBody } from './tool-body.tsx';
import { toolLine } from './tool-line.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  read: FileText,
  ls: FolderTree,
  glob: FolderSearch,
  grep: Search,
  bash: Terminal,
  bash_output: Terminal,
  bash_kill: Terminal,
  mutate: FilePen,
  apply_patch: FilePen,
  display_file: FileText,
  fetch_url: Globe,
  web_search: Globe,
  history: History,
};

/** What these act on is told apart by its end. */
const ON_PATHS: ReadonlySet<string> = new Set(['read', 'ls', 'mutate', 'apply_patch', 'display_file']);

/** Calls that ended faster than this show no time: it would be noise. */
const NOTABLE_MS = 1_000;

/** One call: a line that opens in place. A failure is open until a person closes it. */
export const ToolRow = memo(function ToolRow({ item }: { readonly item: ToolItem }) {
  const { setFold } = useCommands();
  const row = `tool:${item.id}`;
  const open = useApp((state) => state.folds[row]) ?? (hasFailed(item) || runsCommand(item));
  return (
    <div className={styles.tool} data-failed={hasFailed(item) || undefined} data-open={open || undefined}>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setFold(row, !open)}>
        <Mark item={item} />
        <Words item={item} />
        <span className={styles.arrow} data-open={open || undefined}>
          <Icon of={ChevronRight} size={0.875} />
        </span>
      </button>
      <Questions of={item.approvals.filter(({ approval }) => approval.kind !== 'loop')} />
      {open ? <ToolBody item={item} /> : null}
      <Questions of={item.approvals.filter(({ approval }) => approval.kind === 'loop')} />
    </div>
  );
});

/** Those about the call stand before what came of it, one about its repetition after. */
function Questions({ of: approvals }: { readonly of: ToolItem['approvals'] }) {
  return approvals.map((asked) => <ApprovalSlot key={asked.approval.id} asked={asked} />);
}

/** A running command shows what it prints. */
function runsCommand(item: ToolItem): boolean {
  return item.name === 'bash' && item.state === 'running' && item.output !== '';
}

function Mark({ item }: { readonly item: ToolItem }) {
  if (item.state === 'running') return <Spinner />;
  if (item.state === 'pending') return <Icon of={CircleDashed} size={0.875} />;
  return <Icon of={ICONS[item.name] ?? Wrench} size={0.875} />;
}

function Words({ item }: { readonly item: ToolItem }) {
  const { verb, target, result } = toolLine(item);
  const changes = item.detail?.kind === 'mutate' ? item.detail.changes : [];
  const added = changes.reduce((sum, change) => sum + change.added, 0);
  const removed = changes.reduce((sum, change) => sum + change.removed, 0);
  return (
    <>
      <span className={styles.verb}>{item.state === 'waiting' ? 'Waiting for you' : verb}</span>
      <span className={styles.target} title={target}>
        {ON_PATHS.has(item.name) ? <KeptEnd text={target} /> : target}
      </span>
      {changes.length > 0 ? <LineCounts added={added} removed={removed} /> : null}
      {result === undefined ? null : (
        <span className={styles.result} data-failed={hasFailed(item) || wasRefused(item) || undefined}>
          {result}
        </span>
      )}
      {item.duration !== undefined && item.duration >= NOTABLE_MS ? <span className={styles.time}>{duration(item.duration)}</span> : null}
    </>
  );
}

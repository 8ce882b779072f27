import { ok } from '../../shared/result.ts';
import type { CleanReport } from '../../shared/retention.ts';
import type { SessionSummary } from '../../shared/session.ts';
import { formatCount, formatTable } from '../format.ts';
import { oneLine } from '../style.ts';
import { type Action, finish, told } from './action.ts';

/** Cleans up as the settings say; with `--dry-run` it says what that would do. */
export const cleanSessions: Action = async ({ project, input }) => {
  const { 'dry-run': dryRun = false } = input.flags;
  const report = await project.library.clean({ dryRun });
  if (!report.ok) return finish(input, report);
  return finish(input, ok(told(reportText(report.value), report.value)));
};

function reportText({ dryRun, toTrash, deleted, checkpoints, blobs, rules }: CleanReport): string {
  const rows = [...toTrash.map((session) => row('to the trash', session)), ...deleted.map((session) => row('deleted for good', session))];
  const counts = [
    `${formatCount(toTrash.length, 'session')} to the trash`,
    `${formatCount(deleted.length, 'session')} deleted for good`,
    formatCount(checkpoints, 'checkpoint'),
    `${formatCount(blobs.count, 'unused text or picture', 'unused texts and pictures')} (${(blobs.bytes / 1e6).toFixed(1)} MB)`,
  ];
  const none = rules === 0 ? 'Nothing says how long sessions are kept, so all are: see retention in docs/sessions.md.\n' : '';
  return `${formatTable(rows)}${dryRun ? 'Would clean up' : 'Cleaned up'}: ${counts.join(', ')}.\n${none}`;
}

function row(what: string, { id, updatedAt, title }: SessionSummary): string[] {
  return [what, id.slice(0, 8), new Date(updatedAt).toISOString().slice(0, 10), oneLine(title, 80)];
}

import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../handlers.ts';
import { inProject } from '../in-project.ts';

type ApprovalHandlers = Pick<Handlers, 'approvals.rules' | 'approvals.remove' | 'approvals.preview' | 'approvals.log'>;

/** More would not be read by anybody in a window; the file has them all. */
const MOST_ENTRIES = 1_000;

export function approvalHandlers(): ApprovalHandlers {
  return {
    'approvals.rules': (_input, window) => inProject(window, (project) => project.approvals.rules()),
    'approvals.remove': ({ id }, window) => inProject(window, (project) => project.approvals.remove(id)),
    'approvals.preview': ({ subject, ...draft }, window) =>
      inProject(window, async (project) => ok(await project.approvals.preview(draft, subject))),
    'approvals.log': (_input, window) => inProject(window, async (project) => ok((await project.approvals.log()).slice(0, MOST_ENTRIES))),
  };
}

import type { Approval } from '../../../shared/approvals.ts';
import { visibleLine, visibleLines } from '../../../shared/visible-text.ts';

/** What is asked about, without characters that would hide or forge a part of it. A command may have lines; a path or host is one. */
export function shownSubject({ kind, subject }: Pick<Approval, 'kind' | 'subject'>): string {
  return kind === 'command' || kind === 'loop' ? visibleLines(subject) : visibleLine(subject);
}

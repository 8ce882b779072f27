import type { SessionId } from '../../shared/ids.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { Repository } from '../git/repository.ts';
import type { Ports } from '../lib/ports.ts';
import type { Scope } from '../lib/scope.ts';
import type { SkillCatalog } from '../prompt/skills/skill-catalog.ts';
import type { ModelUses } from '../store/model-uses.ts';
import type { SessionStore } from '../store/session-log.ts';
import type { HostQuestions } from '../tools/host-questions.ts';
import type { OpenProjectOptions } from './api.ts';
import type { Applied, AppliedSource } from './applied-settings.ts';
import type { RequestRecords } from './request-records.ts';
import type { UsageLedger } from './usage-ledger.ts';

/** What a project is made of, built by `openProject`. */
export interface ProjectParts {
  readonly path: string;
  readonly demo: boolean;
  readonly ports: Ports;
  readonly store: SessionStore;
  readonly hosts: HostQuestions;
  readonly uses: ModelUses;
  readonly applied: Applied;
  readonly source: AppliedSource;
  readonly usage: UsageLedger;
  readonly requests: RequestRecords;
  readonly approvals: Approvals;
  readonly repository: Repository;
  readonly skills: SkillCatalog;
  readonly options: OpenProjectOptions;
  /** Called with every session that asks no more. */
  readonly sessionClosed: (id: SessionId) => void;
  /** Its end is the end of the project. */
  readonly scope: Scope;
}

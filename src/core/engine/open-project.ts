import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import { type ApprovalsOptions, createApprovals } from '../approvals/approvals.ts';
import { projectFile, userFile } from '../config/sources.ts';
import { projectKey } from '../git/project-key.ts';
import { describeRepository, watchBranch } from '../git/repository.ts';
import type { Ports } from '../lib/ports.ts';
import type { Scope } from '../lib/scope.ts';
import { watchEntries } from '../lib/watch-entries.ts';
import { watchFile } from '../lib/watch-file.ts';
import { createSkillCatalog } from '../prompt/skills/skill-catalog.ts';
import type { CredentialSources } from '../providers/endpoint.ts';
import type { ModelUses } from '../store/model-uses.ts';
import { projectFolder } from '../store/paths.ts';
import type { SessionStore } from '../store/session-log.ts';
import { sweepShared } from '../store/sweep-leftovers.ts';
import { createHostQuestions } from '../tools/host-questions.ts';
import type { OpenProjectOptions } from './api.ts';
import { createAppliedSource } from './applied.ts';
import { openFolder } from './folder.ts';
import { OpenedProject } from './project.ts';
import { projectLogger } from './project-logger.ts';
import type { ProjectTrust } from './project-trust.ts';
import type { RequestRecords } from './request-records.ts';
import type { UsageLedger } from './usage-ledger.ts';

export interface OpenProjectDeps {
  readonly ports: Ports;
  /** Where credentials come from, and who hears about limits. */
  readonly sources: CredentialSources;
  readonly store: SessionStore;
  readonly usage: UsageLedger;
  readonly requests: RequestRecords;
  readonly uses: ModelUses;
  readonly approvals: Pick<ApprovalsOptions, 'file' | 'audit'>;
  readonly trust: ProjectTrust;
  /** Called with every session that asks no more. */
  readonly sessionClosed: (id: SessionId) => void;
  /** Folder of what is shipped with Steiner. */
  readonly resources: string | undefined;
  /** Every project that is open. */
  readonly opened: Set<OpenedProject>;
  readonly scope: Scope;
}

/**
 * Builds a project from its folder. Fails only when there is no folder to work in: with a configuration that cannot be used the project opens all
 * the same, with that problem and built-in settings, so that the person can see it and read old sessions.
 */
export async function openProject(
  deps: OpenProjectDeps,
  path: string,
  options: OpenProjectOptions & { readonly demo?: boolean } = {},
): Promise<Result<OpenedProject, Problem>> {
  const { store, usage, requests } = deps;
  const folder = await openFolder(path, deps.ports.environment.home);
  if (!folder.ok) return folder;
  const scope = deps.scope.child();
  const hosts = createHostQuestions();
  const source = createAppliedSource({ ...deps, hosts }, folder.value, options);
  const [applied, repository] = await Promise.all([source.read(), describeRepository(folder.value)]);
  const ports = { ...deps.ports, logger: projectLogger(applied.config, deps.ports) };
  for (const warning of applied.warnings) ports.logger.log('warn', warning);
  const project = new OpenedProject({
    path: folder.value,
    demo: options.demo ?? false,
    ports,
    store,
    hosts,
    applied,
    source,
    uses: deps.uses,
    usage,
    requests,
    approvals: createApprovals({
      ...deps.approvals,
      project: await projectKey(folder.value, repository),
      home: ports.environment.home,
    }),
    repository,
    skills: createSkillCatalog({
      resources: deps.resources,
      config: ports.paths.config,
      project: folder.value,
      trusted: applied.trusted,
    }),
    options,
    sessionClosed: deps.sessionClosed,
    scope,
  });
  await project.begin();
  void sweepShared(ports, folder.value);
  if (options.window && Object.values(applied.config.retention).some((age) => age !== undefined))
    void project.library.clean({ dryRun: false });
  deps.opened.add(project);
  scope.add(() => void deps.opened.delete(project));
  if (options.window) watchOver(project, ports, scope);
  return ok(project);
}

/** Follows what is changed from outside while somebody looks on. */
function watchOver(project: OpenedProject, { paths }: Ports, scope: Scope): void {
  scope.add(watchBranch(project.path, (branch) => project.branchChanged(branch)));
  scope.add(watchEntries(projectFolder(paths.state, project.path), () => void project.tellSessions()));
  for (const file of [userFile(paths), projectFile(project.path)]) scope.add(watchFile(file, () => void project.reload()));
}

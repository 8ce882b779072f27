import type { Problem } from '../shared/problem.ts';
import type { Result } from '../shared/result.ts';
import { reportUsage } from '../shared/usage-report.ts';
import { createAuditLog } from './approvals/audit-log.ts';
import { createRuleFile } from './approvals/rule-file.ts';
import { createAccounts } from './engine/accounts.ts';
import type { Engine, OpenProjectOptions, Project } from './engine/api.ts';
import { artifactFolder } from './engine/attach.ts';
import { doctor } from './engine/doctor.ts';
import { effectiveConfig } from './engine/effective-config.ts';
import { openFolder } from './engine/folder.ts';
import { createKeys } from './engine/keys.ts';
import { moveKey } from './engine/move-key.ts';
import { prepareDemo } from './engine/open-demo.ts';
import { type OpenProjectDeps, openProject } from './engine/open-project.ts';
import type { OpenedProject } from './engine/project.ts';
import { createProjectTrust } from './engine/project-trust.ts';
import { folderQuota } from './engine/quota.ts';
import { createRecentProjects } from './engine/recent-projects.ts';
import { createRequestRecords } from './engine/request-records.ts';
import { createSettings } from './engine/settings.ts';
import { createUsageLedger } from './engine/usage-ledger.ts';
import type { Ports } from './lib/ports.ts';
import { Scope } from './lib/scope.ts';
import { secretValues } from './lib/secret-values.ts';
import { createClaudeCli } from './providers/claude-cli/claude-cli.ts';
import { createCodexAccount } from './providers/codex/codex-account.ts';
import type { CredentialSources } from './providers/endpoint.ts';
import { createQuotaBook } from './providers/quota/quota-book.ts';
import { withFamilies } from './store/family-store.ts';
import { createModelUses } from './store/model-uses.ts';
import { readPicture } from './store/pictures.ts';
import { createSessionStore } from './store/session-store.ts';
import { createUsageStore } from './store/usage-store.ts';
import { removeArtifacts } from './tools/artifact-folder.ts';

export type { PendingSignIn } from './engine/accounts.ts';
export type { Engine, OpenProjectOptions, Project } from './engine/api.ts';
export { createNodePorts } from './lib/node-ports.ts';
export type { Ports } from './lib/ports.ts';
export type { EscapeResult } from './sandbox/escape/run-suite.ts';

/** The model of the sample project: a script. */
const DEMO_MODEL = 'demo/fix-the-test';

export interface EngineOptions {
  /** Folder of what is shipped with Steiner, such as skills; without it nothing is. */
  readonly resources?: string | undefined;
}

/** Builds the engine from its ports. Starts nothing by itself. */
export function createEngine(ports: Ports, { resources }: EngineOptions = {}): Engine {
  const scope = new Scope();
  const store = withFamilies(createSessionStore(ports, { forget: (project, id) => removeArtifacts(artifactFolder(project, id)) }));
  const trust = createProjectTrust(ports);
  const recent = createRecentProjects(ports);
  const records = createUsageStore(ports);
  const uses = createModelUses(ports);
  const usage = createUsageLedger(records, ports);
  scope.add(() => usage.flush());
  const requests = createRequestRecords(ports);
  scope.add(() => requests.flush());
  const codex = createCodexAccount(ports);
  const claude = createClaudeCli(ports);
  scope.add(() => claude.close());
  const quotas = createQuotaBook(ports);
  claude.onLimits((provider, report) => quotas.reported(provider, report));
  scope.add(() => quotas.flush());
  const sources: CredentialSources = { keychain: ports.keychain, codex, claude, observer: (...of) => quotas.observer(...of) };
  const accounts = createAccounts(ports, codex);
  scope.add(() => accounts.close());
  const approvals = openApprovals(ports);
  const opened = new Set<OpenedProject>();
  const settings = createSettings({ ports, sources, trust, opened });

  async function open(path: string, options: OpenProjectOptions & { readonly demo?: boolean } = {}): Promise<Result<Project, Problem>> {
    const shared = { ports, sources, store, usage, requests, uses, trust, approvals, opened, scope, resources };
    const project = await openProject({ ...shared, sessionClosed: (id) => claude.release(id) }, path, options);
    if (!project.ok) return project;
    if (options.window && !options.demo) await recent.add(project.value.path);
    return project;
  }

  return {
    openProject: (path, options) => open(path, options),
    openDemo: async ({ window, ...options }) => {
      const folder = await prepareDemo(ports, options);
      return folder.ok ? open(folder.value, { demo: true, model: DEMO_MODEL, ...(window === undefined ? {} : { window }) }) : folder;
    },
    recentProjects: () => recent.list(),
    picture: (blob) => readPicture(store.blobs, blob),
    usage: async () => {
      await usage.flush();
      const { sums, unreadable } = await records.sums();
      return reportUsage(sums, unreadable);
    },
    quota: (path, options) => folderQuota({ ports, trust, quotas, sources, usage }, path, options),
    settings,
    config: (path, options) => effectiveConfig({ ports, trust }, path, options),
    trustProject: async (path, decision) => {
      const folder = await openFolder(path, ports.environment.home);
      return folder.ok ? trust.decide(folder.value, decision) : folder;
    },
    keys: { ...createKeys(ports.keychain), move: (provider) => moveKey({ ports, settings }, provider) },
    accounts,
    doctor: () => doctor(ports),
    // Loaded when asked for: no start of the program needs it.
    escapeSuite: async () => (await import('./sandbox/escape/run-suite.ts')).runEscapeSuite({ processes: ports.processes }),
    close: async () => {
      await scope.close();
      await ports.processes.close();
    },
  };
}

/** One of each for all projects, so that writes do not overtake one another. */
function openApprovals({ paths, environment, clock, ids, logger }: Ports): OpenProjectDeps['approvals'] {
  const secrets = secretValues(environment.vars, {});
  return {
    file: createRuleFile({ folder: paths.config, home: environment.home, clock, ids }),
    audit: createAuditLog({ folder: paths.state, logger, secrets: [...secrets.keys()] }),
  };
}

import { realpath } from 'node:fs/promises';
import type { Problem } from '../../shared/problem.ts';
import type { UntrustedConfig } from '../../shared/project-trust.ts';
import { ok, type Result } from '../../shared/result.ts';
import { type ApprovalsOptions, createApprovals } from '../approvals/approvals.ts';
import { loadConfig } from '../config/load.ts';
import { chooseProfile, roleModel } from '../config/profiles.ts';
import { type Config, configSchema } from '../config/schema.ts';
import { describeUntrusted } from '../config/untrusted.ts';
import { projectKey } from '../git/project-key.ts';
import { describeRepository, watchBranch } from '../git/repository.ts';
import type { Ports } from '../lib/ports.ts';
import type { Scope } from '../lib/scope.ts';
import { createSkillCatalog, projectSkills } from '../prompt/skills/skill-catalog.ts';
import type { CredentialSources } from '../providers/endpoint.ts';
import { createDiscovery } from '../providers/listing/discovery.ts';
import { createModels } from '../providers/models.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import type { ModelUses } from '../store/model-uses.ts';
import type { SessionStore } from '../store/session-log.ts';
import { sweepShared } from '../store/sweep-leftovers.ts';
import { createHostQuestions } from '../tools/host-questions.ts';
import type { OpenProjectOptions } from './api.ts';
import { broadFolder, openFolder } from './folder.ts';
import { OpenedProject } from './project.ts';
import { projectLogger } from './project-logger.ts';
import type { ProjectTrust } from './project-trust.ts';
import type { UsageLedger } from './usage-ledger.ts';

export interface OpenProjectDeps {
  readonly ports: Ports;
  /** Where credentials come from, and who hears about limits. */
  readonly sources: CredentialSources;
  readonly store: SessionStore;
  readonly usage: UsageLedger;
  readonly uses: ModelUses;
  readonly approvals: Pick<ApprovalsOptions, 'file' | 'audit'>;
  readonly trust: ProjectTrust;
  /** Folder of what is shipped with Steiner. */
  readonly resources: string | undefined;
  readonly scope: Scope;
}

interface Settings {
  readonly config: Config;
  readonly problem: Problem | undefined;
  readonly warnings: readonly string[];
  /** Whether what the project brings itself is used. */
  readonly trusted: boolean;
  readonly untrusted?: UntrustedConfig;
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
  const { store, usage } = deps;
  const folder = await openFolder(path, deps.ports.environment.home);
  if (!folder.ok) return folder;
  const scope = deps.scope.child();
  const [settings, repository] = await Promise.all([readSettings(deps, folder.value, options), describeRepository(folder.value)]);
  const config = options.unsafe ? withoutSandbox(settings.config) : settings.config;
  const ports = { ...deps.ports, logger: projectLogger(config, deps.ports) };
  for (const warning of settings.warnings) ports.logger.log('warn', warning);
  const model = startModel(config, options, ports.environment.vars);
  const hosts = createHostQuestions();
  const sandbox = await createSandbox({
    project: folder.value,
    config: config.sandbox,
    paths: config.paths,
    docker: config.permissions.docker,
    environment: ports.environment,
    state: ports.paths,
    processes: ports.processes,
    logger: ports.logger,
    askHost: hosts.ask,
  });
  const sources = { ...ports, ...deps.sources };
  const discovery = createDiscovery(config, sources);
  const project = new OpenedProject({
    path: folder.value,
    demo: options.demo ?? false,
    ports,
    store,
    config,
    sandbox,
    hosts,
    models: createModels(config, sources, discovery),
    discovery,
    uses: deps.uses,
    usage,
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
      trusted: settings.trusted,
    }),
    problem:
      settings.problem ??
      (model.ok ? undefined : model.error) ??
      (options.broad ? undefined : broadFolder(folder.value, await realHome(ports), config.paths.broad_folders)),
    untrusted: settings.untrusted,
    options: model.ok ? { ...options, model: model.value } : options,
    scope,
  });
  void sweepShared(ports, folder.value);
  if (options.window && Object.values(config.retention).some((age) => age !== undefined)) void project.library.clean({ dryRun: false });
  void sandbox.ready().then(() => project.sandboxSettled());
  if (options.window) scope.add(watchBranch(folder.value, (branch) => project.branchChanged(branch)));
  return ok(project);
}

/** A home folder that is not there holds nothing. */
async function realHome({ environment }: Ports): Promise<string> {
  return realpath(environment.home).catch(() => environment.home);
}

async function readSettings({ ports, trust }: OpenProjectDeps, project: string, options: OpenProjectOptions): Promise<Settings> {
  const { paths, environment } = ports;
  const answer = await trust.of(project, options.trustProjectConfig);
  if (!answer.ok) return builtIn(answer.error);
  const { trusted, ...notice } = answer.value;
  const loaded = await loadConfig({ paths, environment, project, projectTrusted: trusted });
  const skills = trusted ? [] : await projectSkills(project);
  const brings = skills.length === 0 ? {} : { skills };
  const untrusted = trusted ? {} : { untrusted: { ...(await describeUntrusted(project, { paths, environment })), ...brings, ...notice } };
  return { ...(loaded.ok ? { ...loaded.value, problem: undefined } : builtIn(loaded.error)), trusted, ...untrusted };
}

function builtIn(problem: Problem): Settings {
  return { config: configSchema.parse({}), problem, warnings: [], trusted: false };
}

/** `--model`, then `STEINER_MODEL`, then the chosen profile; without a profile the configuration has the last word. */
function startModel(
  config: Config,
  { model, profile }: OpenProjectOptions,
  vars: Ports['environment']['vars'],
): Result<string | undefined, Problem> {
  if (profile === undefined) return ok(model);
  const chosen = chooseProfile(config, profile);
  return chosen.ok ? ok(model ?? (vars.STEINER_MODEL || roleModel(config, profile, 'default_model').ref)) : chosen;
}

function withoutSandbox(config: Config): Config {
  return { ...config, sandbox: { ...config.sandbox, enabled: false } };
}

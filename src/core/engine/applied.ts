import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../shared/problem.ts';
import type { UntrustedConfig } from '../../shared/project-trust.ts';
import { ok, type Result } from '../../shared/result.ts';
import { loadConfig } from '../config/load.ts';
import { chooseProfile, roleModel } from '../config/profiles.ts';
import { type Config, configSchema } from '../config/schema.ts';
import type { OwnFile } from '../config/sources.ts';
import { describeUntrusted } from '../config/untrusted.ts';
import type { Ports } from '../lib/ports.ts';
import { missingExtraFiles } from '../prompt/extra-files.ts';
import { projectSkills, projectSkillsPrint } from '../prompt/skills/skill-catalog.ts';
import type { CredentialSources } from '../providers/endpoint.ts';
import { createDiscovery } from '../providers/listing/discovery.ts';
import { createModels } from '../providers/models.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { HostQuestions } from '../tools/host-questions.ts';
import type { OpenProjectOptions } from './api.ts';
import type { Applied, AppliedSource } from './applied-settings.ts';
import { broadFolder } from './folder.ts';
import type { ProjectTrust } from './project-trust.ts';

export interface AppliedDeps {
  readonly ports: Ports;
  readonly trust: ProjectTrust;
  readonly sources: CredentialSources;
  readonly hosts: HostQuestions;
}

/** The settings of one project, with what of its own file was applied last. */
export function createAppliedSource(deps: AppliedDeps, project: string, options: OpenProjectOptions): AppliedSource {
  let agreed: string | undefined;
  return {
    async read(before) {
      const seen = await deps.trust.of(project, options.trustProjectConfig);
      const looked = seen.ok ? seen.value.looked : undefined;
      const security = await securityOf(deps, project, looked?.own);
      let answer = seen;
      if (before && agreed !== undefined && seen.ok && !seen.value.trusted) {
        // Edited outside while it counts: what is harmless is taken over, the rest waits for a person.
        if (security.mark !== agreed) return { ...before, untrusted: { ...security.changes, changed: true } };
        await deps.trust.decide(project, 'session', looked);
        answer = ok({ trusted: true, ...(looked ? { looked } : {}) });
      }
      const settings = await readSettings(deps, project, { answer, instead: options.configFile });
      if (settings.untrusted === undefined) agreed = security.mark;
      return applied(deps, { project, settings, before, options });
    },
  };
}

/** What of the project's own file, and of its skills, may decide what runs, what is reached, or where secrets go. */
async function securityOf(
  { ports }: AppliedDeps,
  project: string,
  own: OwnFile | undefined,
): Promise<{ readonly mark: string; readonly changes: UntrustedConfig }> {
  const { paths, environment } = ports;
  const changes = await describeUntrusted(project, { paths, environment, own });
  const marked = changes.changes.filter(({ security }) => security).map(({ key, after }) => [key, after]);
  return { mark: JSON.stringify([marked, await projectSkillsPrint(project)]), changes };
}

interface Settings {
  readonly config: Config;
  readonly problem: Problem | undefined;
  readonly warnings: readonly string[];
  readonly trusted: boolean;
  readonly untrusted?: UntrustedConfig;
}

interface ReadOptions {
  readonly answer: Awaited<ReturnType<ProjectTrust['of']>>;
  /** Counts in place of the project's own file, which nobody has to be asked about then. */
  readonly instead: string | undefined;
}

async function readSettings({ ports }: AppliedDeps, project: string, { answer, instead }: ReadOptions): Promise<Settings> {
  const { paths, environment } = ports;
  if (!answer.ok) return builtIn(answer.error);
  const { trusted, looked, ...notice } = answer.value;
  const own = looked?.own;
  const loaded = await loadConfig({ paths, environment, project, projectTrusted: trusted, own, instead });
  const skills = trusted ? [] : await projectSkills(project);
  const brings = skills.length === 0 ? {} : { skills };
  const untrusted =
    trusted || (instead !== undefined && skills.length === 0)
      ? {}
      : { untrusted: { ...(await describeUntrusted(project, { paths, environment, own })), ...brings, ...notice } };
  if (!loaded.ok) return { ...builtIn(loaded.error), trusted, ...untrusted };
  const missing = await missingExtraFiles(project, loaded.value.config.project_context);
  return { ...loaded.value, warnings: [...loaded.value.warnings, ...missing], problem: undefined, trusted, ...untrusted };
}

function builtIn(problem: Problem): Settings {
  return { config: configSchema.parse({}), problem, warnings: [], trusted: false };
}

interface ApplyOptions {
  readonly project: string;
  readonly settings: Settings;
  readonly before: Applied | undefined;
  readonly options: OpenProjectOptions;
}

async function applied(deps: AppliedDeps, { project, settings, before, options }: ApplyOptions): Promise<Applied> {
  const { untrusted, warnings, trusted } = settings;
  // A file that is being edited may be broken for a moment: what counted goes on counting beside the problem.
  const read = settings.problem && before ? before.config : settings.config;
  const config = options.unsafe ? withoutSandbox(read) : read;
  const model = startModel(config, options, deps.ports.environment.vars);
  const broad = options.broad ? undefined : broadFolder(project, await realHome(deps.ports), config.paths.broad_folders);
  const problem = settings.problem ?? (model.ok ? undefined : model.error) ?? broad;
  const same = before && isDeepStrictEqual(before.config, config) ? before : undefined;
  if (same && isDeepStrictEqual([same.problem, same.untrusted], [problem, untrusted])) return same;
  const sources = { ...deps.ports, ...deps.sources };
  const discovery = same?.discovery ?? createDiscovery(config, sources);
  return {
    config: same?.config ?? config,
    discovery,
    models: same?.models ?? createModels(config, sources, discovery),
    sandbox: keepsSandbox(before?.config, config) && before ? before.sandbox : await makeSandbox(deps, project, config),
    startModel: model.ok ? model.value : undefined,
    problem,
    untrusted,
    trusted,
    warnings,
  };
}

/** A home folder that is not there holds nothing. */
async function realHome({ environment }: Ports): Promise<string> {
  return realpath(environment.home).catch(() => environment.home);
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

function keepsSandbox(before: Config | undefined, config: Config): boolean {
  const partsOf = (one: Config | undefined) => [one?.sandbox, one?.paths.writable_paths, one?.paths.blocked_paths, one?.permissions];
  return isDeepStrictEqual(partsOf(before), partsOf(config));
}

function makeSandbox({ ports, hosts }: AppliedDeps, project: string, config: Config): Promise<Sandbox> {
  const { environment, paths, processes, logger } = ports;
  return createSandbox({
    project,
    config: config.sandbox,
    paths: config.paths,
    docker: config.permissions.docker,
    environment,
    state: paths,
    processes,
    logger,
    askHost: hosts.ask,
  });
}

function withoutSandbox(config: Config): Config {
  return { ...config, sandbox: { ...config.sandbox, enabled: false } };
}

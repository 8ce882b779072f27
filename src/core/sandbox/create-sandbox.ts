import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { err, type Result } from '../../shared/result.ts';
import type { PathsConfig, SandboxConfig } from '../config/schema.ts';
import { closedPlaces, locateProgram } from '../lib/locate-program.ts';
import type { Environment, Logger, Processes, StatePaths } from '../lib/ports.ts';
import { deviceGuard } from './device-guard.ts';
import { probeSandbox, probeTraits } from './doctor.ts';
import { filterEnvironment } from './environment.ts';
import { kindOf, readable, realPath } from './git-kinds.ts';
import { type HostTraits, readHostTraits } from './host-traits.ts';
import { bubblewrapLauncher, type Launch, type OutsidePrograms, seatbeltLauncher, writeFilter } from './launcher.ts';
import type { Resolve } from './network/dialer.ts';
import { type AskHostOf, createNetworks, type Networks, NO_NETWORKS } from './network/networks.ts';
import { createNoSandbox } from './none.ts';
import { hiddenPaths, openedPaths } from './policy.ts';
import { createProcessGroup, groupBounds, type ProcessGroup } from './process-group.ts';
import type { Sandbox } from './sandbox.ts';
import { makeSessionFolders, removeSessionFolder, sessionsFolder } from './session-folders.ts';
import { createSessionSandbox } from './session-sandbox.ts';
import { sweepSessions } from './session-sweep.ts';
import { sshOverlay } from './ssh-overlay.ts';

export interface SandboxOptions {
  /** Real path of the project; its `.steiner` holds the sessions' tmp and the private cache. */
  readonly project: string;
  readonly config: SandboxConfig;
  readonly paths: Pick<PathsConfig, 'writable_paths' | 'blocked_paths'>;
  /** Whether commands may give orders to Docker. Default false. */
  readonly docker?: boolean;
  readonly environment: Environment;
  readonly state: StatePaths;
  readonly processes: Processes;
  readonly logger?: Logger;
  /** With `network: allowlist`: how names become addresses, by default as the host does it. */
  readonly resolve?: Resolve;
  /** With `network: allowlist`: decides on hosts that are on no list. Default: they are refused. */
  readonly askHost?: AskHostOf;
}

/** The sandbox of a project. The probe is started and not waited for: `decide` and `ready` do that. */
export function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { project, config, environment, processes, state } = options;
  const fallback = join(state.state, 'sandbox');
  const makeFolders = (session: string) => makeSessionFolders(project, fallback, session);
  void Promise.all([join(project, '.steiner'), fallback].map((own) => sweepSessions(sessionsFolder(own), SWEEP)));
  if (!config.enabled) {
    const env = filterEnvironment(environment.vars, config);
    const makeTmp = async (session: string) => (await makeFolders(session)).tmp;
    return Promise.resolve(createNoSandbox({ env, processes, makeTmp, removeTmp: removeSessionFolder }));
  }
  const closed = writableFolders(options);
  processes.distrust(closed);
  const probe = probeSandbox({ environment, processes, project });
  const given = { config, docker: options.docker, environment };
  const policy = { ...given, writablePaths: options.paths.writable_paths, hidden: hiddenPaths({ ...given, own: state }) };
  const { launch, idle } = createLauncher({ ...options, closed }, fallback, probe);
  const overlays = environment.platform === 'linux' ? sshOverlay(join(fallback, 'ssh_config.d')) : Promise.resolve([]);
  const networks = createNetworksOf(options, probe);
  return Promise.resolve(
    createSessionSandbox({ probe, launch, policy, overlays, networks, processes, project, paths: options.paths, makeFolders, idle }),
  );
}

const NO_ALLOWLIST: Problem = {
  code: 'sandbox_unavailable',
  message: 'Commands cannot run: a list of allowed hosts is not enforced on macOS yet.',
  hint: 'Set `sandbox.network` to `off` or `host`.',
  safe: 'No command was run.',
};

const SWEEP = { remove: removeSessionFolder };

function createNetworksOf(options: SandboxOptions, probe: Promise<Result<string, Problem>>): Networks {
  const { config, processes, logger, resolve, askHost } = options;
  if (config.network !== 'allowlist') return NO_NETWORKS;
  if (options.environment.platform === 'darwin') return { ...NO_NETWORKS, open: () => Promise.resolve(err(NO_ALLOWLIST)) };
  const bubblewrap = async () => {
    const found = await probe;
    return found.ok ? found.value : undefined;
  };
  return createNetworks({ allowedHosts: config.allowed_hosts, bubblewrap, processes, logger, resolve, askHost });
}

/** Nothing is run outside of sandboxes from there. */
function writableFolders({ project, config, paths, environment }: SandboxOptions): readonly string[] {
  const opened = openedPaths({ root: project, environment, config, writablePaths: paths.writable_paths });
  const caches = config.bind_host_cache ? [join(environment.home, '.cache')] : [];
  return [project, ...opened, ...caches].flatMap((path) => [path, readable(() => realPath(path)) ?? path]);
}

/** What a command puts into a folder of PATH must not be the shell that puts the next one under its limits either. */
function outsidePrograms(path: string, closed: readonly string[]): OutsidePrograms {
  const [bash = '', nsenter = ''] = ['bash', 'nsenter'].map((name) => locateProgram(name, path, closed) ?? join('/usr/bin', name));
  const places = locateProgram('bash', path, []) === bash ? closedPlaces('bash', path, closed) : undefined;
  return { bash, nsenter, isFound: () => places?.every((place) => kindOf(place) === 'missing') ?? false };
}

interface LauncherOptions extends SandboxOptions {
  readonly closed: readonly string[];
}

interface Launcher {
  readonly launch: Promise<Launch>;
  readonly idle: () => Promise<void>;
}

function createLauncher(options: LauncherOptions, folder: string, probe: Promise<Result<string, Problem>>): Launcher {
  const { environment, config, project, closed } = options;
  if (environment.platform === 'darwin') return { launch: Promise.resolve(seatbeltLauncher()), idle: () => Promise.resolve() };
  let group: ProcessGroup | undefined;
  async function make(): Promise<Launch> {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
    if (process.getuid?.() === 0) group = await createProcessGroup(groupName(project), groupBounds(config));
    const [filter, traits, found] = await Promise.all([writeFilter(folder, process.arch), readHostTraits(), probe]);
    const tried = found.ok ? await tryTraits(found.value, { ...traits, devices: await deviceGuard(folder, traits) }, options) : traits;
    const programs = outsidePrograms(environment.vars.PATH ?? '', closed);
    return bubblewrapLauncher({ filter, group, programs, traits: { ...tried, boundsMemory: group?.boundsMemory ?? false } });
  }
  return { launch: make(), idle: async () => group?.remove() };
}

/** Where a system lets nobody make a sandbox who is in one already, each makes its own mounts; where devices cannot be guarded, they are not. */
async function tryTraits(bubblewrap: string, { devices, ...traits }: HostTraits, options: SandboxOptions): Promise<HostTraits> {
  const guarded = devices ? [{ devices, nests: true }, { devices }] : [];
  for (const more of [...guarded, { nests: true }]) {
    const tried = { ...traits, ...more };
    if (await probeTraits(bubblewrap, tried, options)) return tried;
  }
  return traits;
}

/** One for each project that this process has open. */
function groupName(project: string): string {
  return createHash('sha256').update(project).digest('hex').slice(0, 8);
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { errnoOf } from '../../lib/errno.ts';
import type { Logger, Processes } from '../../lib/ports.ts';
import { makeTempFolder } from '../../lib/temp-folder.ts';
import { createDialer, type DeniedHost, type HostAnswer, type HostRequest, type Resolve } from './dialer.ts';
import { startEgressProxy } from './egress-proxy.ts';
import { hostRules } from './host-rules.ts';
import { startNetworkOwner } from './network-owner.ts';

/** What commands of one session need to reach the allowed hosts. */
export interface Network {
  readonly owner: number;
  readonly env: Readonly<Record<string, string>>;
}

/** The networks of a project's sessions. */
export interface Networks {
  /** The session's network, made on first use; nothing when commands need none of their own. */
  open(session: string): Promise<Result<Network | undefined, Problem>>;
  /** Hosts refused since `takeDenied` was called last. */
  denied(owner: number | undefined): readonly string[];
  /** Hosts refused since the last call, each once. */
  takeDenied(owner: number | undefined): readonly DeniedHost[];
  close(session: string): Promise<void>;
}

/** Decides on a host that a command of that session wants. */
export type AskHostOf = (session: string, request: HostRequest) => Promise<HostAnswer>;

export interface NetworksOptions {
  readonly allowedHosts: readonly string[];
  /** Absolute path of bubblewrap. */
  readonly bubblewrap: () => Promise<string | undefined>;
  readonly processes: Processes;
  readonly logger?: Logger | undefined;
  readonly resolve?: Resolve | undefined;
  /** Asked about each host that is on no list; the connection waits. Without it such a host is refused. */
  readonly askHost?: AskHostOf | undefined;
}

/** For `off` and `host`. */
export const NO_NETWORKS: Networks = {
  open: () => Promise.resolve(ok(undefined)),
  denied: () => [],
  takeDenied: () => [],
  close: () => Promise.resolve(),
};

interface OpenNetwork {
  readonly network: Network;
  readonly denied: Map<string, DeniedHost>;
  isAlive(): boolean;
  close(): Promise<void>;
}

export function createNetworks(options: NetworksOptions): Networks {
  const networks = new Map<string, Promise<Result<OpenNetwork, Problem>>>();

  /** One after another, so that two calls at once do not make two networks. A network whose process died is made anew. */
  function current(session: string): Promise<Result<OpenNetwork, Problem>> {
    const known = networks.get(session);
    const next = replaceDead(known, () => openNetwork(session, options));
    networks.set(session, next);
    return next;
  }

  const byOwner = new Map<number, OpenNetwork>();
  return {
    open: async (session) => {
      const opened = await current(session);
      if (!opened.ok) return opened;
      byOwner.set(opened.value.network.owner, opened.value);
      return ok(opened.value.network);
    },
    denied: (owner) => [...((owner === undefined ? undefined : byOwner.get(owner)?.denied)?.keys() ?? [])],
    takeDenied: (owner) => {
      const denied = owner === undefined ? undefined : byOwner.get(owner)?.denied;
      const hosts = [...(denied?.values() ?? [])];
      denied?.clear();
      return hosts;
    },
    close: async (session) => {
      const known = await networks.get(session);
      networks.delete(session);
      if (!known?.ok) return;
      byOwner.delete(known.value.network.owner);
      await known.value.close();
    },
  };
}

async function replaceDead(
  known: Promise<Result<OpenNetwork, Problem>> | undefined,
  make: () => Promise<Result<OpenNetwork, Problem>>,
): Promise<Result<OpenNetwork, Problem>> {
  const opened = await known;
  if (opened?.ok && opened.value.isAlive()) return opened;
  if (opened?.ok) await opened.value.close();
  return make();
}

async function openNetwork(session: string, options: NetworksOptions): Promise<Result<OpenNetwork, Problem>> {
  const { processes, logger, askHost, resolve } = options;
  const bubblewrap = await options.bubblewrap();
  if (bubblewrap === undefined) return err(unavailable('bubblewrap is missing'));
  const folder = await makeTempFolder('net');
  const socket = join(folder, 'proxy');
  const denied = new Map<string, DeniedHost>();
  const dial = createDialer({
    rules: hostRules(options.allowedHosts),
    resolve,
    ask: askHost && ((request) => askHost(session, request)),
    onDenied: (one) => {
      denied.set(one.host, one);
      logger?.log('info', 'the sandbox denied a host', { host: one.host });
    },
  });
  const proxy = await startEgressProxy(socket, dial);
  const close = async () => {
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  };
  const owner = await startOwner({ bubblewrap, socket, owner: `network of ${session}`, processes });
  if (!owner.ok) {
    await close();
    return owner;
  }
  let alive = true;
  void owner.value.process.exited.then(() => {
    alive = false;
  });
  const network = { owner: owner.value.pid, env: proxyVariables(owner.value.port) };
  const end = async () => {
    owner.value.process.kill();
    await owner.value.process.exited;
    await close();
  };
  return ok({ network, denied, isAlive: () => alive, close: end });
}

type Owner = NonNullable<Awaited<ReturnType<typeof startNetworkOwner>>>;

async function startOwner(options: Parameters<typeof startNetworkOwner>[0]): Promise<Result<Owner, Problem>> {
  try {
    const owner = await startNetworkOwner(options);
    return owner ? ok(owner) : err(unavailable('it could not be started'));
  } catch (failure) {
    const errno = errnoOf(failure);
    if (errno === undefined) throw failure;
    return err(unavailable(errno));
  }
}

function unavailable(reason: string): Problem {
  return {
    code: 'sandbox_unavailable',
    message: `Commands cannot run: the network for allowed hosts could not be set up (${reason}).`,
    hint: 'Set `sandbox.network` to `off` or `host`, or install bubblewrap and util-linux (nsenter).',
    safe: 'No command was run.',
  };
}

/** Read by curl, git, npm, pip, cargo, Go and most HTTP libraries. The network's own loopback is reached directly. */
function proxyVariables(port: number): Readonly<Record<string, string>> {
  const http = `http://127.0.0.1:${port}`;
  const values = { http_proxy: http, https_proxy: http, all_proxy: `socks5h://127.0.0.1:${port}`, no_proxy: 'localhost,127.0.0.1,::1' };
  const upper = Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]));
  return { ...values, ...upper, NODE_USE_ENV_PROXY: '1' };
}

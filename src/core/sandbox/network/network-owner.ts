import { createInterface } from 'node:readline';
import type { ManagedProcess, Processes } from '../../lib/ports.ts';

/** A process in a network of its own, with a port on that network's loopback that leads to the egress proxy. */
export interface NetworkOwner {
  readonly pid: number;
  readonly port: number;
  readonly process: ManagedProcess;
}

export interface NetworkOwnerOptions {
  readonly bubblewrap: string;
  readonly socket: string;
  readonly owner: string;
  readonly processes: Processes;
}

/**
 * Runs in the new network. Prints its pid, which is the host's since it has no pid namespace, and its port. It ends with its input: bubblewrap, when it is
 * killed early, does not take it along.
 */
const FORWARDER = `
const net = require('node:net');
process.stdin.on('end', () => process.exit()).resume();
const server = net.createServer({ allowHalfOpen: true }, (inner) => {
  const outer = net.connect({ path: process.argv[1], allowHalfOpen: true });
  inner.on('error', () => outer.destroy());
  outer.on('error', () => inner.destroy());
  inner.pipe(outer).pipe(inner);
});
server.listen(0, '127.0.0.1', () => console.log(process.pid + ' ' + server.address().port));
`;

/** No \`/dev\` of its own: for that bubblewrap makes a second user namespace, in which the network could not be joined. */
const NAMESPACES = ['--unshare-user', '--unshare-net', '--unshare-ipc', '--unshare-uts'];
const LIFE = ['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--ro-bind', '/', '/'];

/** Resolves with nothing when it ends before it listens. */
export async function startNetworkOwner(options: NetworkOwnerOptions): Promise<NetworkOwner | undefined> {
  const { bubblewrap, socket, owner, processes } = options;
  const args = [...NAMESPACES, ...LIFE, '--', process.execPath, '-e', FORWARDER, socket];
  const env = { ELECTRON_RUN_AS_NODE: '1' };
  const started = await processes.spawn({ command: bubblewrap, args, cwd: '/', env, owner, label: 'sandbox network', stdin: 'pipe' });
  started.stderr.resume();
  for await (const line of createInterface(started.stdout)) {
    const [pid = 0, port = 0] = line.split(' ').map(Number);
    started.stdout.resume();
    return { pid, port, process: started };
  }
  return undefined;
}

/** Starts a command line in the network of that process, as the same user and without rights in it. */
export function joinNetwork(nsenter: string, pid: number, argv: readonly string[]): readonly [string, ...string[]] {
  return [nsenter, '--target', String(pid), '--user', '--net', '--preserve-credentials', ...argv];
}

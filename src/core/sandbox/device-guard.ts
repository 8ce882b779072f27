import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locateProgram } from '../lib/locate-program.ts';
import type { HostTraits } from './host-traits.ts';

/** The machine's own, as bubblewrap shows them. */
const NODES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`);
/** Mounted read-only a node takes no other mode or owner, and can be written. In a user namespace what the mount has already cannot be left out. */
const TABLE = NODES.map((node) => `${node} ${node} none bind,ro,nosuid,noexec 0 0\n`).join('');
const SCRIPT = '"$0" --all --fstab "$1" && shift && exec "$@"';

/** Fails where a mode can be changed, also into the one that it is. */
export const DEVICES_HOLD = [
  'sh',
  '-c',
  'for node; do chmod "$(stat -c %a "$node")" "$node" 2> /dev/null && exit 1; done; :',
  'sh',
  ...NODES,
];

/**
 * What the line of a sandbox begins with, so that no command changes mode or owner of the machine's devices. Only who is root could, and bubblewrap itself has no
 * mount that is read-only and lets devices be used: the nodes are made so in a mount namespace around it. Nothing where that needs no care or cannot be done.
 */
export async function deviceGuard(folder: string, { isRoot, mayMount }: HostTraits): Promise<HostTraits['devices']> {
  if (!isRoot) return undefined;
  const [unshare, sh, mount] = ['unshare', 'sh', 'mount'].map((name) => locateProgram(name, '', []));
  const table = join(folder, 'devices.fstab');
  const written = await writeFile(table, TABLE, { mode: 0o600 }).then(
    () => true,
    () => false,
  );
  if (!unshare || !sh || !mount || !written) return undefined;
  const own = mayMount ? [] : ['--user', '--map-root-user'];
  return [unshare, ...own, '--mount', '--propagation', 'slave', sh, '-c', SCRIPT, mount, table];
}

import { isAbsolute, join } from 'node:path';
import type { StatePaths } from '../lib/ports.ts';

const CREDENTIALS = [
  ...['.ssh', '.gnupg/private-keys-v1.d', '.password-store', '.local/share/keyrings', '.netrc', '.git-credentials'],
  ...['.aws', '.azure', '.kube', '.config/gcloud', '.config/gh', '.config/glab-cli', '.config/git/credentials', '.config/hub'],
  ...['.config/doctl', '.config/rclone', '.oci', '.terraform.d/credentials.tfrc.json', '.terraformrc', '.vault-token', '.fly'],
  ...['.npmrc', '.yarnrc.yml', '.pypirc', '.gem/credentials', '.cargo/credentials', '.cargo/credentials.toml', '.m2/settings.xml'],
  ...['.docker/config.json', '.config/containers/auth.json', '.gradle/gradle.properties', '.composer/auth.json', '.pgpass', '.my.cnf'],
];

const BROWSERS = [
  ...['.mozilla', '.thunderbird', '.config/google-chrome', '.config/google-chrome-beta', '.config/chromium', '.config/vivaldi'],
  ...['.config/BraveSoftware', '.config/microsoft-edge', '.config/opera', 'snap/firefox', 'snap/chromium'],
  ...['.var/app/org.mozilla.firefox', '.var/app/com.google.Chrome', '.var/app/org.chromium.Chromium'],
];

/** Of `~/.ssh`, what a connection through the agent needs and what holds no key. */
const SSH_OPEN = ['config', 'config.d', 'known_hosts', 'known_hosts2'];

/** Container engines on the desktop keep their sockets at home. Cookies of the X server let a program type into other windows. */
const HOME_CONTROL = ['.docker/run', '.docker/desktop', '.colima', '.rd', '.orbstack/run', '.lima', '.Xauthority', '.ICEauthority'];

/** The folders of sessions are hidden whole: editors, window managers, terminals and buses all take orders through sockets there. */
const CONTROL = [
  ...['/run/docker.sock', '/run/containerd/containerd.sock', '/run/podman/podman.sock', '/run/crio/crio.sock', '/run/buildkit'],
  ...['/run/dbus/system_bus_socket', '/run/systemd/private', '/run/systemd/io.systemd.Manager', '/run/snapd.sock', '/run/libvirt'],
  ...['/run/user', '/run/screen', '/run/tmux', '/run/WSL', '/var/lib/lxd/unix.socket', '/var/snap/lxd/common/lxd/unix.socket'],
];

/** Services that do on the host's network what they are asked over a socket: names, printers, databases. Hidden where commands do not share it. */
export const NETWORK_SOCKETS: readonly string[] = [
  ...['/run/systemd/resolve/io.systemd.Resolve', '/run/systemd/resolve/io.systemd.Resolve.Monitor', '/run/nscd', '/run/avahi-daemon'],
  ...['/run/cups', '/run/postgresql', '/run/mysqld', '/run/redis'],
];

/** Files and folders that nobody but the person reads: not a command, and not the file tools. They need not exist. */
export function secretPaths(home: string, own: StatePaths): readonly string[] {
  return [...[...CREDENTIALS, ...BROWSERS].map((path) => join(home, path)), own.config, own.state];
}

/** Public parts of a folder that is otherwise secret. */
export function openPaths(home: string): readonly string[] {
  return SSH_OPEN.map((name) => join(home, '.ssh', name));
}

/** Sockets through which a command could have something started outside the sandbox: container engines, the message buses, systemd. */
export function controlSockets(home: string, runtimeFolder: string | undefined, docker: boolean): readonly string[] {
  const user = runtimeFolder !== undefined && isAbsolute(runtimeFolder) && runtimeFolder !== '/' ? [runtimeFolder] : [];
  const all = [...CONTROL, ...user, ...HOME_CONTROL.map((path) => join(home, path))];
  return docker ? all.filter((path) => !/\/\.?docker(\.sock|\/run|\/desktop)$/.test(path)) : all;
}

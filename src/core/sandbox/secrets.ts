import { isAbsolute, join } from 'node:path';
import type { Environment, StatePaths } from '../lib/ports.ts';

const CREDENTIALS = [
  ...[
    '.ssh',
    '.gnupg/private-keys-v1.d',
    '.gnupg/secring.gpg',
    '.pki',
    '.age',
    '.config/sops/age',
    '.config/age',
    '.password-store',
    '.local/share/keyrings',
    '.netrc',
    '.git-credentials',
  ],
  ...['.aws', '.azure', '.kube', '.config/gcloud', '.config/gh', '.config/glab-cli', '.config/git/credentials', '.config/hub'],
  ...['.config/doctl', '.config/rclone', '.oci', '.terraform.d/credentials.tfrc.json', '.terraformrc', '.vault-token', '.fly'],
  ...['.npmrc', '.yarnrc.yml', '.pypirc', '.gem/credentials', '.cargo/credentials', '.cargo/credentials.toml', '.m2/settings.xml'],
  ...['.docker/config.json', '.config/containers/auth.json', '.gradle/gradle.properties', '.composer/auth.json', '.pgpass', '.my.cnf'],
  ...['.yarnrc', '.nuget/NuGet/NuGet.Config', '.config/NuGet', '.pip/pip.conf', '.config/pip/pip.conf', '.config/composer/auth.json'],
  ...[
    '.bundle/config',
    '.sbt/.credentials',
    '.ivy2/.credentials',
    '.config/helm/registry',
    '.local/share/containers/auth.json',
    '.condarc',
  ],
  ...['.databrickscfg', '.huggingface/token', '.cache/huggingface/token', '.kaggle', '.mylogin.cnf', '.s3cfg', '.boto', '.snowsql'],
  ...['.codex/auth.json', '.claude/.credentials.json', '.gemini', '.config/github-copilot', '.config/op', '.config/configstore'],
  ...['.pulumi/credentials.json', '.config/ngrok', '.config/hcloud', '.config/stripe', '.config/netlify', '.subversion/auth'],
];

/** What people write to each other, and where passwords are kept. */
const PRIVATE = [
  ...[
    '.config/Slack',
    '.config/discord',
    '.config/Signal',
    '.config/Element',
    '.config/Microsoft',
    '.config/1Password',
    '.config/Bitwarden',
  ],
  ...['.config/keepassxc', '.config/filezilla'],
];

const BROWSERS = [
  ...['.mozilla', '.thunderbird', '.config/google-chrome', '.config/google-chrome-beta', '.config/chromium', '.config/vivaldi'],
  ...['.config/BraveSoftware', '.config/microsoft-edge', '.config/opera', 'snap/firefox', 'snap/chromium'],
  ...['.var/app/org.mozilla.firefox', '.var/app/com.google.Chrome', '.var/app/org.chromium.Chromium'],
];

/** The same on macOS, below `~/Library`. Containers hold the data of apps from its store, group containers what several apps share. */
const MAC_LIBRARY = [
  ...['Keychains', 'Cookies', 'Safari', 'Mail', 'Messages', 'Containers', 'Group Containers', 'Accounts', 'Calendars', 'Thunderbird'],
  ...[
    ...[
      'Firefox',
      'Google/Chrome',
      'Google/Chrome Beta',
      'Chromium',
      'BraveSoftware',
      'Microsoft Edge',
      'Vivaldi',
      'com.operasoftware.Opera',
    ],
    ...['Arc', 'Slack', 'discord', 'Signal', 'Element', '1Password', 'Bitwarden', 'keepassxc', 'AddressBook', 'com.apple.TCC'],
    ...['gcloud', 'GitHub CLI', 'github-copilot', 'doctl', 'rclone', 'pip/pip.conf', 'sops/age', 'ngrok', 'com.apple.sharedfilelist'],
  ].map((name) => `Application Support/${name}`),
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
export function secretPaths({ home, platform }: Pick<Environment, 'home' | 'platform'>, own: StatePaths): readonly string[] {
  const library = platform === 'darwin' ? MAC_LIBRARY.map((path) => `Library/${path}`) : [];
  return [...[...CREDENTIALS, ...BROWSERS, ...PRIVATE, ...library].map((path) => join(home, path)), own.config, own.state];
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

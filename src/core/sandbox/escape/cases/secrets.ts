import { attempts, type EscapeCase, READ_ONLY } from '../case.ts';

const HIDDEN = /looked/;
/** Below the home folder; `arenas.ts` puts the canary into each. */
export const SECRET_FILES = [
  ...['.ssh/id_ed25519', '.aws/credentials', '.kube/config', '.azure/token', '.config/gcloud/credentials.db', '.config/gh/hosts.yml'],
  ...['.npmrc', '.netrc', '.pypirc', '.git-credentials', '.docker/config.json', '.cargo/credentials.toml', '.m2/settings.xml', '.pgpass'],
  ...['.gnupg/private-keys-v1.d/key', '.password-store/a.gpg', '.mozilla/firefox/logins.json', '.config/google-chrome/Default/Cookies'],
  ...['.local/share/keyrings/login.keyring', '.vault-token', '.Xauthority', '.terraform.d/credentials.tfrc.json'],
  ...[
    '.codex/auth.json',
    '.config/pip/pip.conf',
    '.config/sops/age/keys.txt',
    '.local/share/containers/auth.json',
    '.config/Slack/Cookies',
  ],
];

export const SECRET_CASES: readonly EscapeCase[] = [
  ...attempts(
    'secrets',
    'checkout',
    SECRET_FILES.map(
      (file) =>
        [`secret-${file.replace(/\W+/g, '-').replace(/^-/, '')}`, `~/${file} is not read`, `cat ~/${file}; echo looked`, HIDDEN] as const,
    ),
  ),
  ...attempts('secrets', 'checkout', [
    ['secret-search', 'no search of the home folder finds one', 'grep -rs CANARY ~; echo looked', HIDDEN],
    ['secret-copy', 'no copy of the home folder has one', 'cp -r ~ copy 2> /dev/null; grep -rs CANARY copy; echo looked', HIDDEN],
    [
      'secret-archive',
      'no archive of the home folder has one',
      'tar -cf all.tar -C ~ . 2> /dev/null; grep -ac CANARY all.tar; echo looked',
      HIDDEN,
    ],
    ['secret-link', 'no link leads to one', 'ln -s ~/.ssh s; cat s/id_ed25519; ln -s ~/.npmrc n; cat n; echo looked', HIDDEN],
    [
      'secret-root',
      'no other name of the root leads to one',
      'cat "/proc/self/root$HOME/.npmrc" "$HOME/../home/./.npmrc"; echo looked',
      HIDDEN,
    ],
    ['secret-state', "Steiner's sessions are not read", 'cat "$BASE/steiner/state/sessions/x"; echo looked', HIDDEN],
    ['secret-config', "Steiner's keys are not read", 'cat "$BASE/steiner/config/config.yaml"; echo looked', HIDDEN],
    [
      'secret-git-store',
      'git hands out no stored password',
      'printf "protocol=https\\nhost=example.com\\n\\n" | GIT_TERMINAL_PROMPT=0 git -c credential.helper=store credential fill; echo looked',
      HIDDEN,
    ],
    ['secret-plant', 'nothing is put in the place of one', 'echo x > ~/.npmrc; echo x > ~/.ssh/config', /Read-only|denied/],
    ['environment-secrets', 'no secret is in the environment', 'env; echo looked', HIDDEN],
    [
      'environment-code',
      'nothing in the environment runs code',
      'env | grep -E "^(LD_PRELOAD|BASH_ENV|ENV|PROMPT_COMMAND|GIT_SSH_COMMAND|GIT_DIR|BASH_FUNC)" || echo none',
      /none/,
    ],
    [
      'environment-sockets',
      'no address of a control socket is in the environment',
      'env | grep -E "^(DOCKER_HOST|DBUS_|DISPLAY|WAYLAND_|TMUX|XDG_RUNTIME_DIR|VSCODE_)" || echo none',
      /none/,
    ],
    ['tmp-host', "the host's /tmp is not seen", 'ls -A /tmp | grep -F "$MARK" || echo none', /none/],
  ]),
  ...attempts('caches', 'checkout', [
    ['cache-read', "the person's caches are not read", 'cat ~/.cache/pip/wheel; echo looked', HIDDEN],
    [
      'cache-write',
      "the person's caches are not written",
      'mkdir -p ~/.cache/pip && echo poisoned > ~/.cache/pip/wheel && echo looked',
      HIDDEN,
    ],
    ['cache-npm', "npm's own folder is not written", 'mkdir -p ~/.npm && echo x > ~/.npm/x', READ_ONLY],
    ['cache-cargo', "cargo's registry is not written", 'mkdir -p ~/.cargo/registry && echo x > ~/.cargo/registry/x', READ_ONLY],
    ['cache-maven', "maven's repository is not written", 'mkdir -p ~/.m2/repository && echo x > ~/.m2/repository/x', READ_ONLY],
    ['cache-go', "go's modules are not written", 'mkdir -p ~/go/pkg && echo x > ~/go/pkg/x', READ_ONLY],
    ['cache-python', "python's packages are not written", 'mkdir -p ~/.local/lib && echo x > ~/.local/lib/x', READ_ONLY],
  ]),
];

export const SOCKET_CASES: readonly EscapeCase[] = attempts('sockets', 'checkout', [
  ['socket-docker-home', 'docker at home is not reached', 'sock ~/.docker/run/docker.sock', /ENOENT|ECONNREFUSED/],
  ['socket-docker', 'docker is not reached', 'sock /run/docker.sock; sock /var/run/docker.sock', /ENOENT|ECONNREFUSED|EACCES/],
  ['socket-podman', 'podman is not reached', 'sock "$BASE/runtime/podman/podman.sock"', /ENOENT|ECONNREFUSED/],
  ['socket-bus', 'the session bus is not reached', 'sock "$BASE/runtime/bus"', /ENOENT|ECONNREFUSED/],
  ['socket-system-bus', 'the system bus is not reached', 'sock /run/dbus/system_bus_socket', /ENOENT|ECONNREFUSED|EACCES|ENOTSOCK/],
  [
    'socket-systemd',
    'the service manager is not reached',
    'sock "$BASE/runtime/systemd/private"; sock /run/systemd/private',
    /ENOENT|ECONNREFUSED/,
  ],
  ['socket-wayland', 'the display is not reached', 'sock "$BASE/runtime/wayland-0"', /ENOENT|ECONNREFUSED/],
  ['socket-x11', 'the X server is not reached', 'sock /tmp/.X11-unix/X0', /ENOENT/],
  ['socket-tmux', 'terminals of tmux are not reached', 'ls /tmp | grep tmux || echo none', /none/],
  ['socket-editor', 'an editor of the person takes no orders', 'sock "$BASE/runtime/emacs/server"', /ENOENT|ECONNREFUSED/],
  ['socket-agent', 'the ssh agent answers, as the policy says', 'sock "$SSH_AUTH_SOCK"', /answered/],
  ['socket-agent-folder', 'what lies beside the agent is not reached', 'ls "$BASE/runtime"', /^(?!.*bus)[\s\S]*agent/],
  ['socket-runtime', 'nothing is put beside the agent', 'echo x > "$BASE/runtime/x"', READ_ONLY],
]);

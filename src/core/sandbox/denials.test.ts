import { expect, test } from 'vitest';
import { endsInTime } from '../testing/bounded-work.ts';
import { createSandboxRig, type SandboxRigOptions } from '../testing/sandbox-rig.ts';
import { type DenialKind, explainDenials, findDenials } from './denials.ts';
import type { SandboxPolicy } from './sandbox.ts';

const POLICY: SandboxPolicy = {
  root: '/home/u/project',
  rootWritable: true,
  writable: ['/home/u/project/.git'],
  readOnly: ['/home/u/project/.git/config', '/home/u/project/.steiner', '/home/u/project/.gitshared'],
  sealed: ['/home/u/project/.git/hooks', '/home/u/project/.husky'],
  forbidden: [],
  absent: [],
  links: [],
  linkFree: [],
  unreadable: ['/home/u/.ssh', '/home/u/.npmrc', '/run/docker.sock'],
  readable: ['/home/u/.ssh/config', '/home/u/.ssh/known_hosts'],
  overlays: [],
  tmp: '/t',
  cache: '/c',
  cacheTarget: '/home/u/.cache',
  network: 'host',
  limits: { processes: 64, fileBytes: 1024 ** 3 },
  env: {},
};

test.each<[string, string, string, readonly DenialKind[], Partial<SandboxPolicy>?]>([
  ['a shell', 'echo x > /etc/x', 'bash: line 1: /etc/x: Read-only file system', ['write-outside']],
  ['Node', 'node a.js', "Error: EROFS: read-only file system, open '/opt/x'", ['write-outside']],
  ['Python', 'python3 a.py', "OSError: [Errno 30] Read-only file system: '/opt/x'", ['write-outside']],
  ['Rust', 'cargo build', 'failed to create /opt/x: Read-only file system (os error 30)', ['write-outside']],
  ['a hook', 'husky', "cp: cannot create regular file '.git/hooks/pre-commit': Read-only file system", ['git-protected']],
  ['a hook of the tree', 'x', 'bash: .husky/pre-commit: Read-only file system', ['git-protected']],
  ['git config', 'git config a.b c', 'error: could not lock config file .git/config: Read-only file system', ['git-protected']],
  ['a folder of hooks', 'x', "mv: cannot move '.git/hooks' to 'h': Device or resource busy", ['git-protected']],
  ['something busy elsewhere', 'x', 'umount: /mnt: Device or resource busy', []],
  ['an included config', 'x', 'tee: .gitshared: Read-only file system', ['git-protected']],
  ['another worktree', 'x', "fatal: Unable to create '/r/.git/worktrees/other/index.lock': Read-only file system", ['other-worktree']],
  [
    'a git folder elsewhere',
    'git commit',
    "fatal: Unable to create '/home/u/gd/index.lock': Read-only file system",
    ['git-elsewhere'],
    { gitElsewhere: '/home/u/gd' },
  ],
  ['own files', 'x', 'bash: .steiner/config.yaml: Read-only file system', ['own-files']],
  ['plan mode', 'touch a', "touch: cannot touch 'a': Read-only file system", ['read-only-project'], { rootWritable: false }],
  ['a hidden key', 'ssh-keygen -y -f ~/.ssh/id_rsa', '/home/u/.ssh/id_rsa: No such file or directory', ['hidden']],
  ['a hidden file', 'npm publish --userconfig $HOME/.npmrc', 'npm error need auth', ['hidden']],
  ['a control socket', 'docker ps', 'Cannot connect to the Docker daemon at unix:///run/docker.sock.', ['hidden']],
  ['what is shown of a hidden folder', 'cat ~/.ssh/config', 'x', []],
  ['a file whose name only begins alike', 'cat ~/.npmrc-example', 'x', []],
  ['no network', 'curl x', 'curl: (6) Could not resolve host: x', ['network'], { network: 'off' }],
  ['no network in Node', 'npm i', 'npm error request failed, reason: getaddrinfo EAI_AGAIN registry', ['network'], { network: 'off' }],
  ['a host of its own fault', 'curl x', 'curl: (6) Could not resolve host: x', []],
  ['a proxy refusal', 'curl x', 'curl: (56) CONNECT tunnel failed, response 403', ['host-not-allowed'], { network: 'allowlist' }],
  ['around the proxy', 'nc x 80', 'nc: connect: Network is unreachable', ['network'], { network: 'allowlist' }],
  ['processes', 'make -j', 'bash: fork: retry: Resource temporarily unavailable', ['limit']],
  ['a large file', 'dd', "dd: error writing 'x': File too large", ['limit']],
  ['an ordinary failure', 'npm test', '1 failed', []],
])('recognises %s', (...[, command, output, kinds, change]) => {
  expect(findDenials({ ...POLICY, ...change }, { command, output }, [])).toEqual(kinds);
});

test('names the hosts that were refused, whatever the program printed', () => {
  const failed = { command: 'x', output: '' };
  const explained = (...denied: Parameters<typeof explainDenials>[2]) =>
    explainDenials({ ...POLICY, network: 'allowlist' }, failed, denied);
  const refused = 'The sandbox denied a.test, b.test: not among `sandbox.allowed_hosts`. Work without it, or ask the person to allow it.';
  expect(explained({ host: 'a.test' }, { host: 'b.test' })).toEqual([refused]);
  expect(explained({ host: 'c.test', answer: 'No c.' })).toEqual(['No c.']);
  expect(explained({ host: 'c.test', answer: 'No c.' }, { host: 'a.test' }, { host: 'b.test' })).toEqual(['No c.', refused]);
});

test.each<[string, string, RegExp, SandboxRigOptions?]>([
  ['a write outside', 'echo x > ~/x', /only in the project and in \/tmp/],
  ['a hook', 'echo x > .git/hooks/pre-commit', /git hooks and git config read-only/],
  ['git config', 'git config a.b c', /git hooks and git config read-only/],
  ["Steiner's own files", 'echo x > .steiner/x', /Steiner keeps its own files/],
  ['a hidden secret', 'cat ~/.ssh/id_rsa', /hides keys, credentials/],
  ['no network', 'exec 3<> /dev/tcp/192.0.2.1/80', /has no network/, { config: { sandbox: { network: 'off' } } }],
])('a real refusal has its message: %s', async (_name, command, message, options) => {
  const rig = await createSandboxRig(options);
  await rig.write('home/.ssh/id_rsa', 'SECRET');
  const decision = await rig.sandbox.decide({ id: 'session', root: rig.project });
  const result = await rig.run(command);
  const explained = rig.sandbox.explain(decision, { command, output: result.stderr });
  await rig.close();
  expect([result.code === 0, explained]).toEqual([false, [expect.stringMatching(message)]]);
});

test.each(["'", ':', '.', 'modules/', '/home/u/.npmrc.'])('a line of many %j is looked through once', (piece) => {
  const output = `${piece.repeat(200_000)} Read-only file system`;
  expect(endsInTime(() => findDenials(POLICY, { command: 'x', output }, []).length)).toBeGreaterThan(0);
});

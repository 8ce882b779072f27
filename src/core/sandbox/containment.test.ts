import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig, type SandboxRigOptions } from '../testing/sandbox-rig.ts';
import { secretPaths } from './secrets.ts';

let rig: SandboxRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(options?: SandboxRigOptions): Promise<SandboxRig> {
  rig = await createSandboxRig(options);
  return rig;
}

test('a command writes in the project and in /tmp, and nowhere else', async () => {
  const { run, base, home, project } = await makeRig();
  const result = await run(`echo in > inside; echo t > /tmp/t; echo x > ${base}/outside; echo x > ${home}/outside; echo x > /etc/outside`);
  expect(result.code).toBe(1);
  expect(result.stderr.match(/Read-only file system/g)).toHaveLength(3);
  expect([join(project, 'inside'), join(base, 'outside'), join(home, 'outside'), '/etc/outside', '/tmp/t'].map(existsSync)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('a session has its own /tmp, kept from call to call and removed at its end', async () => {
  const { run, project, sandbox } = await makeRig();
  await run('echo one > /tmp/note', { id: 'a' });
  const own = join(project, '.steiner', 'tmp', 'sandbox-tmp', 'a');
  expect([await run('cat /tmp/note', { id: 'a' }), await run('ls -A /tmp', { id: 'b' })]).toEqual([
    { code: 0, stdout: 'one\n', stderr: '' },
    { code: 0, stdout: '', stderr: '' },
  ]);
  expect(await readFile(join(own, 'note'), 'utf8')).toBe('one\n');
  expect(await readFile(join(project, '.steiner', '.gitignore'), 'utf8')).toBe('*\n');
  await run('mkdir /tmp/locked; touch /tmp/locked/file; chmod 0 /tmp/locked', { id: 'a' });
  await sandbox.release('a');
  expect(existsSync(own)).toBe(false);
});

test('the cache folder is a private one', async () => {
  const { run, write, home, project } = await makeRig();
  await write('home/.cache/host', 'host');
  const result = await run('ls -A ~/.cache; echo mine > ~/.cache/mine');
  expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(existsSync(join(home, '.cache', 'mine'))).toBe(false);
  expect(await readFile(join(project, '.steiner', 'home', 'cache', 'mine'), 'utf8')).toBe('mine\n');
});

test('keys and credentials cannot be read, public ssh settings can', async () => {
  const { run, write, ports } = await makeRig();
  const secrets = ['.ssh/id_ed25519', '.ssh/keys/key', '.aws/credentials', '.npmrc', '.netrc', '.docker/config.json', '.mozilla/firefox/a'];
  for (const secret of secrets) await write(`home/${secret}`, 'SECRET');
  await write('home/.ssh/config', 'Host *\n');
  await write('home/.ssh/known_hosts', 'example\n');
  await write('home/notes', 'plain');
  await write(join(ports.paths.config, 'config.yaml'), 'SECRET');
  await write(join(ports.paths.state, 'sessions', 'x'), 'SECRET');
  const result = await run(
    `cd; grep -rsc SECRET . ${ports.paths.config} ${ports.paths.state} | grep -v ':0$'; cat .ssh/config .ssh/known_hosts notes`,
  );
  expect(result).toEqual({ code: 0, stdout: 'Host *\nexample\nplain', stderr: '' });
});

test('what further programs keep of passwords and talk cannot be read either, and the private cache stays as it is', async () => {
  const secrets = [
    ...['.nuget/NuGet/NuGet.Config', '.config/NuGet/NuGet.Config', '.pip/pip.conf', '.config/pip/pip.conf', '.config/composer/auth.json'],
    ...['.composer/auth.json', '.bundle/config', '.yarnrc', '.sbt/.credentials', '.ivy2/.credentials', '.config/helm/registry/config.json'],
    ...['.local/share/containers/auth.json', '.databrickscfg', '.huggingface/token', '.kaggle/kaggle.json', '.codex/auth.json'],
    ...['.claude/.credentials.json', '.gemini/oauth.json', '.config/github-copilot/apps.json', '.config/op/config', '.pki/nssdb/key4.db'],
    ...['.config/sops/age/keys.txt', '.gnupg/secring.gpg', '.config/Slack/Cookies', '.cache/huggingface/token'],
  ];
  const { run, write, project } = await makeRig();
  for (const secret of secrets) await write(`home/${secret}`, 'SECRET');
  await write('home/.sbt/plugins.sbt', 'plain');
  expect(await run(`cd; cat ${secrets.join(' ')} 2>/dev/null; grep -rs SECRET .; cat .sbt/plugins.sbt`)).toEqual({
    code: 0,
    stdout: 'plain',
    stderr: '',
  });
  expect(existsSync(join(project, '.steiner', 'home', 'cache', 'huggingface'))).toBe(false);
});

test('a token in the cache is hidden where the cache is that of the host', async () => {
  const { run, write } = await makeRig({ config: { sandbox: { bind_host_cache: true } } });
  await write('home/.cache/huggingface/token', 'SECRET');
  expect((await run('cat ~/.cache/huggingface/token')).stdout).toBe('');
});

test('on macOS the library is searched for neither passwords nor mail', () => {
  const own = { config: '/c', state: '/s', cache: '/k' };
  const mac = secretPaths({ home: '/Users/ana', platform: 'darwin' }, own);
  const library = (path: string) => `/Users/ana/Library/${path}`;
  const wanted = ['Keychains', 'Mail', 'Application Support/Google/Chrome', 'Application Support/Firefox', 'Application Support/Slack'];
  expect(wanted.map(library).filter((path) => !mac.includes(path))).toEqual([]);
  expect(secretPaths({ home: '/home/ana', platform: 'linux' }, own).filter((path) => path.includes('/Library/'))).toEqual([]);
});

test('a secret that appears while the session runs is hidden from the next command', async () => {
  const { run, write } = await makeRig();
  expect((await run('cat ~/.npmrc')).stderr).toContain('No such file');
  await write('home/.npmrc', 'SECRET');
  expect(await run('cat ~/.npmrc 2>/dev/null; ls ~/.aws 2>/dev/null')).toMatchObject({ stdout: '' });
});

test('the environment is filtered', async () => {
  const vars = { LANG: 'C.UTF-8', API_KEY: 'SECRET', DOCKER_HOST: 'x', CI_RUN: '1', LC_TIME: 'C' };
  const { run, home } = await makeRig({ vars, config: { sandbox: { env_passthrough: ['CI_*'] } } });
  const result = await run('env | cut -d= -f1 | sort | tr "\\n" " "; echo; echo $HOME $npm_config_cache');
  expect(result.stdout.split('\n')).toEqual([
    'CI_RUN HOME LANG LC_TIME PATH PWD SHLVL _ npm_config_cache ',
    `${home} ${home}/.cache/npm`,
    '',
  ]);
});

test('processes of the host are neither seen nor signalled', async () => {
  const { run } = await makeRig();
  const other = spawn('sleep', ['60'], { stdio: 'ignore' });
  const result = await run(`kill -0 ${other.pid}; ls /proc | grep -c '^[0-9]*$'`);
  const stillRuns = other.kill('SIGKILL');
  expect(result.stderr).toContain('No such process');
  expect(Number(result.stdout)).toBeLessThan(6);
  expect(stillRuns).toBe(true);
});

test('a mount cannot be undone from inside', async () => {
  const { run, write, project } = await makeRig();
  await write('home/.aws/credentials', 'SECRET');
  const attack =
    'umount ~/.aws; mount -o remount,rw,bind /; mount -o remount,rw,bind .git/config; cat ~/.aws/credentials; echo >> .git/config';
  const before = await readFile(join(project, '.git', 'config'), 'utf8');
  const result = await run(`(${attack}); unshare -Urm sh -c '${attack}'; grep CapEff /proc/self/status`);
  expect(result.stdout).toBe('CapEff:\t0000000000000000\n');
  expect(await readFile(join(project, '.git', 'config'), 'utf8')).toBe(before);
});

test('sockets that start processes outside are covered', async () => {
  const { base, run, write } = await makeRig();
  await write('runtime/keep', '');
  const paths = [join(base, 'runtime', 'docker.sock'), join(base, 'runtime', 'emacs'), join(base, 'free')];
  const servers = paths.map((path) => createServer((socket) => socket.end('reached\n')).listen(path));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const connect =
    'const s=require("net").connect(process.argv[1]);s.on("data",(d)=>process.stdout.write(d));s.on("error",(e)=>console.log(e.code))';
  const tries = paths.map((path) => `node -e '${connect}' ${path}`);
  const result = await run(tries.join(';'));
  for (const server of servers) server.close();
  expect(result.stdout).toBe('ENOENT\nENOENT\nreached\n');
});

test('network off leaves only loopback', async () => {
  const { run } = await makeRig({ config: { sandbox: { network: 'off' } } });
  expect((await run('ls /sys/class/net; cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d " "')).stdout.trim().split('\n').at(-1)).toBe(
    'lo',
  );
});

test('host mounts show and open what was configured', async () => {
  const mounts = {
    sandbox: {
      host_mounts: [
        { path: '~/shared', mode: 'rw' },
        { path: '~/.aws', mode: 'ro' },
      ],
    },
  };
  const { run, write } = await makeRig({ config: mounts });
  await write('home/shared/a', '');
  await write('home/.aws/config', 'shown');
  const result = await run('echo b > ~/shared/b && cat ~/.aws/config; echo x > ~/.aws/config');
  expect([result.stdout, result.stderr]).toEqual(['shown', `bash: line 1: ${rig?.home}/.aws/config: Read-only file system\n`]);
});

test('a background process ends with its command', async () => {
  const { run, project } = await makeRig();
  await run('(setsid sh -c "while :; do date +%N > alive; done") & while [ ! -s alive ]; do :; done');
  const last = await readFile(join(project, 'alive'), 'utf8');
  await run('true');
  expect(await readFile(join(project, 'alive'), 'utf8')).toBe(last);
});

test('a command dies with the program that started it', async () => {
  const { sandbox, project } = await makeRig();
  const decision = await sandbox.decide({ id: 'session', root: project });
  const spec = sandbox.wrap(decision, { argv: ['sh', '-c', 'echo up; exec sleep 60'], cwd: project, owner: 'x', label: 'x' });
  const start = `const c=require('child_process').spawn(process.argv[1],JSON.parse(process.argv[2]),{stdio:['ignore',1,2,...process.argv.slice(3).map((path)=>require('fs').openSync(path))],detached:true});setInterval(()=>{},1e6)`;
  const host = spawn(process.execPath, ['-e', start, spec.command, JSON.stringify(spec.args), ...(spec.inputs ?? [])], {
    env: spec.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(host.stdout), 'line');
  expect(line).toBe('up');
  host.kill('SIGKILL');
  // The pipe closes when the last process that holds it is gone.
  await once(host.stdout, 'close');
});

/**
 * Runs in a mount namespace of its own: mounts folders from outside into a project, and prints what the path policy, commands and a search make of it, as
 * one line of JSON. Its argument is the path of ripgrep.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createSandboxRig } from '../../testing/sandbox-rig.ts';
import { judgePath } from '../../tools/path-policy.ts';
import { everywhere, readMounts } from '../mounts.ts';
import { secretPaths } from '../secrets.ts';

async function main([ripgrep = '']: readonly string[]): Promise<void> {
  const rig = await createSandboxRig();
  const { base, project, home, ports, sandbox } = rig;
  const mount = async (source: string, target: string): Promise<void> => {
    await mkdir(join(base, target), { recursive: true });
    execFileSync('mount', ['--bind', join(base, source), join(base, target)]);
  };
  await rig.write('outside/note', 'outside\n');
  await rig.write('home/.ssh/id', 'canary\n');
  await mount('outside', 'project/mnt');
  await mount('home/.ssh', 'project/keys');
  await mount('home', 'mirror');
  const policy = {
    ...{ root: project, home, artifacts: join(base, 'artifacts'), shut: [], mode: () => 'build' as const },
    paths: { project_root_only: true, writable_paths: [], blocked_paths: [] },
    secrets: everywhere(secretPaths({ home, platform: 'linux' }, ports.paths), readMounts()),
  };
  const judge = async (path: string, access: 'read' | 'write') => (await judgePath({ path, access }, policy, undefined)).type;
  const search = async () => {
    const decision = await sandbox.decide({ id: 'session', root: project });
    const args = ['--no-config', '--files-with-matches', 'canary|outside', '.'];
    const plain = { command: ripgrep, args, cwd: project, env: {}, owner: 'session', label: 'search' };
    const child = await ports.processes.spawn(sandbox.search(decision, plain, { hidden: [], shown: [] }));
    return (await Promise.all([text(child.stdout), child.exited]))[0].trim();
  };
  const planned = async (command: string) => {
    const decision = await sandbox.decide({ id: 'plan', root: project, access: 'read-only' });
    const child = await sandbox.start(decision, { text: command, cwd: project, owner: 'plan', label: 'test' });
    return (await Promise.all([text(child.stderr), child.exited]))[0].trim();
  };
  const seen = {
    judged: await Promise.all(['mnt/note', 'mnt/new'].map((path) => judge(path, 'write'))),
    secrets: await Promise.all(['keys', 'keys/id', '../mirror/.ssh/id'].map((path) => judge(path, 'read'))),
    command: (await rig.run('cat mnt/note; echo by a command > mnt/new; cat keys/* ../mirror/.ssh/*; umount mnt')).stdout,
    written: await readFile(join(base, 'outside', 'new'), 'utf8'),
    planned: await planned('echo x > mnt/planned'),
    search: await search(),
  };
  process.stdout.write(`${JSON.stringify(seen)}\n`);
  execFileSync('umount', ['mnt', 'keys'].map((name) => join(project, name)).concat(join(base, 'mirror')));
  await rig.close();
}

await main(process.argv.slice(2));

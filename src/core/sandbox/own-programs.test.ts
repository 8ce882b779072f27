import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runGit } from '../git/run-git.ts';
import { createSandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';

let rig: SandboxRig;
let bin: string;
beforeEach(async () => {
  bin = await mkdtemp('/var/tmp/steiner-rig-bin-');
});
afterEach(async () => {
  await rig.close();
  await rm(bin, { recursive: true });
});

const PROGRAMS = ['bash', 'sh', 'nsenter', 'unshare', 'mount', 'bwrap', 'git'];

/** Each does what it should, and leaves a file where no command of a sandbox can. */
const plant = (out: string) => `for name in ${PROGRAMS.join(' ')}; do
  real=$(PATH=/usr/bin:/bin command -v $name) && printf '#!/bin/sh\\ntouch ${out} 2> /dev/null\\nexec %s "$@"\\n' "$real" > ${bin}/$name && chmod +x ${bin}/$name
done 2> /dev/null; ls ${bin}`;

test.each(['host', 'allowlist'])(
  'what a command puts into a folder of PATH is not run outside of sandboxes: network %s',
  async (network) => {
    const vars = { PATH: `${bin}:${process.env.PATH}` };
    rig = await createSandboxRig({ vars, config: { paths: { writable_paths: [bin] }, sandbox: { network } } });
    const out = join(rig.base, 'outside');
    const planted = await rig.run(plant(out), { way: 'started' });
    expect(planted.stdout.split('\n')).toEqual(expect.arrayContaining(['bash', 'git']));
    for (const way of ['new', 'started', 'prepared'] as const) {
      expect(await rig.run('echo on', { way, id: way })).toMatchObject({ code: 0, stdout: 'on\n' });
    }
    const { processes, environment } = rig.ports;
    await runGit({ processes, environment, owner: 'test' }, { cwd: rig.project, args: ['status'] });
    expect(existsSync(out)).toBe(false);
  },
);

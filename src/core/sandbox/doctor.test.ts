import { chmod } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createSandboxRig } from '../testing/sandbox-rig.ts';
import { createSandbox } from './create-sandbox.ts';
import { diagnose, type KernelFacts, probeSandbox, sandboxCheck } from './doctor.ts';

const PLAIN: KernelFacts = { usernsClone: undefined, maxUserNamespaces: '15000', apparmorRestricts: undefined, container: undefined };

test.each<[string, string, Partial<KernelFacts>, RegExp]>([
  ['no user namespaces', 'bwrap: No permissions', { maxUserNamespaces: '0' }, /max_user_namespaces is 0/],
  ['closed user namespaces', 'bwrap: No permissions', { usernsClone: '0' }, /unprivileged_userns_clone is 0/],
  ['AppArmor', 'bwrap: setting up uid map: Permission denied', { apparmorRestricts: '1' }, /AppArmor/],
  ['Docker', "bwrap: Can't mount proc on /newroot/proc", { container: 'Docker' }, /Docker container/],
  ['an unnamed container', "bwrap: Can't mount proc on /newroot/proc", {}, /container or another sandbox/],
  ['anything else', 'bwrap: unexpected', {}, /does not start here/],
])('the doctor names the cause: %s', (_name, said, facts, message) => {
  const problem = diagnose(said, { ...PLAIN, ...facts });
  expect(problem).toMatchObject({ code: 'sandbox_unavailable', detail: said, safe: 'No command was run.' });
  expect(problem.message).toMatch(message);
  expect(problem.hint).not.toBe('');
});

test('the state is known once the probe has answered', async () => {
  const rig = await createSandboxRig();
  expect(rig.sandbox.state()).toMatchObject({ state: 'unavailable', problem: { message: 'The sandbox is still being checked.' } });
  expect(await rig.sandbox.ready()).toEqual({ state: 'active', writable: [rig.project], network: 'host' });
  expect(sandboxCheck(rig.sandbox.state())).toEqual({
    id: 'sandbox',
    title: 'Command sandbox',
    state: 'ok',
    message: 'Commands run in a sandbox.',
  });
  await rig.close();
});

test('without bubblewrap commands are refused with the reason', async () => {
  const rig = await createSandboxRig();
  const { processes, environment } = rig.ports;
  const nowhere = { ...environment, platform: 'darwin' as const };
  expect(await probeSandbox({ processes, environment: nowhere, project: rig.project })).toMatchObject({ ok: false });
  const common = { project: rig.project, paths: rig.config.paths, state: rig.ports.paths, processes };
  const sandbox = await createSandbox({ ...common, config: rig.config.sandbox, environment: nowhere });
  const decision = await sandbox.decide({ id: 'session', root: rig.project });
  expect(decision).toMatchObject({
    type: 'refused',
    problem: { message: 'Commands cannot run: there is no sandbox for macOS without sandbox-exec yet.' },
  });
  expect(() => sandbox.wrap(decision, { argv: ['true'], cwd: '/', owner: 'x', label: 'x' })).toThrow();
  await rig.close();
});

test('a bwrap that the project brings along is not used', async () => {
  const rig = await createSandboxRig();
  const planted = await rig.write('project/bin/bwrap', '#!/bin/sh\nexit 0\n');
  await chmod(planted, 0o755);
  const environment = { ...rig.ports.environment, vars: { PATH: `${rig.project}/bin:${rig.ports.environment.vars.PATH}` } };
  const found = await probeSandbox({ processes: rig.ports.processes, environment, project: rig.project });
  expect(found).toEqual({ ok: true, value: expect.not.stringContaining(rig.project) });
  await rig.close();
});

test('turned off, every decision says unsafe and the environment is still filtered', async () => {
  const rig = await createSandboxRig({ config: { sandbox: { enabled: false } }, vars: { API_KEY: 'SECRET' } });
  expect(rig.sandbox.state()).toMatchObject({ state: 'off' });
  const result = await rig.run('echo "$API_KEY:$TMPDIR"; echo x > ../outside && cat ../outside');
  expect(result).toEqual({ code: 0, stdout: `:${rig.project}/.steiner/tmp/sandbox-tmp/session\nx\n`, stderr: '' });
  await rig.close();
});

test('the probe finds its program inside, also when the PATH names folders that only exist outside', async () => {
  const rig = await createSandboxRig();
  const environment = { ...rig.ports.environment, vars: { PATH: `${rig.project}/bin` } };
  const found = await probeSandbox({ processes: rig.ports.processes, environment, project: rig.project });
  expect(found).toEqual({ ok: true, value: expect.stringMatching(/bwrap$/) });
  await rig.close();
});

import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { homeFolder } from './home-folder.ts';
import { createNodePorts } from './node-ports.ts';

const KNOWN = userInfo().homedir;

test.each([
  ['/srv/ana', '/srv/ana'],
  ['', KNOWN],
  ['rel', KNOWN],
  ['.', KNOWN],
  [undefined, KNOWN],
])('HOME %j is %s', (said, home) => expect(homeFolder({ HOME: said })).toBe(home));

test.runIf(process.platform === 'linux')('a folder that the kernel makes up is no home, and nothing is kept there', async () => {
  expect([homeFolder({ HOME: '/proc' }), homeFolder({ HOME: '/proc/1/ana' }), homeFolder({ HOME: '/sys' })]).toEqual([KNOWN, KNOWN, KNOWN]);
  await expect(createNodePorts({ vars: { STEINER_HOME: '/proc/x' } })).rejects.toThrow('/proc/x/config: no file can be kept there');
});

test('what reads the environment later gets the same home', async () => {
  const { environment, processes } = await createNodePorts({ vars: { HOME: 'rel', STEINER_HOME: '/srv/none' } });
  await processes.close();
  expect([environment.home, environment.vars.HOME]).toEqual([KNOWN, KNOWN]);
});

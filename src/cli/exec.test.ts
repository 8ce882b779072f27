import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Script } from '../core/testing/model-script.ts';
import { png } from '../core/testing/pictures.ts';
import { asked, createExecRig, type ExecRig, OUTSIDE, readOutside, toldAt } from './testing/exec-rig.ts';

const rigs: ExecRig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

/** `exec` in a project with pictures, at a terminal that a test types at. */
async function start(script: Script, args: readonly string[] = ['Do it']) {
  const rig = await createExecRig(script, { 'a.txt': 'old\n', 'src/b c.ts': 'one\ntwo\n' });
  rigs.push(rig);
  await writeFile(join(rig.workspace.path, 'one.png'), SHOT);
  await writeFile(join(rig.workspace.path, 'two.png'), png(2, 9));
  await writeFile(join(rig.workspace.home, '.netrc'), 'machine a login b');
  return { ...rig.start(args), server: rig.server };
}

const SHOT = png(6, 4);
/** Two hours from now, which may be tomorrow. */
const WHEN_DENIED = /\n {2}Denied at (\d{4}-\d\d-\d\d )?\d\d:\d\d if nobody answers\.\n/;

test('allowed at the terminal, a file outside the project is read', async () => {
  const { code, terminal, server } = await start(readOutside);
  await terminal.written.waitFor(asked);
  terminal.type('y\n');
  expect({ code: await code, out: terminal.out(), told: toldAt(server, 1) }).toEqual({
    code: 0,
    out: 'Done.\n',
    told: expect.stringContaining((await readFile(OUTSIDE, 'utf8')).split('\n')[0] ?? ''),
  });
  expect(terminal.err()).toMatch(WHEN_DENIED);
});

test('denied with a reason, the model is told why', async () => {
  const { code, terminal, server } = await start(readOutside);
  await terminal.written.waitFor(asked);
  terminal.type('n\n');
  await terminal.written.waitFor(({ text }) => text.includes('Reason for the model'));
  terminal.type('keep to the project\n');
  expect({ code: await code, told: toldAt(server, 1) }).toEqual({ code: 0, told: expect.stringContaining('keep to the project') });
});

test('Ctrl+C while a question is open withdraws it and stops the turn', async () => {
  const { code, terminal } = await start(readOutside);
  await terminal.written.waitFor(asked);
  terminal.raise('SIGINT');
  expect({ code: await code, last: terminal.err().trimEnd().split('\n').slice(-4) }).toEqual({
    code: 130,
    last: [
      expect.stringMatching(/anything else denies: $/),
      expect.stringContaining('• read /etc/hosts … failed'),
      expect.stringMatching(/^stopped: cancelled · 1 round/),
      expect.stringMatching(/^Go on with: steiner exec --resume \w{8}$/),
    ],
  });
});

test('pictures and mentioned lines go with the prompt, and are named', async () => {
  const args = ['--image', 'one.png', '-i', 'two.png', 'Compare with @"src/b c.ts":2'];
  const { code, terminal, server } = await start([{ text: 'Alike.' }], args);
  expect([await code, terminal.out()]).toEqual([0, 'Alike.\n']);
  expect(terminal.err()).toContain('+ one.png, picture, 6x4\n+ two.png, picture, 2x9\n+ src/b c.ts, lines 2-2 of 2\n');
  expect(server.requests[0]?.body.messages.at(-1)?.content).toEqual([
    { type: 'text', text: expect.stringMatching(/\[Attached src\/b c.ts: lines 2-2 of 2; file_hash \w{8}\]\ntwo\n/) },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${SHOT.toString('base64')}` } },
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
  ]);
});

test.each([
  [['--image', 'a.txt', 'Look'], 'a.txt cannot be attached: it is no PNG, JPEG, WebP or GIF.'],
  [['--image', 'nowhere.png', 'Look'], /nowhere.png cannot be attached: it cannot be read \(ENOENT/],
  [['See @~/.netrc'], '~/.netrc cannot be attached: it may hold keys, credentials or private data of the person.'],
])('what cannot be attached ends it before anything is sent: %j', async (args, said) => {
  const { code, terminal, server } = await start([], args);
  expect(await code).toBe(1);
  expect(terminal.err()).toMatch(said);
  expect(server.requests).toEqual([]);
});

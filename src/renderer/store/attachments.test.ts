// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { png } from '../../core/testing/pictures.ts';
import { fakeHost, type Scene } from '../testing/fake-host.ts';
import { scene } from '../testing/scenes.ts';
import { isLong } from './attachments.ts';
import { createCommands } from './commands.ts';
import { createCore } from './core.ts';
import { draftOf } from './drafts.ts';

function start(change: Partial<Scene> = {}) {
  const host = fakeHost({ ...scene('finished'), ...change });
  const core = createCore(host.client);
  const beside = () => draftOf(core.get(), core.get().current).attachments.map((one) => ('name' in one ? one.name : ''));
  return { host, core, commands: createCommands(core), beside };
}

const LONG = 'row\n'.repeat(40);
const picture = (name: string) => new File([new Uint8Array(png(3, 2))], name);

test.each([
  ['a few lines', 'one\ntwo\n', false],
  ['many lines', LONG, true],
  ['one line that runs on', 'x'.repeat(4_001), true],
])('%s: put beside the prompt is %s', (_, text, long) => {
  expect(isLong(text)).toBe(long);
});

describe('what stands beside the prompt', () => {
  test('is a picture by its content, and a text by its own', async () => {
    const { commands, beside, host } = start();
    await commands.attachFiles([picture('a.bin'), new File(['hello\n'], 'notes.txt')]);
    expect(beside()).toEqual(['a.bin', 'notes.txt']);
    expect(host.requests.filter(({ name }) => name === 'attachments.addPicture')).toEqual([
      { name: 'attachments.addPicture', input: { name: 'a.bin', data: png(3, 2).toString('base64') } },
    ]);
  });

  test('is nothing else: that is told, and the others are taken', async () => {
    const { commands, beside, core } = start();
    await commands.attachFiles([new File([new Uint8Array([0, 255])], 'data.bin'), picture('a.png')]);
    expect(beside()).toEqual(['a.png']);
    expect(core.get().problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^data.bin cannot be attached: it is no PNG/),
    ]);
  });

  test('stands in the session where it was begun, also when another is on screen by then', async () => {
    const { commands, core } = start();
    await commands.boot();
    const first = core.get().current;
    const attaching = commands.attachFiles([picture('a.png'), new File(['b\n'], 'b.txt')]);
    commands.newSession();
    await attaching;
    await commands.attachFiles([picture('c.png')]);
    const names = (session: typeof first) => draftOf(core.get(), session).attachments.map((one) => ('name' in one ? one.name : ''));
    expect([first === null, names(first), names(null)]).toEqual([false, ['a.png', 'b.txt'], ['c.png']]);
  });

  test('is at most twenty pictures', async () => {
    const { commands, beside, core } = start();
    await commands.attachFiles(Array.from({ length: 21 }, (_, index) => picture(`${index}.png`)));
    expect([beside().length, core.get().problems.length]).toEqual([20, 1]);
  });

  test('can be taken out, and a text put into the prompt', async () => {
    const { commands, beside, core } = start();
    commands.editDraft(core.get().current, 'See:');
    await commands.attachText(LONG);
    await commands.attachFiles([picture('a.png')]);
    await commands.inlineText(0);
    expect([beside(), draftOf(core.get(), core.get().current).text]).toEqual([['a.png'], `See:\n${LONG}`]);
    await commands.detach(0);
    expect(beside()).toEqual([]);
  });

  test('goes with the prompt, and comes back with it when it is refused', async () => {
    const { commands, beside, host } = start({ refuse: ['session.command'] });
    await commands.attachText(LONG);
    await commands.sendPrompt('Why?', false);
    const sent = host.requests.find(({ name }) => name === 'session.command');
    expect(sent?.input).toMatchObject({ command: { text: 'Why?', attachments: [{ kind: 'text', name: 'Pasted text', text: LONG }] } });
    expect(beside()).toEqual(['Pasted text']);
  });

  test('is enough to send', async () => {
    const { commands, beside, host } = start();
    await commands.attachFiles([picture('a.png')]);
    await commands.sendPrompt('', false);
    expect([beside(), host.requests.some(({ name }) => name === 'session.command')]).toEqual([[], true]);
  });
});

import { expect, test } from 'vitest';
import { createScreen } from './screen.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

test('both streams keep their order, and what is printed together is one write', async () => {
  const terminal = createFakeTerminal();
  const screen = createScreen(terminal, () => {});
  screen.print({ to: 'out', text: 'a' }, { to: 'out', text: 'b' }, { to: 'err', text: 'c' }, { to: 'out', text: 'd' });
  await screen.flush();
  expect(terminal.written.items).toEqual([
    { to: 'out', text: 'ab' },
    { to: 'err', text: 'c' },
    { to: 'out', text: 'd' },
  ]);
});

test('on a terminal a status line is replaced by what follows', async () => {
  const terminal = createFakeTerminal({ interactive: true });
  const screen = createScreen(terminal, () => {});
  screen.print({ to: 'status', text: 'one' }, { to: 'status', text: 'two' }, { to: 'err', text: 'done\n' }, { to: 'err', text: 'more\n' });
  await screen.flush();
  expect(terminal.err()).toBe('one\r\u001b[Ktwo\r\u001b[Kdone\nmore\n');
});

test('a status line never wraps', async () => {
  const terminal = createFakeTerminal({ interactive: true });
  Object.assign(terminal.stderr, { columns: 10 });
  const screen = createScreen(terminal, () => {});
  screen.print({ to: 'status', text: '\u001b[2m123456789\u001b[22m' }, { to: 'status', text: '\u001b[2m1234567890\u001b[22m' });
  await screen.flush();
  expect(terminal.err()).toBe('\u001b[2m123456789\u001b[22m\r\u001b[K123456789');
});

test('elsewhere there is no status line', async () => {
  const terminal = createFakeTerminal();
  const screen = createScreen(terminal, () => {});
  screen.print({ to: 'status', text: 'one' }, { to: 'err', text: 'done\n' });
  await screen.flush();
  expect(terminal.err()).toBe('done\n');
});

test('what comes while a question waits stands before the line that is answered', async () => {
  const terminal = createFakeTerminal({ interactive: true });
  const screen = createScreen(terminal, () => {});
  screen.print({ to: 'status', text: 'running' }, { to: 'ask', text: '? why\n  y or n: ' });
  screen.print({ to: 'status', text: 'still running' }, { to: 'err', text: 'read a … ok\n' });
  screen.print({ to: 'ask', text: '' }, { to: 'err', text: 'read b … ok\n' });
  await screen.flush();
  expect(terminal.err()).toBe('running\r\u001b[K? why\n  y or n: \nread a … ok\n  y or n: read b … ok\n');
});

test('an answer that goes elsewhere leaves the question as it stands', async () => {
  const terminal = createFakeTerminal({ interactive: true });
  Object.assign(terminal.stdout, { isTTY: false });
  const screen = createScreen(terminal, () => {});
  screen.print({ to: 'ask', text: 'y or n: ' }, { to: 'out', text: 'an answer\n' });
  await screen.flush();
  expect([terminal.err(), terminal.out()]).toEqual(['y or n: ', 'an answer\n']);
});

test('a reader that went away is told once, and the other stream goes on', async () => {
  const terminal = createFakeTerminal();
  const failures: string[] = [];
  const screen = createScreen(terminal, (failure) => failures.push(failure.message));
  terminal.stdout.emit('error', new Error('write EPIPE'));
  terminal.stdout.emit('error', new Error('write EPIPE'));
  screen.print({ to: 'out', text: 'lost' }, { to: 'err', text: 'kept' });
  await screen.flush();
  expect({ failures, out: terminal.out(), err: terminal.err() }).toEqual({ failures: ['write EPIPE'], out: '', err: 'kept' });
});

import { expect, test } from 'vitest';
import { createInterrupts } from './interrupts.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

function setUp() {
  const terminal = createFakeTerminal();
  const kills: string[] = [];
  const interrupts = createInterrupts(terminal, async () => void kills.push('killed'));
  return { terminal, kills, interrupts };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('the first %s stops in good order', (signal, code) => {
  const { terminal, kills, interrupts } = setUp();
  terminal.raise(signal);
  expect({ aborted: interrupts.signal.aborted, code: interrupts.code(), kills, exits: terminal.exits.items }).toEqual({
    aborted: true,
    code,
    kills: [],
    exits: [],
  });
});

test('the second kills everything, then exits with the code of the first', async () => {
  const { terminal, kills } = setUp();
  terminal.raise('SIGTERM');
  terminal.raise('SIGINT');
  const code = await terminal.exits.waitFor(() => true);
  expect({ kills, code }).toEqual({ kills: ['killed'], code: 143 });
});

test('after closing, signals are not listened to', () => {
  const { terminal, interrupts } = setUp();
  interrupts.close();
  terminal.raise('SIGINT');
  expect(interrupts.signal.aborted).toBe(false);
});

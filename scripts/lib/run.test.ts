import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from './run.mjs';

const SH = (script: string) => ['-c', script] as const;

it('keeps what is printed on standard output apart, and gives both streams to be read', async () => {
  const { code, out, output } = await run('sh', SH('echo one; echo two >&2; echo three; exit 4'));
  expect({ code, out, lines: output.trim().split('\n').sort() }).toEqual({ code: 4, out: 'one\nthree\n', lines: ['one', 'three', 'two'] });
});

it('ends a program that hangs, does not wait for what holds its streams, and says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'steiner-run-'));
  const held = join(folder, 'held');
  execFileSync('mkfifo', [held]);
  const end = openSync(held, 'r+');
  try {
    const { code, output } = await run('sh', SH(`exec 3<'${held}'; cat <&3 & wait`), { timeoutMs: 500 });
    expect([code, output]).toEqual([1, 'sh was ended after 0.5 s, which is far too long: something in it hangs\n']);
  } finally {
    closeSync(end);
    rmSync(folder, { recursive: true });
  }
});

it('a program that cannot be started is said', async () => {
  expect(await run('/nowhere/at/all', [])).toMatchObject({ code: 1, output: expect.stringContaining('did not start') });
});

import { expect, test } from 'vitest';
import { seccompFilter } from './seccomp.ts';

const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;

/** What the kernel would answer: runs the filter over one call. */
function answerOf(arch: string, audit: number, call: number, firstArgument = 0): number {
  const filter = seccompFilter(arch);
  if (!filter) throw new Error('no filter');
  const data = new Map([
    [0, call],
    [4, audit],
    [16, firstArgument],
  ]);
  let accumulator = 0;
  for (let at = 0; at * 8 < filter.length; at += 1) {
    const constant = filter.readUInt32LE(at * 8 + 4);
    const [operation, ifTrue, ifFalse] = [filter.readUInt16LE(at * 8), filter[at * 8 + 2] ?? 0, filter[at * 8 + 3] ?? 0];
    if (operation === 0x06) return constant;
    if (operation === 0x20) accumulator = data.get(constant) ?? 0;
    else at += (operation === 0x15 ? accumulator === constant : accumulator >= constant) ? ifTrue : ifFalse;
  }
  throw new Error('the filter has no end');
}

test.each<[string, string, number, number, number, number]>([
  ['read', 'x64', 0xc000003e, 0, 0, ALLOW],
  ['add_key', 'x64', 0xc000003e, 248, 0, EPERM],
  ['keyctl', 'x64', 0xc000003e, 250, 0, EPERM],
  ['io_uring_setup', 'x64', 0xc000003e, 425, 0, ENOSYS],
  ['an internet socket', 'x64', 0xc000003e, 41, 2, ALLOW],
  ['a socket to the host machine', 'x64', 0xc000003e, 41, 40, EPERM],
  ['an x32 call', 'x64', 0xc000003e, 0x40000000, 0, ENOSYS],
  ['a 32-bit keyctl', 'x64', 0x40000003, 288, 0, EPERM],
  ['a 32-bit read', 'x64', 0x40000003, 3, 0, ALLOW],
  ['a call of an unknown ABI', 'x64', 0x1234, 0, 0, ENOSYS],
  ['keyctl on ARM', 'arm64', 0xc00000b7, 219, 0, EPERM],
  ['read on ARM', 'arm64', 0xc00000b7, 63, 0, ALLOW],
])('%s', (...[, arch, audit, call, argument, answer]) => {
  expect(answerOf(arch, audit, call, argument)).toBe(answer);
});

test('a processor that is not listed has no filter', () => {
  expect(seccompFilter('riscv64')).toBeUndefined();
});

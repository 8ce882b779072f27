/** One instruction of classic BPF: operation, jump if true, jump if false, constant. */
type Instruction = readonly [operation: number, ifTrue: number, ifFalse: number, constant: number];

interface Abi {
  /** `seccomp_data.arch`. */
  readonly audit: number;
  readonly denied: readonly number[];
  readonly missing: readonly number[];
  readonly socket: number;
}

const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const RETURN = 0x06;

const OFFSET = { number: 0, arch: 4, firstArgument: 16 };
const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const AF_VSOCK = 40;
const X32_BIT = 0x40000000;

/**
 * By processor, its own and its 32-bit ABI. Denied: add_key, request_key, keyctl, since keys of the login session are not in any
 * namespace. Reported as missing: io_uring_setup, whose rings would go around this filter. Sockets to the machine that hosts a
 * virtual one (AF_VSOCK) are in no network namespace either.
 */
const ABIS: Readonly<Record<string, readonly Abi[]>> = {
  x64: [
    { audit: 0xc000003e, denied: [248, 249, 250], missing: [425], socket: 41 },
    { audit: 0x40000003, denied: [286, 287, 288], missing: [102, 425], socket: 359 },
  ],
  arm64: [
    { audit: 0xc00000b7, denied: [217, 218, 219], missing: [425], socket: 198 },
    { audit: 0x40000028, denied: [309, 310, 311], missing: [425], socket: 281 },
  ],
};

/** The filter as bubblewrap reads it, or nothing for a processor whose system calls are not listed here. Pure. */
export function seccompFilter(arch: string): Buffer | undefined {
  const abis = ABIS[arch];
  if (!abis) return undefined;
  const program: Instruction[] = [];
  for (const abi of abis) program.push(...abiRules(abi));
  program.push([RETURN, 0, 0, ENOSYS]);
  return Buffer.concat(program.map(encode));
}

/** A call of another ABI jumps behind these rules; every call of this one is answered in them. */
function abiRules(abi: Abi): readonly Instruction[] {
  const rules: Instruction[] = [
    [LOAD, 0, 0, OFFSET.number],
    ...(abi.audit === 0xc000003e ? answerFrom(X32_BIT, ENOSYS) : []),
    ...abi.denied.flatMap((call) => answer(call, EPERM)),
    ...abi.missing.flatMap((call) => answer(call, ENOSYS)),
    [IF_EQUAL, 0, 3, abi.socket],
    [LOAD, 0, 0, OFFSET.firstArgument],
    [IF_EQUAL, 0, 1, AF_VSOCK],
    [RETURN, 0, 0, EPERM],
    [RETURN, 0, 0, ALLOW],
  ];
  return [[LOAD, 0, 0, OFFSET.arch], [IF_EQUAL, 0, rules.length, abi.audit], ...rules];
}

function answer(call: number, value: number): readonly Instruction[] {
  return [
    [IF_EQUAL, 0, 1, call],
    [RETURN, 0, 0, value],
  ];
}

function answerFrom(call: number, value: number): readonly Instruction[] {
  return [
    [IF_AT_LEAST, 0, 1, call],
    [RETURN, 0, 0, value],
  ];
}

function encode([operation, ifTrue, ifFalse, constant]: Instruction): Buffer {
  const bytes = Buffer.alloc(8);
  const little = bytes.writeUInt16LE(operation, 0);
  bytes.writeUInt8(ifTrue, little);
  bytes.writeUInt8(ifFalse, little + 1);
  bytes.writeUInt32LE(constant, little + 2);
  return bytes;
}

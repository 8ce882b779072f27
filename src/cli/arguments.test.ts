import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';

const shape = { flags: ['model', 'image', 'cwd', 'json', 'help'] } as const;

describe('what is read', () => {
  test.each([
    [['fix', 'it'], { flags: {}, words: ['fix', 'it'] }],
    [['--json', 'fix', '--model', 'p/m'], { flags: { json: true, model: 'p/m' }, words: ['fix'] }],
    [['-m', 'p/m', '-C', 'sub', '-h'], { flags: { model: 'p/m', cwd: 'sub', help: true }, words: [] }],
    [['--model=-odd'], { flags: { model: '-odd' }, words: [] }],
    [['--model', 'a', '--model', 'b'], { flags: { model: 'b' }, words: [] }],
    [['--image', 'a.png', 'look', '-i', 'b.png'], { flags: { image: ['a.png', 'b.png'] }, words: ['look'] }],
    [['--', '--json', '-x'], { flags: {}, words: ['--json', '-x'] }],
  ])('%j', (args, value) => {
    expect(parseArguments(args, shape)).toEqual({ ok: true, value });
  });
});

describe('what is refused', () => {
  test.each([
    [['--jsno'], 'Unknown option --jsno. Did you mean --json?'],
    [['--frobnicate'], 'Unknown option --frobnicate.'],
    [['-x'], 'Unknown option -x.'],
    [['--unsafe'], 'Unknown option --unsafe.'],
    [['--json=yes'], '--json takes no value.'],
    [['--model'], '--model needs a value: --model <ref>.'],
    [['--model', '--json'], '--model needs a value: --model <ref>.'],
    [['--image'], '--image needs a value: --image <file>.'],
    [['-C', ''], '-C needs a value: -C <folder>.'],
  ])('%j', (args, error) => {
    expect(parseArguments(args, shape)).toEqual({ ok: false, error });
  });

  test('more words than the command takes', () => {
    expect(parseArguments(['a', 'b'], { flags: [], maxWords: 1 })).toEqual({ ok: false, error: 'Unexpected argument "b".' });
  });
});

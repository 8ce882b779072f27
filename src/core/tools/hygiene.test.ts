import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createToolRig } from '../testing/tool-rig.ts';
import { createHygiene, withoutBinary } from './hygiene.ts';

const SECRET = 'sk-test-0123456789abcdef';
const vars = {
  OPENAI_API_KEY: SECRET,
  DATABASE_URL: 'postgres://app:correct-horse@db.example:5432/app',
  SIGNING_KEY: '-----BEGIN KEY-----\nfirst-line-of-the-key\nab\n',
  GITHUB_TOKEN: 'passed-through-token',
  GOOGLE_APPLICATION_CREDENTIALS: '/home/person/credentials.json',
  SHORT_TOKEN: 'abc',
  MONKEY: 'not-a-secret-at-all',
};
const hygiene = createHygiene(vars, { GITHUB_TOKEN: vars.GITHUB_TOKEN });

function clean(text: string): string {
  return hygiene.outcome({ text, isError: false }).text;
}

test.each([
  ['colour and cursor movement', '\u001b[31mred\u001b[0m \u001b[2K\u001b[1Gdone', 'red done'],
  ['a terminal title and a link', '\u001b]0;title\u0007a \u001b]8;;https://x.example\u001b\\link\u001b]8;;\u001b\\', 'a link'],
  ['control characters', 'a\u0000b\u0007c\u0008d\u007fe\u0085f', 'abcdef'],
  ['half a character', 'a\ud800b', 'a\ufffdb'],
  [
    'what a text is made of',
    'tab\t line\r\nnext\n\u00e9\u20ac\u{1f600}\u200d\u2028',
    'tab\t line\r\nnext\n\u00e9\u20ac\u{1f600}\u200d\u2028',
  ],
])('of %s the text is left', (_, given, wanted) => {
  expect(clean(given)).toBe(wanted);
});

test('values of variables that look like secrets and are kept from commands are hidden, wherever they stand', () => {
  expect(clean(`key=${SECRET}; again ${SECRET}`)).toBe('key=[value of OPENAI_API_KEY hidden]; again [value of OPENAI_API_KEY hidden]');
  expect(clean('psql postgres://app:correct-horse@db')).toBe('psql postgres://app:[value of DATABASE_URL hidden]@db');
  expect(clean('x first-line-of-the-key y ab')).toBe('x [value of SIGNING_KEY hidden] y ab');
});

test('what commands may see, paths, short words and other variables are not hidden', () => {
  const text = 'passed-through-token /home/person/credentials.json abc not-a-secret-at-all';
  expect(clean(text)).toBe(text);
});

test('the detail for the person and the log is cleaned too', () => {
  const message = `\u001b[1m${SECRET}\u001b[0m`;
  const detail = { kind: 'error', error: 'tool_failed', message } as const;
  expect(hygiene.outcome({ text: '', isError: true, detail }).detail).toEqual({ ...detail, message: '[value of OPENAI_API_KEY hidden]' });
});

test('of a very long line the start and the end are left', () => {
  expect(clean(`a\n${'x'.repeat(20_000)}${'y'.repeat(10_000)}\nb`)).toBe(
    `a\n${'x'.repeat(5_000)}… [20000 characters of this line cut] …${'y'.repeat(5_000)}\nb`,
  );
});

function* inPieces(whole: string, sizes: Iterator<number>): Generator<string> {
  for (let at = 0; at < whole.length; ) {
    const size = sizes.next().value ?? 1;
    yield whole.slice(at, at + size);
    at += size;
  }
}

test('output in pieces comes out as if it had come at once', () => {
  const text = fc.array(fc.constantFrom('a', '\n', '\u001b[31m', SECRET, 'correct-horse', '50%\r', '\r\n', '\u{1f600}'), { maxLength: 30 });
  fc.assert(
    fc.property(text, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (parts, sizes) => {
      const whole = parts.join('');
      const stream = hygiene.stream();
      let out = '';
      for (const piece of inPieces(whole, sizes)) out += stream.take(piece);
      const once = hygiene.stream();
      const wanted = once.take(whole) + once.end();
      expect(out + stream.end()).toBe(wanted);
      expect(wanted).not.toContain(SECRET);
    }),
  );
});

test('what is given of unfinished lines, whenever it is asked for, and the rest of them make up the output, without a secret', () => {
  const part = fc.constantFrom('a', '\n', '\u001b[31m', '\u001b]0;t\u0007', SECRET, 'correct-horse', 's', 'sk-test', 'corr', '\u{1f600}');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (parts, sizes) => {
      const whole = parts.join('');
      const stream = hygiene.stream();
      let out = '';
      for (const piece of inPieces(whole, sizes)) {
        out += stream.take(piece);
        if (piece.length % 2 === 0) out += stream.soFar();
        expect(out).not.toContain(SECRET);
      }
      const once = hygiene.stream();
      expect(out + stream.end()).toBe(once.take(whole) + once.end());
    }),
    { numRuns: 500 },
  );
});

test('a line is given in part once, and what is written over it comes on a line of its own', () => {
  const stream = hygiene.stream();
  const given: string[] = [];
  for (const piece of ['Name? ', 'x\n', '10%', '\r50%', '\r', '100%\r', '\n', 'next\n']) given.push(stream.take(piece), stream.soFar());
  expect(given.filter((text) => text !== '')).toEqual(['Name? ', 'x\n', '10%', '\n50%', '\n100%', '\n', 'next\n']);
  expect([stream.holds(), stream.end()]).toEqual([false, '']);
});

test('of a progress bar the last state is left', () => {
  const stream = hygiene.stream();
  expect(stream.take('10%\r50%\r100%\r\nkept\r\n') + stream.end()).toBe('100%\r\nkept\r\n');
});

test('an unfinished line is held back only so far', () => {
  const stream = hygiene.stream();
  const shown = stream.take('x'.repeat(20_000));
  expect(shown.length).toBeGreaterThan(10_000);
  expect(shown + stream.end()).toBe('x'.repeat(20_000));
});

test('binary output is named instead of shown', () => {
  expect(withoutBinary('PNG\ufffd\ufffd\ufffd\ufffd'.repeat(40))).toBe('[binary output left out]');
  expect(withoutBinary(`one \ufffd in a text${' that is long enough'.repeat(10)}`)).toContain('one \ufffd');
});

test('neither the model, the screen nor the file on disk gets a secret from a command', async () => {
  const rig = await createToolRig({ vars: { NPM_TOKEN: SECRET } });
  try {
    await rig.write('project/leak.txt', `token ${SECRET}\n`.repeat(100));
    const result = await rig.call('bash', {
      command: 'cat leak.txt; printf "\\033[32mgreen\\033[0m\\n"; echo "[$NPM_TOKEN]"',
      max_output_chars: 200,
    });
    const artifact = result.detail?.kind === 'bash' ? (result.detail.artifact ?? '') : '';
    const read = await rig.call('read', { path: artifact, limit: 1 });
    expect(JSON.stringify([result, rig.output, read])).not.toContain(SECRET);
    expect(result.text).toContain('token [value of NPM_TOKEN hidden]');
    expect(result.text).toContain('green\n[]');
    expect((await rig.call('grep', { pattern: 'token', path: 'leak.txt', head_limit: 1 })).text).toContain(
      'token [value of NPM_TOKEN hidden]',
    );
    expect((await rig.run(`grep -c ${SECRET} ${artifact}`)).stdout).toBe('0\n');
  } finally {
    await rig.close();
  }
});

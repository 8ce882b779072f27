import { describe, expect, it } from 'vitest';
import type { CallId, MessageId } from '../../shared/ids.ts';
import type { Message } from '../../shared/messages.ts';
import { calibrate, createEstimator } from './estimate.ts';
import { estimateText } from './estimate-text.ts';

/** What the 200k vocabulary counts for each, recorded once. */
const COUNTED = [
  {
    what: 'prose',
    tokens: 46,
    within: 0.1,
    text: 'The parser reads one line at a time and keeps what it could not finish for the next piece. When the stream ends, the rest is either a whole line or a torn one; a torn line is reported, never guessed.',
  },
  {
    what: 'code',
    tokens: 94,
    within: 0.1,
    text: "export function parse(text: string): Result<Config, Problem> {\n  const lines = text.split('\\n');\n  for (const [index, line] of lines.entries()) {\n    if (line.trim() === '') continue;\n    const match = /^(\\w+):\\s*(.*)$/.exec(line);\n    if (!match) return err({ code: 'config_invalid', line: index + 1 });\n  }\n  return ok(config);\n}\n",
  },
  {
    what: 'command output',
    tokens: 88,
    within: 0.12,
    text: 'total 48\n-rw-r--r-- 1 dev dev  1204 Nov  3 10:12 README.md\ndrwxr-xr-x 5 dev dev  4096 Nov  3 10:11 src\n-rw-r--r-- 1 dev dev 88213 Nov  2 18:40 package-lock.json\n✓ 214 passed (3.41 s)\n',
  },
  {
    what: 'Chinese',
    tokens: 36,
    within: 0.25,
    text: '解析器一次读取一行，并保留未完成的部分。流结束时，剩余内容要么是完整的一行，要么是被截断的一行。',
  },
  {
    what: 'Russian',
    tokens: 35,
    within: 0.5,
    text: 'Парсер читает по одной строке и оставляет незаконченное для следующего куска. Оборванная строка сообщается, а не угадывается.',
  },
] as const;

const MESSAGES: readonly Message[] = [
  { role: 'user', id: 'u1' as MessageId, origin: 'prompt', text: 'Look at it.' },
  {
    role: 'assistant',
    id: 'a1' as MessageId,
    model: 'p/m',
    stop: 'tool_calls',
    blocks: [{ type: 'tool_call', id: 'c1' as CallId, name: 'read', arguments: '{"path":"a.ts"}' }],
  },
  { role: 'tool', callId: 'c1' as CallId, name: 'read', text: 'const a = 1;', isError: false },
];

describe('estimateText', () => {
  it.each(COUNTED)('counts $what about as the tokenizer does', ({ text, tokens, within }) => {
    expect(Math.abs(estimateText(text) - tokens) / tokens).toBeLessThanOrEqual(within);
  });

  it('counts nothing for nothing, and adds up over pieces cut at line ends', () => {
    expect(estimateText('')).toBe(0);
    const { text } = COUNTED[1];
    const lines = text.split(/(?<=\n)/);
    const sum = lines.reduce((total, line) => total + estimateText(line), 0);
    expect(Math.abs(sum - estimateText(text))).toBeLessThanOrEqual(lines.length * 1.5);
  });
});

describe('a request', () => {
  it('is system, tools and messages together, and grows by each message', () => {
    const estimator = createEstimator();
    const tools = [{ name: 'read', description: 'Read a file.', parameters: { type: 'object' } }];
    const sizes = [0, 1, 2, 3].map((count) => estimator.request({ system: 'Be brief.', tools, messages: MESSAGES.slice(0, count) }));
    const added = MESSAGES.map((message) => estimator.message(message));
    expect(sizes.map((size, index) => size - (sizes[index - 1] ?? 0)).slice(1)).toEqual(added);
    expect(sizes[0]).toBe(8 + estimator.system('Be brief.') + estimator.tools(tools));
    expect(estimator.messages(MESSAGES)).toBe(added.reduce((a, b) => a + b));
  });

  it('is calibrated with what was reported, within reason', () => {
    expect([calibrate(1_100, 1_000), calibrate(0, 10), calibrate(10, 0), calibrate(1, 1_000), calibrate(9_999, 10)]).toEqual([
      1.1, 1, 1, 0.25, 4,
    ]);
  });
});

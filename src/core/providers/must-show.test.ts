import { expect, test } from 'vitest';
import { ERROR_CASES } from '../testing/error-cases.ts';
import { RECORDED_APIS, type Recorded, type RecordedApi, recordingsOf } from '../testing/recordings.ts';

interface Recording extends Recorded {
  readonly name: string;
  readonly raw: string;
}

type Shows = (recording: Recording) => boolean;

const calls = ({ blocks }: Recording) => blocks.flatMap((block) => (block.type === 'tool_call' ? [block] : []));
const texts = ({ blocks }: Recording) => blocks.flatMap((block) => (block.type === 'tool_call' ? [block.arguments] : [block.text]));
const pieces = ({ raw }: Recording) =>
  raw.match(/"input_json_delta"|"response.function_call_arguments.delta"|"function":\{"arguments":/g) ?? [];
const unknown = /^data: \{"(?:object|type)":"(?:something\.else|from_the_future|response\.novel\.delta)"/m;
const ping = /^event: (?:ping|keepalive)$/m;

/** What every API has to show, and how to see that a recording shows it. */
const LINES: Readonly<Record<string, Shows>> = {
  text: (one) => one.outcome === 'complete' && one.blocks.some(({ type }) => type === 'text'),
  'parallel tool calls': (one) => calls(one).length > 1,
  'characters of several bytes': (one) => texts(one).some((text) => Buffer.byteLength(text) > text.length),
  'arguments in several pieces': (one) => pieces(one).length > calls(one).length && calls(one).length > 0,
  thinking: (one) => one.blocks.some(({ type }) => type === 'thinking'),
  refusal: (one) => one.outcome === 'refusal' && one.blocks.length > 0,
  'empty answer': (one) => one.outcome === 'complete' && one.blocks.length === 0,
  'max tokens': (one) => one.outcome === 'max_tokens' && one.blocks.length > 0,
  'error after the answer began': ({ outcome, blocks }) => typeof outcome !== 'string' && outcome.kind === 'reported' && blocks.length > 0,
  'ping events': (one) => ping.test(one.raw) && one.outcome === 'complete',
  'unknown event types': (one) => unknown.test(one.raw) && one.outcome === 'complete',
};

const counted =
  (place: RegExp): Shows =>
  (one) =>
    place.test(one.raw) && one.usage !== undefined;

/** Where usage is known to stand, by API. */
const USAGE: Readonly<Record<RecordedApi, Readonly<Record<string, Shows>>>> = {
  'chat-completions': {
    'a last chunk without choices': counted(/"choices":\[\],"usage":.*\n\ndata: \[DONE\]/),
    'a chunk without choices before the last': counted(/"choices":\[\],"usage":.*\n\ndata: \{/),
    'every chunk': counted(/"usage":.*\n\n.*"usage":.*\n\n.*"usage":/),
    'a choice (Moonshot)': counted(/"finish_reason":"stop","usage":/),
    '`x_groq` (Groq)': counted(/"x_groq":\{[^}]*"usage":/),
    '`prompt_tokens_details.cached_tokens`': counted(/"prompt_tokens_details":\{"cached_tokens":[1-9]/),
    '`prompt_tokens_details.cache_write_tokens`': counted(/"prompt_tokens_details":\{[^}]*"cache_write_tokens":[1-9]/),
    '`prompt_cache_hit_tokens` (DeepSeek)': counted(/"prompt_cache_hit_tokens":[1-9]/),
    '`cached_tokens` (Moonshot)': counted(/"total_tokens":\d+,"cached_tokens":[1-9]/),
  },
  messages: {
    '`message_start`, and the output in `message_delta`': counted(/"message_start".*"input_tokens":[1-9]/),
    'all of it in `message_delta`': counted(/"message_delta".*"usage":\{"input_tokens":[1-9]/),
    'cache read and written': counted(/"cache_creation_input_tokens":[1-9]\d*,"cache_read_input_tokens":[1-9]/),
    'cache for an hour': (one) => (one.usage?.cacheWriteHour ?? 0) > 0 && /"ephemeral_1h_input_tokens":[1-9]/.test(one.raw),
  },
  responses: {
    '`response.completed`': counted(/"type":"response.completed".*"usage":\{/),
    '`response.incomplete`': counted(/"type":"response.incomplete".*"usage":\{/),
    '`response.failed`': counted(/"type":"response.failed".*"usage":\{/),
    '`cached_tokens`, `cache_write_tokens`': counted(/"cached_tokens":[1-9]\d*,"cache_write_tokens":[1-9]/),
  },
};

const TITLES = { 'chat-completions': 'Chat Completions', messages: 'Messages', responses: 'Responses' } as const;

const RECORDINGS = new Map(
  RECORDED_APIS.map((api): readonly [RecordedApi, readonly Recording[]] => {
    const { names, expected, text } = recordingsOf(api);
    return [api, names.flatMap((name) => (expected[name] ? [{ name, raw: text(name), ...expected[name] }] : []))];
  }),
);

function showing(api: RecordedApi, shows: Shows): readonly string[] {
  return (RECORDINGS.get(api) ?? []).filter(shows).map(({ name }) => name);
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function page(): string {
  const lines = Object.entries(LINES).map(([line, shows]) => row([line, ...RECORDED_APIS.map((api) => showing(api, shows).join(', '))]));
  const places = RECORDED_APIS.flatMap((api) =>
    Object.entries(USAGE[api]).map(([place, shows]) => row([TITLES[api], place, showing(api, shows).join(', ')])),
  );
  const errors = ERROR_CASES.flatMap(([wire, cases]) =>
    cases.map(([name, { status }, [code, attempts]]) => row([wire, String(status), name, `\`${code}\``, String(attempts)])),
  );
  return [
    '# What the APIs are tested with',
    '',
    'Written by `npx vitest run src/core/providers/must-show.test.ts -u`, which fails when this page is not what the recordings are. A recording is named for',
    'a line only when its bytes and its written-down result show it. Each one (`src/core/providers/recordings`) is read a byte at a time, split at random',
    'boundaries, with both line ends, and replayed over real sockets at random boundaries; each time the same answer has to come out. The recordings are',
    'written after the published references, no account was asked.',
    '',
    row(['', ...RECORDED_APIS.map((api) => TITLES[api])]),
    row(['---', '---', '---', '---']),
    ...lines,
    '',
    '## Usage in every known place',
    '',
    row(['API', 'place', 'recordings']),
    row(['---', '---', '---']),
    ...places,
    '',
    '## Documented error bodies',
    '',
    'Sent over a socket in place of an answer; what is transient is asked three times.',
    '',
    row(['API', 'status', 'error', 'becomes', 'asked']),
    row(['---', '---', '---', '---', '---']),
    ...errors,
    '',
  ].join('\n');
}

test.each(RECORDED_APIS)('%s: each line has a recording that shows it', (api) => {
  const every = { ...LINES, ...USAGE[api] };
  expect(Object.entries(every).filter(([, shows]) => showing(api, shows).length === 0)).toEqual([]);
});

test('the page says which', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/wires.md');
});

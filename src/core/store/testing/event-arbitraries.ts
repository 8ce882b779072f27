import fc from 'fast-check';
import { type KeptEvent, keptEventSchema } from '../../../shared/events.ts';
import { MAX_INLINE } from '../blob-fields.ts';

/** Text of every kind: empty, with newlines, with characters of several bytes, and now and then too long to stand in the log. */
const text = fc.oneof(
  { weight: 12, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 3, arbitrary: fc.constantFrom('', '\n', 'a\nb\r\n', '\u2028', '\u0000', '{"id":"1"}\n') },
  { weight: 1, arbitrary: fc.nat({ max: 50 }).map((more) => 'é€𝄞\n'.repeat(MAX_INLINE / 4 + more)) },
);
const name = fc.string({ minLength: 1, maxLength: 12 });
const count = fc.nat({ max: 1_000_000 });
const usage = fc.record({ input: count, output: count, cacheRead: count, cacheWrite: count });
const sessionId = fc.stringMatching(/^[0-9a-f]{32}$/);

const change = fc.record(
  {
    path: text,
    change: fc.constantFrom('created', 'modified', 'deleted', 'moved'),
    movedFrom: text,
    added: count,
    removed: count,
    patch: text,
  },
  { requiredKeys: ['path', 'change', 'added', 'removed'] },
);

const detail = fc.oneof(
  fc.record({ kind: fc.constant('read'), path: text, startLine: count, endLine: count, totalLines: count }),
  fc.record({
    kind: fc.constant('bash'),
    command: text,
    exitCode: fc.integer({ min: -1, max: 255 }),
    output: text,
    truncated: fc.boolean(),
    sandboxed: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('mutate'), changes: fc.array(change, { maxLength: 3 }) }),
);

const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('thinking'), text, signature: text }, { requiredKeys: ['type', 'text'] }),
  fc.record({ type: fc.constant('tool_call'), id: name, name, arguments: text }),
);

const assistant = fc.record(
  {
    role: fc.constant('assistant'),
    id: name,
    model: name,
    blocks: fc.array(block, { maxLength: 3 }),
    stop: fc.constantFrom('complete', 'tool_calls', 'cut'),
    usage,
    replay: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ noUnicodeString: false, maxDepth: 2 }).map(throughJson)),
  },
  { requiredKeys: ['role', 'id', 'model', 'blocks', 'stop'] },
);

const event = fc.oneof(
  fc.record(
    { type: fc.constant('session.start'), session: sessionId, project: text, title: text, model: text, parent: sessionId },
    { requiredKeys: ['type', 'session', 'project', 'title', 'model'] },
  ),
  fc.record({ type: fc.constant('session.update'), title: text, model: text }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('turn.start'), turn: name, model: text }),
  fc.record({
    type: fc.constant('message.end'),
    message: fc.oneof(assistant, fc.record({ role: fc.constant('user'), id: name, origin: fc.constantFrom('prompt', 'steer'), text })),
  }),
  fc.record(
    { type: fc.constant('tool.end'), call: name, name: text, text, isError: fc.boolean(), detail, duration: count },
    { requiredKeys: ['type', 'call', 'name', 'text', 'isError', 'duration'] },
  ),
  fc.record({
    type: fc.constant('turn.end'),
    turn: name,
    stop: fc.constantFrom('complete', 'error'),
    rounds: count,
    usage,
    duration: count,
    files: fc.constant([]),
  }),
  fc.record({ type: fc.constant('notice'), level: fc.constantFrom('info', 'error'), code: fc.constant('problem'), message: text }),
);

/** Events as the product writes them: of the shapes with long or free text in them, and checked against the contract. */
export const keptEvents: fc.Arbitrary<KeptEvent[]> = fc.array(
  event.map((value) => keptEventSchema.parse(value)),
  { maxLength: 12 },
);

/** JSON has no negative zero and no prototype. */
function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto'));
}

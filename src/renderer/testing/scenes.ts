import type { SessionEvent, Stamped } from '../../shared/events.ts';
import type { FileChange } from '../../shared/tool-detail.ts';
import { ATTACHED } from './attachments-story.ts';
import { CHILD_STORY } from './children-story.ts';
import type { Scene } from './fake-host.ts';
import { PROJECT, SESSIONS } from './fixtures.ts';
import { type CallSketch, story, timed } from './story.ts';

const text = (value: string) => ({ type: 'text', text: value }) as const;
const thinking = (value: string) => ({ type: 'thinking', text: value }) as const;

const OVERLAP: FileChange = {
  path: 'src/berths/overlap.ts',
  change: 'modified',
  added: 6,
  removed: 3,
  patch: `@@ -12,11 +12,14 @@ import type { Berth, Booking } from './types.ts';
 
 /** Whether two bookings want the same berth at the same time. */
 export function overlaps(a: Booking, b: Booking): boolean {
-  if (a.berth !== b.berth) return false;
-  const sameMonth = a.from.getMonth() === b.from.getMonth();
-  return sameMonth && a.from < b.to && b.from < a.to;
+  if (a.berth !== b.berth) {
+    return false;
+  }
+  // Half-open: a booking that ends when the next one begins leaves the berth free.
+  return a.from < b.to && b.from < a.to;
 }
 
+
 export function firstConflict(bookings: readonly Booking[]): Booking | undefined {
   const sorted = [...bookings].sort((a, b) => a.from.getTime() - b.from.getTime());
   return sorted.find((booking, index) => index > 0 && overlaps(sorted[index - 1], booking));
`,
};

const SPEC: FileChange = {
  path: 'test/berths/overlap.test.ts',
  change: 'created',
  added: 9,
  removed: 0,
  patch: `@@ -0,0 +1,9 @@
+import { expect, test } from 'vitest';
+import { overlaps } from '../../src/berths/overlap.ts';
+
+test('bookings across the end of a month overlap', () => {
+  const a = { berth: 4, from: new Date('2026-10-30'), to: new Date('2026-11-02') };
+  const b = { berth: 4, from: new Date('2026-11-01'), to: new Date('2026-11-03') };
+
+  expect(overlaps(a, b)).toBe(true);
+});
`,
};

const READ: CallSketch = {
  id: 'c1',
  name: 'read',
  input: { path: 'src/berths/overlap.ts' },
  detail: { kind: 'read', path: 'src/berths/overlap.ts', startLine: 1, endLine: 48, totalLines: 48 },
  text: "import type { Berth, Booking } from './types.ts';\n…",
};
const GREP: CallSketch = {
  id: 'c2',
  name: 'grep',
  input: { pattern: 'overlaps\\(' },
  detail: { kind: 'grep', pattern: 'overlaps\\(', path: '.', matches: 14, files: 5, more: false },
  text: 'src/berths/overlap.ts:15\nsrc/planner/plan.ts:88',
};
const LS: CallSketch = {
  id: 'c3',
  name: 'ls',
  input: { path: 'test/berths' },
  detail: { kind: 'list', path: 'test/berths', entries: 12, more: false },
  text: 'allocate.test.ts\nfree.test.ts',
};
const FAILING: CallSketch = {
  id: 'c4',
  name: 'bash',
  input: { command: 'npx vitest run test/planner --reporter=dot' },
  ms: 4_820,
  detail: {
    kind: 'bash',
    command: 'npx vitest run test/planner --reporter=dot',
    exitCode: 1,
    output:
      ' RUN  v4.1.12 /home/ana/src/harbour\n\n ···x··\n\n FAIL  test/planner/plan.test.ts > a booking that crosses the end of a month keeps its berth\nAssertionError: expected [ 4, 4 ] to equal [ 4, 5 ]\n  ❯ test/planner/plan.test.ts:41:22\n\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 5 passed (6)\n   Duration  1.21s\n',
    truncated: false,
    sandboxed: true,
  },
};
const EDIT: CallSketch = {
  id: 'c5',
  name: 'mutate',
  input: { operations: [{ type: 'replace', path: 'src/berths/overlap.ts' }] },
  detail: { kind: 'mutate', changes: [OVERLAP] },
};
const CREATE: CallSketch = {
  id: 'c6',
  name: 'mutate',
  input: { operations: [{ type: 'create', path: 'test/berths/overlap.test.ts' }] },
  detail: { kind: 'mutate', changes: [SPEC] },
};
const PASSING: CallSketch = {
  id: 'c7',
  name: 'bash',
  input: { command: 'npx vitest run' },
  ms: 6_240,
  detail: {
    kind: 'bash',
    command: 'npx vitest run',
    exitCode: 0,
    output: ' Test Files  4 passed (4)\n      Tests  7 passed (7)\n',
    truncated: false,
    sandboxed: true,
  },
};
const OUTSIDE: CallSketch = {
  id: 'c8',
  name: 'mutate',
  input: { operations: [{ type: 'create', path: '/home/ana/.config/harbour/local.toml', content: 'a' }] },
};

const run = (call: CallSketch): readonly SessionEvent[] => [story.runs(call), story.closes(call)];

const ANSWER = `The test was right and the code was wrong.

\`overlaps\` compared the **months** of two bookings before it compared their times, so a booking from 30 October to 2 November never met one from 1 November. I removed the month check; the half-open comparison below it already covers every case:

\`\`\`ts
return a.from < b.to && b.from < a.to;
\`\`\`

What I checked:

1. \`test/planner\` fails before the change and passes after it.
2. All 7 tests pass, the new one included.
3. \`firstConflict\` sorts by start, so it needs no change.

| file | change |
| --- | --- |
| \`src/berths/overlap.ts\` | month check removed |
| \`test/berths/overlap.test.ts\` | new test across the end of a month |

The rule comes from the [harbour handbook](https://example.org/handbook#berths). <b>HTML</b> in an answer stays text.
`;

const OPENING: readonly SessionEvent[] = [
  story.begin(),
  story.turn('t1'),
  story.user('u1', 'The planner test fails since the first of the month. Find out why and fix it, with a test.'),
  story.says(
    'm1',
    [thinking('The failure depends on the date, so something compares months or days.\nI look at the overlap code first.')],
    [READ, GREP, LS],
  ),
  ...run(READ),
  ...run(GREP),
  ...run(LS),
];

const FINISHED: readonly SessionEvent[] = [
  ...OPENING,
  story.says('m2', [text('The month is compared before the times are. I run the test to be sure that this is what fails.')], [FAILING]),
  ...run(FAILING),
  story.says('m3', [], [EDIT, CREATE]),
  ...run(EDIT),
  ...run(CREATE),
  story.user('u2', 'Keep the helper below it as it is, please.', 'steer'),
  story.says('m4', [], [PASSING]),
  ...run(PASSING),
  story.says('m5', [text(ANSWER)]),
  story.ends('t1', 'complete', [OVERLAP, SPEC]),
];

const live = (value: string, kind: 'text' | 'thinking' = 'text') =>
  ({ type: 'message.update', message: 'm9', kind, text: value }) as unknown as SessionEvent;
const SECOND_TURN: readonly SessionEvent[] = [story.turn('t2'), story.user('u3', 'Now write it up for the changelog.')];
const STREAMING: readonly SessionEvent[] = [
  ...FINISHED,
  ...SECOND_TURN,
  { type: 'message.start', message: 'm9', model: 'openrouter/qwen/qwen3-coder' } as unknown as SessionEvent,
  live(
    'The entry belongs under **Fixed**. It names what people saw, not what the code did:\n\n```md\n- Bookings that cross the end of a mon',
  ),
];

const APPROVAL: readonly SessionEvent[] = [
  ...FINISHED,
  ...SECOND_TURN,
  story.says('m6', [text('The config lives outside the project.')], [OUTSIDE]),
  story.runs(OUTSIDE),
  story.asks(OUTSIDE, '/home/ana/.config/harbour/local.toml'),
  story.waits(OUTSIDE, Date.now() + 7_080_000),
];

const FETCHING: CallSketch = {
  id: 'c11',
  name: 'bash',
  input: { command: 'npm ci --prefer-offline' },
  ms: 9_310,
  detail: {
    kind: 'bash',
    command: 'npm ci --prefer-offline',
    exitCode: 0,
    output: 'added 214 packages in 9s\n',
    truncated: false,
    sandboxed: true,
    refusedHosts: ['telemetry.example.org'],
  },
};
const REFUSED: readonly SessionEvent[] = [
  ...FINISHED,
  ...SECOND_TURN,
  story.says('m8', [], [FETCHING]),
  ...run(FETCHING),
  story.ends('t2', 'complete'),
];

const RUNNING: CallSketch = { id: 'c9', name: 'bash', input: { command: 'npm run build' } };
const QUEUE: readonly SessionEvent[] = [
  ...FINISHED,
  ...SECOND_TURN,
  story.says('m7', [], [RUNNING]),
  story.runs(RUNNING),
  story.prints(
    RUNNING,
    '> harbour@2.4.0 build\n> tsc -b && vite build\n\nvite v8.3.8 building for production...\ntransforming (214) src/planner/plan.ts\n',
  ),
  story.queues([
    'Mention the handbook section too.',
    'Then open the draft release notes and add a line there as well, below the import changes',
  ]),
];

const FAILED: readonly SessionEvent[] = [
  ...FINISHED,
  ...SECOND_TURN,
  { type: 'notice', level: 'warning', code: 'retry', message: 'The model server answered 503. Trying again in 4 s (2 of 5).' },
  story.ends('t2', 'error', [], {
    message: 'The model server at localhost:8080 could not be reached.',
    hint: 'Check that it runs, then continue the turn.',
  }),
];

/** A long session: many rounds, most of them folded. */
function long(items: number): readonly Stamped[] {
  const events: SessionEvent[] = [story.begin()];
  for (let round = 0; round < items / 5; round += 1) {
    const call = (base: CallSketch, suffix: string): CallSketch => ({ ...base, id: `l${round}${suffix}` });
    const calls = [call(READ, 'a'), call(round % 7 === 0 ? FAILING : PASSING, 'b'), call(EDIT, 'c')];
    if (round % 20 === 0) events.push(story.turn(`lt${round}`), story.user(`lu${round}`, `Step ${round} of the long run.`));
    events.push(story.says(`lm${round}`, [text(`Round ${round}. ${ANSWER}`)], calls));
    for (const each of calls) events.push(...run(each));
    if (round % 20 === 19) events.push(story.ends(`lt${round - 19}`, 'complete', [OVERLAP]));
  }
  return timed(events);
}

const withEvents = (events: readonly SessionEvent[], change: Partial<Scene> = {}): Scene => ({
  project: PROJECT,
  sessions: SESSIONS,
  events: timed(events),
  ...change,
});

/** Stopped at a usage limit that is reset later, with a prompt that was parked. */
const RESETS = Date.now() + 3 * 3_600_000;
const PAUSED: readonly SessionEvent[] = [
  ...FINISHED,
  ...SECOND_TURN,
  story.queues(['Mention the handbook section too.']),
  {
    ...story.ends('t2', 'usage_limit', [], {
      message: 'The usage limit of anthropic/claude-opus-5 is reached.',
      hint: 'Wait for the reset, or go on with another model.',
    }),
    resumesAt: RESETS,
  } as SessionEvent,
];
const UNTRUSTED: Partial<typeof PROJECT> = {
  untrusted: {
    ...{ file: '.steiner/config.yaml', skills: ['release-notes'] },
    changes: [
      { key: 'sandbox.network', before: 'off', after: 'host', security: true },
      { key: 'limits.max_turns', after: '80', security: false },
    ],
  },
};

const SCENES: Readonly<Record<string, () => Scene>> = {
  finished: () => withEvents(FINISHED),
  streaming: () => withEvents(STREAMING),
  approval: () => withEvents(APPROVAL),
  refused: () => withEvents(REFUSED),
  queue: () => withEvents(QUEUE),
  failed: () => withEvents(FAILED),
  interrupted: () => withEvents([...FINISHED, ...SECOND_TURN, story.ends('t2', 'interrupted')]),
  paused: () => ({
    project: PROJECT,
    sessions: SESSIONS.map((row, index) => (index === 0 ? { ...row, lastStop: 'usage_limit', resumesAt: RESETS } : row)),
    events: timed(PAUSED),
  }),
  untrusted: () => withEvents(FINISHED, { project: { ...PROJECT, ...UNTRUSTED } }),
  attachments: () => withEvents(ATTACHED),
  children: () => withEvents(CHILD_STORY),
  empty: () => ({ project: PROJECT, sessions: [], events: [] }),
  welcome: () => ({ project: null, sessions: [], events: [] }),
  unreadable: () => withEvents(FINISHED, { refuse: ['sessions.open'] }),
  problem: () => ({ project: { ...PROJECT, ...NO_MODEL }, sessions: SESSIONS.slice(1, 3), events: timed(FAILED) }),
  demo: () => withEvents(FINISHED, { project: { ...PROJECT, name: 'sample', demo: true } }),
  long: () => ({ project: PROJECT, sessions: SESSIONS, events: long(10_000) }),
};

const NO_MODEL: Partial<typeof PROJECT> = {
  sandbox: {
    state: 'unavailable',
    writable: [],
    network: 'host',
    problem: {
      code: 'sandbox_unavailable',
      message: 'bubblewrap is not installed.',
      hint: 'Install the package `bubblewrap`, then check again. Until then commands ask one by one.',
      safe: 'Nothing runs without being asked.',
    },
  },
  problem: {
    code: 'config_invalid',
    message: 'Unknown key `provders` in .steiner/config.yaml, line 3.',
    hint: 'Did you mean `providers`? Correct it and check again.',
    safe: 'Your sessions can be read meanwhile.',
  },
};

export function scene(name: string): Scene {
  const found = SCENES[name];
  if (found === undefined) throw new Error(`There is no scene ${name}. There are: ${Object.keys(SCENES).join(', ')}.`);
  return found();
}

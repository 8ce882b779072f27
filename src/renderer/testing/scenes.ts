import type { SessionEvent, Stamped } from '../../shared/events.ts';
import { ATTACHED } from './attachments-story.ts';
import { CHILD_ASKS, CHILD_STORY } from './children-story.ts';
import type { Scene } from './fake-host.ts';
import { PROJECT, SESSIONS } from './fixtures.ts';
import { ANSWER, CREATE, EDIT, FAILING, FETCHING, GREP, LS, OUTSIDE, OVERLAP, PASSING, READ, RUNNING, SPEC } from './sketches.ts';
import { type CallSketch, story, timed } from './story.ts';

const text = (value: string) => ({ type: 'text', text: value }) as const;
const thinking = (value: string) => ({ type: 'thinking', text: value }) as const;

const run = (call: CallSketch): readonly SessionEvent[] => [story.runs(call), story.closes(call)];

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

const REFUSED: readonly SessionEvent[] = [
  ...FINISHED,
  ...SECOND_TURN,
  story.says('m8', [], [FETCHING]),
  ...run(FETCHING),
  story.ends('t2', 'complete'),
];

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
  'child-asks': () => withEvents(CHILD_ASKS),
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

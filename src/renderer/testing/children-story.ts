import type { SessionEvent } from '../../shared/events.ts';
import { approvalIdSchema, callIdSchema, messageIdSchema } from '../../shared/ids.ts';
import type { Completion, SideWork } from '../../shared/side-work.ts';
import { sessionId } from './fixtures.ts';
import { type CallSketch, story } from './story.ts';

interface ChildSketch {
  readonly number: number;
  readonly agent: string;
  readonly task: string;
  readonly group?: string;
}

const EXPLORE: ChildSketch = {
  number: 21,
  agent: 'explore',
  task: 'Find every caller of overlaps() and say what each expects of the end of a booking',
};
const CHECK: ChildSketch = { number: 22, agent: 'sanity_check', task: 'Run the tests of the planner', group: 'before' };
const REVIEW: ChildSketch = {
  ...{ number: 23, agent: 'review', group: 'before' },
  task: 'Review the half-open comparison for bookings that begin and end on the same day, across a change of the clocks and in berths that are let by the hour',
};
const EVALUATE: ChildSketch = {
  number: 24,
  agent: 'evaluate',
  task: 'Weigh a sorted list against an interval tree for the plan of a year',
};
const WAITS: ChildSketch = { number: 25, agent: 'explore', task: 'Find where berths are let by the hour' };
const STOPPED: ChildSketch = { number: 26, agent: 'explore', task: 'List the fixtures that cross a month' };
const LOST: ChildSketch = { number: 27, agent: 'research', task: 'Find how other harbours count the day of departure' };

const CHILDREN = [EXPLORE, CHECK, REVIEW, EVALUATE, WAITS, STOPPED, LOST];

const callOf = ({ number, agent, task }: ChildSketch): CallSketch => ({
  id: `k${number}`,
  name: 'sub_agent',
  input: { type: agent, objective: task },
  text: `Child ${sessionId(number).slice(0, 8)} (${agent}) runs.`,
});

function starts(sketch: ChildSketch): readonly SessionEvent[] {
  const { number, agent, task, group } = sketch;
  const call = callOf(sketch);
  const child = sessionId(number);
  const work: SideWork = { id: child.slice(-8), kind: 'child', title: task, call: callIdSchema.parse(call.id), awaited: true };
  return [
    story.runs(call),
    { type: 'child.start', child, call: callIdSchema.parse(call.id), agent, task, ...(group === undefined ? {} : { group }) },
    { type: 'work.start', work },
    story.closes(call),
  ];
}

type ChildEnd = Extract<SessionEvent, { type: 'child.end' }>;

function ends(
  sketch: ChildSketch,
  end: Pick<ChildEnd, 'stop' | 'status' | 'reason'>,
  took: Pick<ChildEnd, 'rounds' | 'cost'>,
): SessionEvent {
  const usage = { input: 21_400 * (took.rounds ?? 0), output: 310 * (took.rounds ?? 0), cacheRead: 0, cacheWrite: 0 };
  return { type: 'child.end', child: sessionId(sketch.number), ...end, ...took, usage, duration: 9_300 * (took.rounds ?? 0) };
}

function result({ number, task }: ChildSketch, rest: Pick<Completion, 'status' | 'facts' | 'text' | 'duration'>): Completion {
  return { id: sessionId(number).slice(-8), kind: 'child', title: task, ...rest };
}

const TOLD: readonly Completion[] = [
  result(EXPLORE, {
    ...{ status: 'done', duration: 65_100 },
    facts: ['Type: explore', 'Took: 7 requests, 2,170 tokens written, 65 s'],
    text: 'Five callers:\n\n- src/planner/plan.ts:88 takes the end as free\n- src/planner/suggest.ts:41 the same\n- src/berths/free.ts:19 the same\n- src/import/check.ts:102 takes the end as taken\n- test/berths/overlap.test.ts:9 the first reading\n',
  }),
  result(CHECK, {
    ...{ status: 'failed', duration: 9_300, text: '' },
    facts: ['Type: sanity_check', 'Group: before', 'Took: 1 request, 9 s', 'Reason: The model server answered 401: the key was refused.'],
  }),
  result(EVALUATE, {
    ...{ status: 'partial', duration: 139_500 },
    facts: [
      'Type: evaluate',
      'Took: 15 requests, 4,650 tokens written, 140 s',
      'Reason: The turn stopped after 15 model requests. Take what it did as not done.',
    ],
    text: 'A sorted list is enough up to some 20,000 bookings; above that I had not measured yet.',
  }),
  result(STOPPED, {
    ...{ status: 'cancelled', duration: 9_300, text: '' },
    facts: ['Type: explore', 'Took: 1 request, 9 s', 'Reason: The user stopped it after 1 tool call.'],
  }),
];

const UNTOLD: Completion = {
  ...result(LOST, { status: 'lost', facts: ['Steiner or this session was closed while this research child ran.'], text: '' }),
  quiet: true,
};

const PENDING = [REVIEW, WAITS].map(({ number, task }) => ({ id: sessionId(number).slice(-8), kind: 'child' as const, title: task }));

/** Children in every state, and what the model was told of those that ended. */
export const CHILD_STORY: readonly SessionEvent[] = [
  story.begin(),
  story.turn('t1'),
  story.user('u1', 'Have the comparison checked from all sides before I merge it.'),
  story.says('m1', [{ type: 'text', text: 'I hand the reading out and go on with the handbook meanwhile.' }], CHILDREN.map(callOf)),
  ...CHILDREN.flatMap(starts),
  { type: 'child.update', child: sessionId(WAITS.number), state: 'queued' },
  {
    ...{
      type: 'child.update',
      child: sessionId(REVIEW.number),
      state: 'running',
      rounds: 3,
      spend: { requests: 3, cost: 21_000_000, unpriced: 0 },
    },
    ...{ operation: 'grep \\bfrom\\b.*getTimezoneOffset', usage: { input: 61_000, output: 940, cacheRead: 40_000, cacheWrite: 0 } },
  },
  ends(EXPLORE, { stop: 'complete', status: 'done' }, { rounds: 7, cost: 61_000_000 }),
  ends(CHECK, { stop: 'error', status: 'failed', reason: 'The model server answered 401: the key was refused.' }, { rounds: 1 }),
  ends(
    EVALUATE,
    { stop: 'max_turns', status: 'partial', reason: 'The turn stopped after 15 model requests. Take what it did as not done.' },
    { rounds: 15, cost: 212_000_000 },
  ),
  ends(
    STOPPED,
    { stop: 'cancelled', status: 'cancelled', reason: 'The user stopped it after 1 tool call.' },
    { rounds: 1, cost: 4_000_000 },
  ),
  ends(
    LOST,
    { stop: 'interrupted', status: 'lost', reason: 'Steiner or this session was closed before it was done. Nothing goes on by itself.' },
    { rounds: 0 },
  ),
  ...[...TOLD, UNTOLD].map((completion): SessionEvent => ({ type: 'work.end', completion })),
  {
    type: 'message.end',
    message: {
      ...{ role: 'user', id: messageIdSchema.parse('r1'), origin: 'result', text: '' },
      results: { pending: PENDING, completions: [...TOLD] },
    },
  },
  story.says('m2', [
    {
      type: 'text',
      text: 'One caller takes the end of a booking as taken: `src/import/check.ts`. I wait for the review before I change it.',
    },
  ]),
  story.ends('t1', 'complete'),
];

/** One of them needs a person. */
export const CHILD_ASKS: readonly SessionEvent[] = [
  ...CHILD_STORY,
  {
    ...{ type: 'child.update', child: sessionId(REVIEW.number) },
    question: {
      ...{ agent: REVIEW.agent, task: REVIEW.task, until: Date.now() + 2 * 3_600_000 },
      approval: {
        ...{ id: approvalIdSchema.parse('a-child'), callId: callIdSchema.parse('k90'), kind: 'command', tool: 'bash', access: 'run' },
        ...{
          subject: 'git log --since=2026-01-01 -- src/planner',
          reason: 'There is no sandbox that would keep it from writing.',
          preview: '',
        },
        permanent: 'Allow it for this project: that rule is for commands with these words.',
        suggestion: 'git log *',
      },
    },
  },
];

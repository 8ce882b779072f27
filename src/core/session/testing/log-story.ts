import fc from 'fast-check';
import type { SessionEvent, Stamped } from '../../../shared/events.ts';
import { emptyView, fold } from '../../../shared/fold.ts';
import type { SessionView } from '../../../shared/fold-types.ts';
import { NO_USAGE } from '../../../shared/usage.ts';

interface Step {
  readonly kind:
    | 'round'
    | 'turn'
    | 'notice'
    | 'mode'
    | 'skill'
    | 'child'
    | 'compact'
    | 'late'
    | 'rewind'
    | 'redo'
    | 'pin'
    | 'work'
    | 'shorten';
  readonly pick: number;
}

const kinds: readonly Step['kind'][] = [
  'round',
  'turn',
  'notice',
  'mode',
  'skill',
  'child',
  'compact',
  'late',
  'rewind',
  'redo',
  'pin',
  'work',
  'shorten',
];
const step = fc.record({ kind: fc.constantFrom(...kinds, 'round', 'turn', 'round'), pick: fc.nat({ max: 30 }) });

/** A log that could be: every call has a name of its own, and what refers to something refers to what there was. */
class Story {
  readonly events: SessionEvent[] = [
    { type: 'session.start', session: 'a'.repeat(32), project: '/p', title: 'T', model: 'p/m' } as SessionEvent,
  ];
  readonly #open: (() => void)[] = [];
  readonly #turns: string[] = [];
  readonly #calls: string[] = [];
  #generation = 0;
  #next = 0;

  play({ kind, pick }: Step): void {
    const id = `${kind}${this.#next}`;
    this.#next += 1;
    this.#kinds[kind](id, pick);
  }

  readonly #kinds: Readonly<Record<Step['kind'], (id: string, pick: number) => void>> = {
    turn: (id, pick) => {
      this.#say({ type: 'turn.start', turn: id, model: 'p/m' });
      this.#turns.push(id);
      this.#say({ type: 'message.end', message: { role: 'user', id: `u${id}`, origin: 'prompt', text: id } });
      if (pick % 4 === 1) return;
      const resumesAt = pick % 3 === 0 ? { resumesAt: pick } : {};
      this.#say({ type: 'turn.end', turn: id, stop: 'complete', rounds: 1, usage: NO_USAGE, duration: 1, files: [], ...resumesAt });
    },
    round: (id, pick) => {
      const calls = Array.from({ length: pick % 4 }, (_, index) => `${id}-${index}`);
      const blocks = [
        ...(pick % 2 === 0 ? [{ type: 'text', text: `words of ${id}` }] : []),
        ...calls.map((call) => ({ type: 'tool_call', id: call, name: 'bash', arguments: '{}' })),
      ];
      this.#say({ type: 'message.end', message: { role: 'assistant', id, model: 'p/m', stop: 'tool_calls', usage: NO_USAGE, blocks } });
      for (const call of calls) this.#call(call, pick);
    },
    notice: (id) => this.#say({ type: 'notice', level: 'info', code: 'problem', message: id }),
    mode: (_, pick) => this.#say({ type: 'session.update', mode: pick % 2 === 0 ? 'plan' : 'build' }),
    skill: (_, pick) => {
      const name = `s${pick % 3}`;
      const active = { state: 'active', name, origin: 'user', path: '/s', body: `b${pick}`, bytes: 2 };
      const skill = pick % 2 === 0 ? { state: 'inactive', name } : active;
      this.#say({ type: 'session.skill', skill });
    },
    work: (id, pick) => {
      const facts = { id, kind: 'command', title: id };
      this.#say({ type: 'work.start', work: { ...facts, awaited: pick % 2 === 0 } });
      const completion = { ...facts, status: 'done', facts: [], text: '', quiet: true };
      this.#open.push(() => this.#say(pick % 3 === 0 ? { type: 'work.known', work: id } : { type: 'work.end', completion }));
    },
    child: (id) => {
      this.#say({ type: 'child.start', child: id, call: id, agent: 'a', task: 't' });
      this.#open.push(() => this.#say({ type: 'child.end', child: id, stop: 'complete', usage: NO_USAGE, duration: 1 }));
      const work = { id: `w${id}`, kind: 'child', title: 't', call: id } as const;
      this.#say({ type: 'work.start', work: { ...work, awaited: true } });
      this.#open.push(() => this.#say({ type: 'work.end', completion: { ...work, status: 'done', facts: [], text: '' } }));
    },
    compact: (id, pick) => {
      if (pick % 3 === 0 && this.#generation > 0) this.#say({ type: 'compaction.undo', generation: this.#generation-- });
      else this.#compact(id, pick % 5 === 0 ? id : 'm');
    },
    late: (_, pick) => {
      if (pick % 5 === 0) this.#say({ type: 'pause.cancel' });
      this.#open.splice(pick % Math.max(1, this.#open.length), 1)[0]?.();
    },
    rewind: (_, pick) => {
      const turn = this.#turns[pick % Math.max(1, this.#turns.length)] ?? 'none';
      this.#say({ type: 'session.rewind', turn, chat: pick % 4 !== 0 });
      this.#generation = viewOf(this.events).generation;
    },
    redo: () => {
      this.#say({ type: 'session.redo' });
      this.#generation = viewOf(this.events).generation;
    },
    shorten: (_, pick) => {
      const call = this.#calls.at(-1 - (pick % 3));
      const results = call === undefined ? [] : [{ call, head: 3, tail: pick % 4, of: 20 }];
      this.#say({ type: 'results.shorten', cause: 'limit', results, note: 'n', after: pick, message: 'm', hint: 'h' });
    },
    pin: (_, pick) => this.#say({ type: 'message.pin', message: `m${pick}`, pinned: pick % 2 === 0 }),
  };

  /** One in three is asked about, and some of those answers and results come much later. */
  #call(call: string, pick: number): void {
    const approval = {
      id: `x${call}`,
      callId: call,
      kind: 'network',
      tool: 'bash',
      subject: 'h',
      access: 'write',
      reason: '',
      preview: '',
      permanent: '',
    };
    const end = () => this.#say({ type: 'tool.end', call, name: 'bash', text: `result of ${call}`, isError: false, duration: 1 });
    const answer = () =>
      this.#say({ type: 'approval.end', approval: approval.id, decision: { type: 'deny', reason: '' }, source: 'person' });
    this.#say({ type: 'tool.start', call, name: 'bash' });
    this.#calls.push(call);
    if (pick % 3 === 0) {
      this.#say({ type: 'approval.start', approval });
      this.#open.push(answer);
    }
    if (pick % 7 === 0) this.#open.push(end);
    else end();
  }

  /** From the message `first` on everything stays; nothing where that is the summary itself. */
  #compact(id: string, first: string): void {
    this.#generation += 1;
    const summary = { role: 'user', id, origin: 'notice', text: 'Summary.' };
    const sizes = { before: 10, after: 5, dropped: { prompts: 1, answers: 1, results: 0 } };
    const facts = { generation: this.#generation, cause: 'manual', stage: 'normal', source: 'model', first, kept: [], duration: 1 };
    this.#say({ type: 'compaction.end', summary, ...sizes, ...facts });
  }

  #say(event: unknown): void {
    this.events.push(event as SessionEvent);
  }
}

function stamp(events: readonly SessionEvent[]): readonly Stamped[] {
  return events.map((event, index) => ({ time: index + 1, event }));
}

function viewOf(events: readonly SessionEvent[]): SessionView {
  return fold(emptyView(), stamp(events));
}

/** Logs that could be, with everything that refers back: late answers and results, rewinds, undone compactions, work and children that end or do not. */
export const logs = fc.array(step, { maxLength: 60 }).map((steps) => {
  const story = new Story();
  for (const one of steps) story.play(one);
  return stamp(story.events);
});

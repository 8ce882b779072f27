import type { Approval, ApprovalDecision, ApprovalRule, ApprovalSource, RuleDraft } from '../../shared/approvals.ts';
import type { SessionEvent } from '../../shared/events.ts';
import type { ApprovalId, CallId, SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { covers } from '../approvals/rule-match.ts';
import { suggestPattern } from '../approvals/suggest-pattern.ts';
import type { Clock, Ids } from '../lib/ports.ts';
import type { ApprovalBook } from './approval-book.ts';
import { ApprovalLine } from './approval-line.ts';
import { ruleOf, sessionRule } from './approval-rule-of.ts';
import type { Beginning } from './session.ts';

type Question = Omit<Approval, 'id' | 'callId'>;

/** The questions of one session. They are asked one after the other, those of its children among them, so that an answer can settle those behind it. */
export interface ApprovalDesk {
  /** Whether a question waits for a person. */
  readonly waiting: boolean;
  /** Settles with the answer of a rule or a person, or with a denial as soon as `signal` aborts. */
  ask(call: CallId, question: Question, signal: AbortSignal): Promise<ApprovalDecision>;
  /** Puts a question again that was asked before Steiner ended; it can be answered as soon as this returns. Before anything else is asked. */
  resume(approval: Approval, signal: AbortSignal): Promise<ApprovalDecision>;
  /** Leaves the question that waits unanswered, for when the session is opened again. False when none waits, or one that cannot wait so long. */
  suspend(): boolean;
  /** A person looks at the question: its time begins anew. Nothing when it no longer waits. */
  look(id: ApprovalId): void;
  /** A problem when nothing by that id waits, or when the answer makes a rule that does not fit the question. */
  answer(id: ApprovalId, decision: ApprovalDecision): Result<null, Problem>;
}

export interface ApprovalDeskOptions {
  readonly session: SessionId;
  /** Of a child: who started it, and its type. */
  readonly begin?: Pick<Beginning, 'parent' | 'agent'> | undefined;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly emit: (event: SessionEvent) => void;
  /** `refuse` denies what no rule allows, saying why: nobody is there to ask. */
  readonly approvals: 'person' | 'refuse';
  /** What `refuse` says. */
  readonly refusal?: string | undefined;
  readonly book: ApprovalBook;
  /** Default: one of its own. */
  readonly line?: ApprovalLine | undefined;
  /** Milliseconds since somebody last looked at it; without it a question waits as long as the turn. */
  readonly approvalTimeout?: number | undefined;
}

interface Settled {
  readonly decision: ApprovalDecision;
  readonly source: ApprovalSource;
  readonly rule?: Pick<ApprovalRule, 'id' | 'pattern'>;
}

interface Open {
  readonly approval: Approval;
  readonly settle: (settled: Settled) => void;
  /** Gives it its whole time again. */
  readonly wait: () => void;
  /** Its rule is being written: the answer is given, but not yet told. */
  answered: boolean;
}

const REFUSED =
  'Nobody can be asked here, so it was refused. Allow it in the configuration, or run this session in the window or a terminal.';
const STOPPED: ApprovalDecision = { type: 'deny', reason: 'The turn was stopped before an answer.' };

export function createApprovalDesk(options: ApprovalDeskOptions): ApprovalDesk {
  return new Desk(options);
}

class Desk implements ApprovalDesk {
  readonly #options: ApprovalDeskOptions;
  readonly #line: ApprovalLine;
  #open: Open | undefined;
  #suspended = false;

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
    this.#line = options.line ?? new ApprovalLine();
  }

  get waiting(): boolean {
    return this.#open !== undefined && !this.#open.answered;
  }

  ask(call: CallId, question: Question, signal: AbortSignal): Promise<ApprovalDecision> {
    return this.#line.ask(() => this.#decide(call, question, signal), signal, STOPPED);
  }

  resume(approval: Approval, signal: AbortSignal): Promise<ApprovalDecision> {
    const settled = this.#wait(approval, signal);
    const open = this.#open;
    void this.#ruleFor(approval).then((rule) => (rule && open && !open.answered ? open.settle(byRule(rule)) : undefined));
    return this.#line.first(() => this.#settle(approval, settled));
  }

  suspend(): boolean {
    const open = this.#open;
    this.#suspended = open !== undefined && !open.answered && open.approval.kind !== 'network';
    return this.#suspended;
  }

  look(id: ApprovalId): void {
    if (this.#open?.approval.id === id) this.#open.wait();
  }

  answer(id: ApprovalId, decision: ApprovalDecision): Result<null, Problem> {
    const open = this.#open;
    if (open?.approval.id !== id || open.answered) return err(GONE);
    const draft = decision.type === 'allow_project' ? ruleOf(open.approval, decision.pattern, this.#options.book.home) : undefined;
    if (draft && !draft.ok) return draft;
    open.answered = true;
    if (draft) void this.#keep(open, draft.value);
    else open.settle({ decision, source: 'person' });
    return ok(null);
  }

  async #decide(callId: CallId, question: Question, signal: AbortSignal): Promise<ApprovalDecision> {
    const { ids, emit, book } = this.#options;
    const approval: Approval = { ...question, id: `x${ids.hex(8)}` as ApprovalId, callId };
    const known = (await this.#rules()).filter((rule) => rule.kind === question.kind);
    const rule = known.find((one) => covers(one, question));
    if (rule) return this.#end(approval, byRule(rule), { question: approval });
    const suggestion = suggestPattern(question, book.home);
    const asked = { ...approval, considered: known.map(({ pattern }) => pattern), ...(suggestion === undefined ? {} : { suggestion }) };
    emit({ type: 'approval.start', approval: asked });
    return this.#settle(asked, this.#wait(asked, signal));
  }

  async #settle(approval: Approval, waiting: Promise<Settled>): Promise<ApprovalDecision> {
    const settled = await waiting;
    const grant = settled.decision.type === 'allow_session' ? sessionRule(approval) : undefined;
    if (grant) this.#line.grant(grant);
    return this.#end(approval, settled);
  }

  async #ruleFor(question: Question): Promise<ApprovalRule | undefined> {
    return (await this.#rules()).find((rule) => covers(rule, question));
  }

  /** Those of this session first. Rules that cannot be read allow nothing. */
  async #rules(): Promise<readonly ApprovalRule[]> {
    const kept = await this.#options.book.rules();
    if (kept.ok) return [...this.#line.granted, ...kept.value];
    const { message, hint } = kept.error;
    this.#options.emit({ type: 'notice', level: 'warning', code: 'problem', message, hint });
    return this.#line.granted;
  }

  #wait(approval: Approval, signal: AbortSignal): Promise<Settled> {
    const { approvals, refusal = REFUSED } = this.#options;
    if (approvals === 'refuse') return Promise.resolve({ decision: { type: 'deny', reason: refusal }, source: 'unattended' });
    const over = new AbortController();
    return new Promise<Settled>((settle) => {
      const wait = this.#timer(approval.id, settle, over.signal);
      this.#open = { approval, settle, wait, answered: false };
      const stop = () => settle({ decision: STOPPED, source: 'stopped' });
      signal.addEventListener('abort', stop, { once: true, signal: over.signal });
      if (signal.aborted) stop();
      wait();
    }).finally(() => {
      this.#open = undefined;
      over.abort();
    });
  }

  /** Denies when its time is up, which each call begins anew and tells. */
  #timer(approval: ApprovalId, settle: Open['settle'], over: AbortSignal): () => void {
    const { approvalTimeout: limit, clock, emit } = this.#options;
    let last = new AbortController();
    return () => {
      last.abort();
      last = new AbortController();
      const { signal } = last;
      if (limit === undefined) return;
      emit({ type: 'approval.time', approval, until: clock.now() + limit });
      const ended = clock.sleep(limit, AbortSignal.any([over, signal]));
      void ended.then(() => signal.aborted || settle({ decision: timedOut(limit), source: 'timeout' }));
    };
  }

  #end(approval: Approval, settled: Settled, also: { readonly question?: Approval } = {}): ApprovalDecision {
    const { session, emit, clock, book, begin: { parent, agent } = {} } = this.#options;
    const { decision, source, rule } = settled;
    if (this.#suspended) return decision;
    emit({ type: 'approval.end', approval: approval.id, decision, source, ...(rule ? { rule } : {}), ...also });
    const { kind, tool, access, subject } = approval;
    const whose = { session, ...(parent === undefined ? {} : { parent }), ...(agent === undefined ? {} : { agent }) };
    const entry = { time: clock.now(), ...whose, kind, tool, access, subject, decision: decision.type, source };
    book.record({ ...entry, ...(rule ? { rule: rule.id } : {}) });
    return decision;
  }

  /** The rule is on disk before the call goes on. If it cannot be kept, the answer still holds this once. */
  async #keep(open: Open, draft: RuleDraft): Promise<void> {
    const added = await this.#options.book.add(draft);
    if (added.ok) {
      const { id, pattern } = added.value;
      open.settle({ decision: { type: 'allow_project', pattern }, source: 'person', rule: { id, pattern } });
      return;
    }
    const { message, hint } = added.error;
    this.#options.emit({ type: 'notice', level: 'warning', code: 'problem', message: `Allowed this once. ${message}`, hint });
    open.settle({ decision: { type: 'allow_once' }, source: 'person' });
  }
}

function byRule({ id, pattern }: ApprovalRule): Settled {
  return { decision: { type: 'allow_once' }, source: 'rule', rule: { id, pattern } };
}

function timedOut(ms: number): ApprovalDecision {
  const reason = `Nobody answered within ${inWords(ms)}, so it was denied and nothing of it was done. Go on with what needs no approval.`;
  return { type: 'deny', reason };
}

function inWords(ms: number): string {
  const [unit, size] = UNITS.find(([, milliseconds]) => ms >= milliseconds && ms % milliseconds === 0) ?? ['second', 1_000];
  const count = Math.round(ms / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const GONE_HINT = 'It was answered elsewhere, its time was up, or what it was about has ended. Nothing was changed.';
const GONE: Problem = { code: 'bad_request', message: 'That question no longer waits.', hint: GONE_HINT };

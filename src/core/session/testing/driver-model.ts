import type { Delivery } from '../../../shared/events.ts';
import type { HoldReason, SideWork, WorkKind } from '../../../shared/side-work.ts';

interface Waiting {
  readonly text: string;
  readonly delivery: Delivery;
}

interface Ended {
  readonly id: string;
  readonly kind: WorkKind;
  readonly quiet: boolean;
}

/** Output tokens of every answer. */
export const ANSWER_TOKENS = 10;
const GATHERING = 5_000;

/** What a session should do, in the fewest words: what was said, what waits, what runs beside it, and whether a turn runs. */
export class DriverModel {
  running = false;
  turns = 0;
  queue: Waiting[] = [];
  held: HoldReason | undefined;
  work: SideWork[] = [];
  untold: Ended[] = [];
  readonly said: string[] = [];
  readonly #budget: number | undefined;
  #spent = 0;
  #now = 0;
  /** When results no longer wait for others. */
  #due: number | undefined;

  constructor(budget: number | undefined) {
    this.#budget = budget;
  }

  get state(): string {
    if (this.running) return 'generating';
    return this.work.some(({ awaited }) => awaited) || this.#wakes() ? 'waiting' : 'idle';
  }

  prompt(text: string, delivery: Delivery): void {
    if (this.running) this.queue.push({ text, delivery });
    else this.#start('prompt', [...this.#takeNow(), text].join('+'));
  }

  continue(): boolean {
    if (this.running) return false;
    const next = this.#next();
    this.#start(next === undefined ? 'notice' : 'prompt', next ?? '');
    return true;
  }

  /** A stop holds everything until somebody prompts or continues. */
  stop(): void {
    if (!this.running && this.state === 'idle') return;
    this.running = false;
    this.held = 'stopped';
    this.#due = undefined;
  }

  answer(calls: boolean): void {
    if (!this.running) return;
    this.#spent += ANSWER_TOKENS;
    const steer = this.#takeNow();
    const told = calls ? this.untold.length > 0 : this.#wakes() && !this.#isSpent();
    if (steer.length > 0) this.#say('steer', steer.join('+'));
    else if (told) this.#say('result', '');
    else if (!calls) this.#end();
  }

  edit(index: number, text: string): boolean {
    const item = this.queue[index];
    if (item) this.queue[index] = { ...item, text };
    return item !== undefined;
  }

  remove(index: number): boolean {
    return this.queue.splice(index, 1).length === 1;
  }

  move(index: number, to: number): boolean {
    const [item] = this.queue.splice(index, 1);
    if (item) this.queue.splice(to, 0, item);
    return item !== undefined;
  }

  begin(work: SideWork): void {
    this.work.push(work);
  }

  end({ id, kind }: SideWork, quiet: boolean): void {
    this.work = this.work.filter((work) => work.id !== id);
    this.untold.push({ id, kind, quiet });
    this.#consider();
  }

  known(id: string): void {
    this.work = this.work.filter((work) => work.id !== id);
    this.untold = this.untold.filter((ended) => ended.id !== id);
    this.#consider();
  }

  pass(ms: number): void {
    this.#now += ms;
    if (this.#due !== undefined && this.#due <= this.#now && !this.running) {
      this.#due = undefined;
      if (this.#wakes() && this.held === undefined) this.#start('result', '');
    }
  }

  #end(): void {
    this.running = false;
    const next = this.#next();
    if (next === undefined) this.#consider();
    else this.#start('prompt', next);
  }

  #consider(): void {
    if (this.running || this.held !== undefined || !this.#wakes()) return;
    if (this.#isSpent()) this.held = 'budget';
    else if (!this.#hasSiblings()) this.#start('result', '');
    else this.#due ??= this.#now + GATHERING;
  }

  #hasSiblings(): boolean {
    const kinds = this.untold.filter(({ quiet }) => !quiet).map(({ kind }) => kind);
    return this.work.some(({ awaited, kind }) => awaited && kinds.includes(kind));
  }

  #wakes(): boolean {
    return this.untold.some(({ quiet }) => !quiet);
  }

  #isSpent(): boolean {
    return this.#budget !== undefined && this.#spent >= this.#budget;
  }

  #start(origin: string, text: string): void {
    this.running = true;
    this.turns += 1;
    this.held = undefined;
    this.#due = undefined;
    if (origin !== 'result') this.#spent = 0;
    this.#say(origin, text);
  }

  /** Everything that has ended goes with whatever is said, before it, after what still runs. */
  #say(origin: string, text: string): void {
    const told = this.untold.map(({ id }) => id);
    this.untold = [];
    const results = told.length === 0 ? '' : ` <${told}> of ${this.work.map(({ id }) => id)}`;
    this.said.push(`${origin}: ${text}${results}`);
  }

  #takeNow(): readonly string[] {
    const now = this.queue.filter(({ delivery }) => delivery === 'now');
    this.queue = this.queue.filter(({ delivery }) => delivery !== 'now');
    return now.map(({ text }) => text);
  }

  #next(): string | undefined {
    const now = this.#takeNow();
    return now.length > 0 ? now.join('+') : this.queue.shift()?.text;
  }
}

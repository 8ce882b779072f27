/**
 * Carries calls between the page's own scripts and the preload, which share a document but no objects: the work of
 * Electron's `contextBridge`. Each side has one `Crossing`; they talk in synchronous events whose `detail` the browser clones
 * from one world to the other.
 *
 * What crosses: whatever structured clone takes, functions (as proxies) and promises, at any depth of plain objects and arrays.
 * An error crosses with its name and message only.
 */
type Packed =
  | { readonly value: unknown }
  | { readonly callable: number }
  | { readonly promise: number }
  | { readonly list: readonly Packed[] }
  | { readonly entries: readonly (readonly [string, Packed])[] };

type Outcome = { readonly ok: true; readonly value: Packed } | { readonly ok: false; readonly error: { name: string; message: string } };

type Message =
  | { readonly kind: 'call'; readonly call: number; readonly callable: number; readonly args: readonly Packed[] }
  | { readonly kind: 'return'; readonly call: number; readonly outcome: Outcome }
  | { readonly kind: 'settle'; readonly promise: number; readonly outcome: Outcome };

type Callable = (...args: unknown[]) => unknown;

interface Settle {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The callable that both sides know from the start: it puts an object into the page. */
export const EXPOSE = 0;

export class Crossing {
  readonly #say: (message: Message) => void;
  readonly #callables = new Map<number, Callable>();
  readonly #returned = new Map<number, Outcome>();
  readonly #waiting = new Map<number, Settle>();
  #last = 0;

  /** `hear` and `say` are the event names of the two directions. Later changes to the page's globals do not reach in here. */
  constructor(hear: string, say: string) {
    const dispatch = window.dispatchEvent.bind(window);
    const Event = CustomEvent;
    this.#say = (message) => void dispatch(new Event(say, { detail: message }));
    window.addEventListener(hear, (event) => {
      event.stopImmediatePropagation();
      if (event instanceof Event && event.detail !== null) this.#take(event.detail);
    });
  }

  /** Registers what the other side may call as `EXPOSE`. */
  accept(callable: Callable): void {
    this.#callables.set(EXPOSE, callable);
  }

  call(callable: number, args: readonly unknown[]): unknown {
    const call = ++this.#last;
    this.#say({ kind: 'call', call, callable, args: args.map((arg) => this.#pack(arg)) });
    const outcome = this.#returned.get(call);
    this.#returned.delete(call);
    if (!outcome) throw new Error('An object could not be cloned.');
    if (!outcome.ok) throw errorOf(outcome.error);
    return this.#unpack(outcome.value);
  }

  #take(message: Message): void {
    switch (message.kind) {
      case 'call':
        this.#say({ kind: 'return', call: message.call, outcome: this.#answer(message.callable, message.args) });
        return;
      case 'return':
        this.#returned.set(message.call, message.outcome);
        return;
      case 'settle':
        this.#settle(message.promise, message.outcome);
        return;
    }
  }

  #answer(id: number, args: readonly Packed[]): Outcome {
    return this.#outcome(() => {
      const callable = this.#callables.get(id);
      if (!callable) throw new Error('The function is gone.');
      return callable(...args.map((arg) => this.#unpack(arg)));
    });
  }

  #settle(id: number, outcome: Outcome): void {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (outcome.ok) settle?.resolve(this.#unpack(outcome.value));
    else settle?.reject(errorOf(outcome.error));
  }

  #outcome(produce: () => unknown): Outcome {
    try {
      return { ok: true, value: this.#pack(produce()) };
    } catch (error) {
      return failure(error);
    }
  }

  #pack(value: unknown): Packed {
    if (isPlain(value)) return { value };
    if (typeof value === 'function') return { callable: this.#register(value as Callable) };
    if (value instanceof Promise) return { promise: this.#watch(value) };
    if (Array.isArray(value)) return { list: value.map((item) => this.#pack(item)) };
    if (isRecord(value)) return { entries: Object.entries(value).map(([key, item]) => [key, this.#pack(item)] as const) };
    return { value: structuredClone(value) };
  }

  #register(callable: Callable): number {
    const id = ++this.#last;
    this.#callables.set(id, callable);
    return id;
  }

  #watch(promise: Promise<unknown>): number {
    const id = ++this.#last;
    promise.then(
      (value) => this.#say({ kind: 'settle', promise: id, outcome: this.#outcome(() => value) }),
      (error: unknown) => this.#say({ kind: 'settle', promise: id, outcome: failure(error) }),
    );
    return id;
  }

  #unpack(packed: Packed): unknown {
    if ('value' in packed) return packed.value;
    if ('callable' in packed) return (...args: unknown[]) => this.call(packed.callable, args);
    if ('promise' in packed) return new Promise((resolve, reject) => this.#waiting.set(packed.promise, { resolve, reject }));
    if ('list' in packed) return packed.list.map((item) => this.#unpack(item));
    return Object.fromEntries(packed.entries.map(([key, item]) => [key, this.#unpack(item)]));
  }
}

/** Whether the browser's own clone carries it whole, so that it need not be taken apart. What was seen before needs no second look. */
function isPlain(value: unknown, seen: Set<unknown> = new Set()): boolean {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')) return true;
  if (seen.has(value)) return true;
  seen.add(value);
  if (Array.isArray(value)) return value.every((item) => isPlain(item, seen));
  return isRecord(value) && Object.values(value).every((item) => isPlain(item, seen));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function failure(error: unknown): Outcome {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { ok: false, error: { name, message } };
}

function errorOf(fields: { readonly name: string; readonly message: string }): Error {
  const error = new Error(fields.message);
  error.name = fields.name;
  return error;
}

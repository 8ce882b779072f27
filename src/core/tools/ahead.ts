import type { Sandbox, SandboxDecision } from '../sandbox/sandbox.ts';

/** Whether a session's next call is likely to be a command, and the sandbox that is made ready for it. */
export interface Ahead {
  /** A command ran under that decision. */
  note(decision: SandboxDecision): void;
  /** A model was asked. What stands ready is let go when its last calls were no commands. */
  expect(): void;
  rest(): void;
}

export interface AheadOptions {
  readonly sandbox: Pick<Sandbox, 'prepare' | 'rest'>;
  readonly session: string;
  readonly root: string;
}

export function createAhead({ sandbox, session, root }: AheadOptions): Ahead {
  let last: SandboxDecision | undefined;
  let pending: NodeJS.Immediate | undefined;
  return {
    note: (decision) => {
      last = decision;
    },
    expect: () => {
      const decision = last;
      last = undefined;
      if (!decision) return sandbox.rest(session);
      // The request goes out first.
      pending = setImmediate(() => sandbox.prepare(decision, { cwd: root, owner: session, label: 'bash' }));
    },
    rest: () => {
      clearImmediate(pending);
      sandbox.rest(session);
    },
  };
}

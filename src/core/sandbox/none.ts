import type { SandboxState } from '../../shared/sandbox-state.ts';
import type { Processes, ProcessSpec } from '../lib/ports.ts';
import { OFF } from './doctor.ts';
import { type Sandbox, type SandboxDecision, type SandboxedCommand, SHELL } from './sandbox.ts';

export interface NoSandboxOptions {
  readonly processes: Pick<Processes, 'spawn'>;
  readonly env: Readonly<Record<string, string>>;
  /** Makes the session's tmp folder and returns it. */
  readonly makeTmp: (session: string) => Promise<string>;
  readonly removeTmp: (tmp: string) => Promise<void>;
}

/** No sandbox, because somebody said so: commands run with all rights of the person, and every decision says `unsafe`. */
export function createNoSandbox(options: NoSandboxOptions): Sandbox {
  const decisions = new Map<string, Promise<SandboxDecision & { type: 'unsafe' }>>();
  const state: SandboxState = { state: 'off', writable: ['/'], network: 'host', problem: OFF };

  async function makeDecision(session: string): Promise<SandboxDecision & { type: 'unsafe' }> {
    return { type: 'unsafe', env: options.env, tmp: await options.makeTmp(session) };
  }

  return {
    state: () => state,
    ready: () => Promise.resolve(state),
    decide: ({ id }) => {
      const decision = decisions.get(id) ?? makeDecision(id);
      decisions.set(id, decision);
      return decision;
    },
    wrap,
    start: (decision, { text, ...place }) => options.processes.spawn(wrap(decision, { ...place, argv: [...SHELL, text] })),
    search: (_, search) => search,
    prepare: () => {},
    rest: () => {},
    settle: () => [],
    refusedHosts: () => [],
    explain: () => [],
    release: async (session) => {
      const decision = await decisions.get(session);
      decisions.delete(session);
      if (decision) await options.removeTmp(decision.tmp);
    },
  };
}

function wrap(decision: SandboxDecision, command: SandboxedCommand): ProcessSpec {
  if (decision.type !== 'unsafe') throw new Error(`a decision "${decision.type}" reached a sandbox that is off`);
  const [program, ...args] = command.argv;
  const env = { ...decision.env, TMPDIR: decision.tmp };
  return { command: program, args, cwd: command.cwd, env, owner: command.owner, label: command.label, stdin: 'ignore' };
}

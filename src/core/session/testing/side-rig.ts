import type { KeptEvent } from '../../../shared/events.ts';
import type { Completion, SideWork } from '../../../shared/side-work.ts';
import { NO_USAGE } from '../../../shared/usage.ts';
import type { ModelRequest } from '../../providers/provider.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { answer, calling, setupSession } from '../../testing/session-rig.ts';
import type { SideWorks } from '../../tools/tool.ts';

export const BUILD: SideWork = { id: 'bg_1', kind: 'command', title: 'npm run build', awaited: true };
export const SERVER: SideWork = { id: 'bg_2', kind: 'command', title: 'npm run dev', awaited: false };

export function ended({ id, kind, title }: SideWork, more: Partial<Completion> = {}): Completion {
  return { id, kind, title, status: 'done', facts: ['exit_code 0'], text: 'ok', ...more };
}

/** What the model was sent last, as the person's and Steiner's part of it reads. */
export function lastSaid({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  return last?.role === 'user' ? last.text : '';
}

export function results(text: string): readonly string[] {
  return [...text.matchAll(/^\[Result of background command (\S+):/gm)].map(([, id = '']) => id);
}

export interface SideSetup {
  readonly log?: readonly KeptEvent[];
  /** What happens in the call of the first round. */
  readonly inCall?: (side: SideWorks) => void | Promise<void>;
  /** Awaited before each answer. */
  readonly model?: (round: number) => Promise<void> | undefined;
  readonly budget?: number;
}

/** A session whose first turn calls a tool that may start side work, and then stops. */
export function setupSide({ log, inCall, model, budget }: SideSetup = {}) {
  const clock = new ManualClock();
  let side: SideWorks | undefined;
  const rig = setupSession({
    ...(log ? { log } : {}),
    script: async function* (_, round) {
      await model?.(round);
      const events = round === 1 && inCall ? calling('c1') : answer('done');
      yield* events.map((event) => (event.type === 'end' ? { ...event, usage: { ...NO_USAGE, output: 1 } } : event));
    },
    deps: {
      clock,
      limits: { rounds: 20, tokens: 1_000_000, parallelTools: 2, episodeTokens: budget },
      tools: (...[, , , works]) => {
        side = works;
        return {
          schemas: [],
          parallelClass: () => 'serial',
          execute: async () => {
            await inCall?.(works);
            return { text: 'ok', isError: false };
          },
          close: async () => {},
        };
      },
    },
  });
  return {
    ...rig,
    clock,
    side: (): SideWorks => {
      if (!side) throw new Error('no turn has begun');
      return side;
    },
    /** Everything that was to happen at once has. */
    rest: async () => {
      await clock.advance(0);
      await rig.session.idle();
    },
  };
}

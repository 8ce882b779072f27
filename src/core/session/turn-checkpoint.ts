import type { TurnId } from '../../shared/ids.ts';
import type { ToolSet } from '../tools/tool.ts';

/** Keeps the files as they are now. Neither call rejects. */
export interface TurnCheckpoints {
  before(turn: TurnId): Promise<unknown>;
  after(turn: TurnId): Promise<unknown>;
}

export interface TurnCheckpoint {
  /** The same tools, but nothing that may change a file begins before the files were kept. */
  guard(tools: ToolSet): ToolSet;
  /** Keeps the files again, in the background, when something may have changed them. */
  end(): void;
}

/** The checkpoint of a turn that begins now. It is taken beside the first request, so that a turn waits for it at most when its first change comes sooner. */
export function beginCheckpoint(checkpoints: TurnCheckpoints | undefined, turn: TurnId): TurnCheckpoint {
  if (!checkpoints) return { guard: (tools) => tools, end: () => {} };
  const taken = checkpoints.before(turn);
  let changed = false;
  return {
    guard: (tools) => ({
      ...tools,
      execute: async (call, hooks) => {
        if (tools.parallelClass(call.name) !== 'tool') {
          changed = true;
          await taken;
        }
        return tools.execute(call, hooks);
      },
    }),
    end: () => {
      if (changed) void checkpoints.after(turn);
    },
  };
}

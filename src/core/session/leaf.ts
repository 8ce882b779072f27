import type { KeptEvent } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Memory } from './memory.ts';
import type { Publisher } from './publisher.ts';

/** Events that say from where the conversation goes on. */
export type LeafEvent = Extract<KeptEvent, { type: 'session.rewind' | 'session.redo' }>;

export interface LeafParts {
  readonly publisher: Publisher;
  readonly memory: Memory;
  /** Why it may not be moved now. */
  readonly refused: () => Problem | undefined;
}

/** What the model is sent next is what the log then says, so everything emitted has to be in it first. Resolves once it is shown. */
export async function moveLeaf(event: LeafEvent, { publisher, memory, refused }: LeafParts): Promise<Result<null, Problem>> {
  await publisher.flush();
  const kept = await publisher.kept.events();
  const problem = refused();
  if (problem) return err(problem);
  publisher.emit(event);
  memory.reload([...kept, { time: 0, event }]);
  await publisher.flush();
  return ok(null);
}

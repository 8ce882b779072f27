import type { SessionId } from '../../shared/ids.ts';
import { Checkpoints } from '../git/checkpoints.ts';
import type { Repository } from '../git/repository.ts';
import { WorkTree } from '../git/work-tree.ts';
import type { Ports } from '../lib/ports.ts';
import type { Scope } from '../lib/scope.ts';
import type { TurnCheckpoints } from '../session/turn-checkpoint.ts';

export interface CheckpointParts {
  readonly path: string;
  readonly ports: Ports;
  readonly repository: Repository;
  /** Waits for what is under way when it ends. */
  readonly scope: Scope;
}

/** Undefined outside a repository and in a bare one. Nothing is started or read before the first checkpoint. */
export function openCheckpoints({ path, ports, repository, scope }: CheckpointParts): Checkpoints | undefined {
  const { root, gitDir } = repository;
  if (root === undefined || gitDir === undefined) return undefined;
  const { processes, environment, clock, logger } = ports;
  const runner = { processes, environment, owner: `checkpoints of ${path}` };
  const checkpoints = new Checkpoints({ tree: new WorkTree({ runner, folder: path, root, gitDir }), clock, logger });
  scope.add(() => checkpoints.close());
  return checkpoints;
}

/** The checkpoints of one session's turns. */
export function checkpointsOf(checkpoints: Checkpoints, session: SessionId): TurnCheckpoints {
  return {
    before: (turn) => checkpoints.take(session, turn, 'before'),
    after: (turn) => checkpoints.take(session, turn, 'after'),
  };
}

import type { Problem } from './problem.ts';

/** Why nothing can be started, thrown where there is nobody yet to give a result to. */
export class StartFailure extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super([problem.message, problem.safe, problem.hint].filter((part) => part !== undefined).join(' '));
    this.problem = problem;
  }
}

import type { Project } from '../../core/engine.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, type Result } from '../../shared/result.ts';
import type { ProjectWindow } from '../windows/project-window.ts';

/** Runs what needs a project; waits for one that is being opened. */
export async function inProject<T>(
  window: ProjectWindow,
  run: (project: Project) => Promise<Result<T, Problem>>,
): Promise<Result<T, Problem>> {
  const current = await window.current();
  if (!current.ok) return current;
  if (window.project) return run(window.project);
  return err({ code: 'bad_request', message: 'No project is open in this window.', hint: 'Open a folder first.' });
}

import { resolve } from 'node:path';
import type { OpenProjectOptions, Project } from '../core/engine.ts';
import type { Problem } from '../shared/problem.ts';
import type { CommandInput } from './command.ts';
import { exitCodeOfProblem } from './exit-code.ts';
import { problemText } from './problem-text.ts';

/** Opens the project of `--cwd` or the current folder, has it used, and closes it. A problem is printed and becomes the exit code. */
export async function withProject(
  input: CommandInput,
  options: OpenProjectOptions,
  use: (project: Project) => Promise<number>,
): Promise<number> {
  const { engine } = await input.runtime();
  const opened = await engine.openProject(resolve(input.terminal.cwd, input.flags.cwd ?? '.'), options);
  if (!opened.ok) return failWith(opened.error, input);
  return use(opened.value);
}

export function failWith(problem: Problem, { screen, style }: Pick<CommandInput, 'screen' | 'style'>): number {
  screen.print({ to: 'err', text: problemText(problem, style) });
  return exitCodeOfProblem(problem.code);
}

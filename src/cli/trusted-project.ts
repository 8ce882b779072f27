import { resolve } from 'node:path';
import type { OpenProjectOptions, Project } from '../core/engine.ts';
import type { Problem } from '../shared/problem.ts';
import type { UntrustedConfig } from '../shared/project-trust.ts';
import type { CommandInput } from './command.ts';
import { failWith, withProject } from './open-project.ts';
import { canAsk } from './terminal.ts';
import { askTrust, type TrustAnswer } from './trust-question.ts';

/** Like `withProject`, once it is settled whether the project's own settings apply. Nothing has run before that. */
export function withTrustedProject(
  input: CommandInput,
  options: OpenProjectOptions,
  use: (project: Project) => Promise<number>,
): Promise<number> {
  const chosen = { ...options, trustProjectConfig: input.flags['trust-project-config'] };
  return withProject(input, chosen, async (project) => {
    const { untrusted } = project.info();
    if (!untrusted) return use(project);
    const answer = canAsk(input.terminal) ? await ask(untrusted, input) : 'stop';
    if (answer === 'without') return use(project);
    if (answer === 'stop') return failWith(untrustedProblem(untrusted), input);
    await project.close();
    const { engine } = await input.runtime();
    const kept = await engine.trustProject(resolve(input.terminal.cwd, input.flags.cwd ?? '.'), answer);
    return kept.ok ? withProject(input, options, use) : failWith(kept.error, input);
  });
}

function ask(untrusted: UntrustedConfig, { terminal, screen, style, interrupts }: CommandInput): Promise<TrustAnswer> {
  return askTrust(untrusted, { input: terminal.stdin, print: screen.print, style, signal: interrupts.signal });
}

function untrustedProblem({ file, notice, changed }: UntrustedConfig): Problem {
  return {
    code: 'project_untrusted',
    message: `${changed ? 'What this project brings has changed since it was trusted' : 'This project brings its own settings, and nobody has said that it is trusted'}: ${file}${notice === undefined ? '' : `\n${notice}`}`,
    hint: 'Read the file. Then give --trust-project-config, or set STEINER_TRUST_PROJECT_CONFIG=1, or trust the project in the window or at a terminal.',
    safe: 'Nothing was run.',
  };
}

import type { ModelChoice } from '../shared/ipc.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { formatCount, formatTable } from './format.ts';
import { failWith, withProject } from './open-project.ts';

export function models(input: CommandInput): Promise<number> {
  return withProject(input, { trustProjectConfig: input.flags['trust-project-config'] }, async (project) => {
    const list = await project.models();
    input.screen.print({
      to: 'out',
      text: input.flags.json ? list.map((model) => `${JSON.stringify(model)}\n`).join('') : formatTable(list.map(row)),
    });
    const { problem, untrusted } = project.info();
    if (untrusted) {
      const text = `The project's own settings in ${untrusted.file} are not applied, because it is not trusted. See steiner models --help\n`;
      input.screen.print({ to: 'err', text });
    }
    return problem && problem.code !== 'no_model' ? failWith(problem, input) : EXIT.complete;
  });
}

function row({ ref, provider, id, contextWindow, scripted, default: chosen }: ModelChoice): string[] {
  const notes = [
    chosen ? 'default' : '',
    scripted ? 'scripted demo, not a model' : '',
    contextWindow === undefined ? '' : formatCount(contextWindow, 'token'),
  ];
  return [ref, `${provider}/${id}`, notes.filter((note) => note !== '').join(', ')];
}

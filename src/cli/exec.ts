import { resolve } from 'node:path';
import type { Project } from '../core/engine.ts';
import type { GivenAttachment } from '../shared/attachments.ts';
import type { Problem } from '../shared/problem.ts';
import { promptTooLong } from '../shared/prompt-limit.ts';
import { ok, type Result } from '../shared/result.ts';
import type { CommandInput } from './command.ts';
import { EXIT } from './exit-code.ts';
import { failWith } from './open-project.ts';
import { canAsk, type Terminal } from './terminal.ts';
import { withTrustedProject } from './trusted-project.ts';
import { watchTurn } from './watch-turn.ts';

export async function exec(input: CommandInput): Promise<number> {
  const prompt = (input.words.join(' ') || (await readPiped(input.terminal))).trim();
  const fault = promptFault(prompt);
  if (fault !== undefined) {
    input.screen.print({
      to: 'err',
      text: `${input.style.failed(`error: ${fault}`)}\nUsage: steiner exec "<prompt>", or pipe the prompt in. See steiner exec --help\n`,
    });
    return EXIT.usage;
  }
  const { model, profile, unsafe, 'broad-folder': broad } = input.flags;
  const approvals = canAsk(input.terminal) ? 'person' : 'refuse';
  return withTrustedProject(input, { model, profile, unsafe, broad, approvals }, (project) => runTurn(input, project, prompt));
}

function promptFault(prompt: string): string | undefined {
  if (prompt === '') return 'There is no prompt.';
  const problem = promptTooLong(prompt);
  return problem && `${problem.message} ${problem.hint}`;
}

async function readPiped({ stdin }: Terminal): Promise<string> {
  if (stdin.isTTY) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function runTurn(input: CommandInput, project: Project, prompt: string): Promise<number> {
  const { problem, sandbox } = project.info();
  if (problem) return failWith(problem, input);
  if (sandbox.state === 'off') {
    const warning = 'warning: The sandbox is off: commands run with all your rights.';
    input.screen.print({ to: 'err', text: `${input.style.waiting(warning)}\n` });
  }
  const pictures = await addPictures(input, project);
  return pictures.ok
    ? watchTurn(input, { project, prompt, attachments: pictures.value, skills: input.flags.skill })
    : failWith(pictures.error, input);
}

/** Named from where the program was started. */
async function addPictures({ flags, terminal }: CommandInput, project: Project): Promise<Result<readonly GivenAttachment[], Problem>> {
  const pictures: GivenAttachment[] = [];
  for (const file of flags.image ?? []) {
    const added = await project.attachments.addPictureFile(resolve(terminal.cwd, file));
    if (!added.ok) return added;
    pictures.push(added.value);
  }
  return ok(pictures);
}

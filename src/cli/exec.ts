import { resolve } from 'node:path';
import type { Project } from '../core/engine.ts';
import type { GivenAttachment } from '../shared/attachments.ts';
import type { Problem } from '../shared/problem.ts';
import { promptTooLong } from '../shared/prompt-limit.ts';
import { ok, type Result } from '../shared/result.ts';
import type { CommandInput } from './command.ts';
import { configFileOf } from './config/config-request.ts';
import { EXIT } from './exit-code.ts';
import type { Flags } from './flags.ts';
import { createGoOnHint } from './go-on-hint.ts';
import { failWith } from './open-project.ts';
import { chooseSession } from './resumed-session.ts';
import { harmless } from './style.ts';
import { canAsk, type Terminal } from './terminal.ts';
import { withTrustedProject } from './trusted-project.ts';
import { watchTurn } from './watch-turn.ts';

export async function exec(input: CommandInput): Promise<number> {
  const prompt = (input.words.join(' ') || (await readPiped(input.terminal))).trim();
  const fault = flagFault(input.flags, prompt) ?? promptFault(input.flags, prompt);
  if (fault !== undefined) {
    input.screen.print({
      to: 'err',
      text: `${input.style.failed(`error: ${fault}`)}\nUsage: steiner exec "<prompt>", or pipe the prompt in. See steiner exec --help\n`,
    });
    return EXIT.usage;
  }
  const { model, profile, unsafe, 'broad-folder': broad } = input.flags;
  const configFile = configFileOf(input);
  const approvals = canAsk(input.terminal) ? 'person' : 'refuse';
  return withTrustedProject(input, { model, profile, unsafe, broad, configFile, approvals }, (project) => runTurn(input, project, prompt));
}

function goesOn({ resume, continue: newest = false }: Flags): boolean {
  return resume !== undefined || newest;
}

function flagFault(flags: Flags, prompt: string): string | undefined {
  if (flags.resume !== undefined && flags.continue) return 'Give --resume or --continue, not both.';
  const along = flags.skill !== undefined || flags.image !== undefined;
  return goesOn(flags) && prompt === '' && along ? '--skill and --image go with a prompt, and there is none.' : undefined;
}

function promptFault(flags: Flags, prompt: string): string | undefined {
  if (prompt === '') return goesOn(flags) ? undefined : 'There is no prompt.';
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
  const { problem, sandbox, warnings = [] } = project.info();
  if (problem) return failWith(problem, input);
  const { flags, style } = input;
  for (const text of warnings) input.screen.print({ to: 'err', text: `${style.dim(`note: ${harmless(text)}`)}\n` });
  const chosen = goesOn(flags) ? await chooseSession(project, flags) : ok(undefined);
  if (!chosen.ok) return failWith(chosen.error, input);
  if (sandbox.state === 'off') {
    const warning = 'warning: The sandbox is off: commands run with all your rights.';
    input.screen.print({ to: 'err', text: `${style.waiting(warning)}\n` });
  }
  const pictures = await addPictures(input, project);
  if (!pictures.ok) return failWith(pictures.error, input);
  const said = prompt === '' ? undefined : { text: prompt, attachments: pictures.value, skills: flags.skill };
  const resumed = chosen.value && { session: chosen.value.id, model: flags.model };
  const hint = createGoOnHint(input);
  const code = await watchTurn(input, { project, resumed, said, also: hint });
  hint.print();
  return code;
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

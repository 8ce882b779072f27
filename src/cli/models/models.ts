import type { Project } from '../../core/engine.ts';
import type { Problem } from '../../shared/problem.ts';
import type { CommandInput } from '../command.ts';
import { configFileOf } from '../config/config-request.ts';
import { EXIT } from '../exit-code.ts';
import { formatTable } from '../format.ts';
import { failWith, withProject } from '../open-project.ts';
import { unknownAction, usageError } from '../usage-error.ts';
import { choiceRow, inspectionRows, listingRows, roleRow } from './model-rows.ts';

type Action = (project: Project, words: readonly string[], input: CommandInput) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = { list, refresh, status, inspect, roles };

export function models(input: CommandInput): Promise<number> {
  const { 'trust-project-config': trustProjectConfig, profile } = input.flags;
  const configFile = configFileOf(input);
  const [name = 'list', ...words] = input.words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  const fault = action ? wordFault(name, words) : unknownAction(name, Object.keys(ACTIONS));
  if (!action || fault !== undefined) return Promise.resolve(usageError(input, fault ?? '', 'models'));
  return withProject(input, { trustProjectConfig, profile, configFile }, async (project) => {
    const { untrusted } = project.info();
    if (untrusted) {
      const text = `The project's own settings in ${untrusted.file} are not applied, because it is not trusted. See steiner models --help\n`;
      input.screen.print({ to: 'err', text });
    }
    return action(project, words, input);
  });
}

/** Every word must be somewhere in the name. */
async function list(project: Project, words: readonly string[], input: CommandInput): Promise<number> {
  const all = await project.models.list();
  const wanted = words.map((word) => word.toLowerCase());
  const found = all.filter(({ ref, provider, id }) => wanted.every((word) => `${ref} ${provider}/${id}`.toLowerCase().includes(word)));
  print(input, found, found.map(choiceRow));
  if (found.length === 0 && words.length > 0) return failWith(noneLike(words), input);
  const { problem } = project.info();
  return problem && problem.code !== 'no_model' ? failWith(problem, input) : EXIT.complete;
}

/** Ends well when one provider of those asked answered; what each said is in the table. */
async function refresh(project: Project, words: readonly string[], input: CommandInput): Promise<number> {
  const listings = await project.models.refresh({ providers: words.length === 0 ? undefined : words, catalogue: input.flags.catalogue });
  if (!listings.ok) return failWith(listings.error, input);
  printOne(input, listings.value, listingRows(listings.value, Date.now()));
  return EXIT.complete;
}

async function status(project: Project, _words: readonly string[], input: CommandInput): Promise<number> {
  const listings = await project.models.listings();
  printOne(input, listings, listingRows(listings, Date.now()));
  return EXIT.complete;
}

async function inspect(project: Project, [ref = '']: readonly string[], input: CommandInput): Promise<number> {
  const inspection = await project.models.inspect(ref);
  if (!inspection.ok) return failWith(inspection.error, input);
  printOne(input, inspection.value, inspectionRows(inspection.value));
  return EXIT.complete;
}

async function roles(project: Project, _words: readonly string[], input: CommandInput): Promise<number> {
  const found = project.models.roles(input.flags.profile);
  if (!found.ok) return failWith(found.error, input);
  print(input, found.value, found.value.map(roleRow));
  return EXIT.complete;
}

function print({ flags, screen }: CommandInput, items: readonly object[], rows: readonly string[][]): void {
  screen.print({ to: 'out', text: flags.json ? items.map((item) => `${JSON.stringify(item)}\n`).join('') : formatTable(rows) });
}

function printOne({ flags, screen }: CommandInput, item: object, rows: readonly string[][]): void {
  screen.print({ to: 'out', text: flags.json ? `${JSON.stringify(item)}\n` : formatTable(rows) });
}

function wordFault(name: string, words: readonly string[]): string | undefined {
  const most = name === 'inspect' ? 1 : name === 'status' || name === 'roles' ? 0 : Number.POSITIVE_INFINITY;
  if (name === 'inspect' && words.length === 0) return 'No model is named. Name it as in: steiner models inspect provider/model-id';
  return words[most] === undefined ? undefined : `Unexpected argument "${words[most]}".`;
}

function noneLike(words: readonly string[]): Problem {
  return {
    code: 'bad_request',
    message: `No model has ${words.map((word) => `"${word}"`).join(' and ')} in its name.`,
    hint: 'steiner models lists all; steiner models refresh asks the providers again.',
  };
}

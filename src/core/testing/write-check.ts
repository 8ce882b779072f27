import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { KeptEvent } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import {
  APPENDED,
  auditOf,
  DRAFTS,
  IDS,
  must,
  OTHER_PROJECT,
  openStores,
  PROJECT,
  PROMPTS,
  RULE,
  SEEDED,
  type Stores,
  say,
  usageAt,
} from './write-scenario.ts';

/** Every file below a folder, by path from there. */
export async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const)));
}

interface Check {
  readonly stores: Stores;
  readonly told: ReadonlySet<string>;
  readonly complain: (what: string) => void;
}

/**
 * Opens again what a scenario wrote that went wrong somewhere. What was told must be there, what was not told whole or not at all, and everything goes on.
 * `untouched` are the files of the session that was left alone, as they were before.
 */
export async function checkHome(
  home: string,
  told: ReadonlySet<string>,
  untouched: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const complaints: string[] = [];
  const check: Check = { stores: openStores(home), told, complain: (what) => complaints.push(what) };
  try {
    await age(home);
    await check.stores.sweep();
    await checkLists(check);
    const before = [say('before'), APPENDED[2]].filter((event) => event !== undefined);
    await checkLog(check, 'old', { id: IDS.old, before });
    await checkLog(check, 'torn', { id: IDS.torn, before });
    await checkLog(check, 'fresh', { id: IDS.fresh, before: [] });
    await checkShelf(check);
    await checkRest(check);
    const left = await filesOf(check.stores.files(IDS.bystander).folder);
    if (!isDeepStrictEqual(left, untouched)) complaints.push('a session that nobody touched has changed');
    complaints.push(...(await litter(home)));
  } catch (failure) {
    complaints.push(String(failure));
  }
  return complaints;
}

interface LogCheck {
  readonly id: SessionId;
  readonly before: readonly KeptEvent[];
}

async function checkLog(check: Check, name: string, { id, before }: LogCheck): Promise<void> {
  const { stores, told, complain } = check;
  const wanted = [...before, ...APPENDED];
  const least = before.length + APPENDED.findLastIndex((_, index) => told.has(`${name} ${index}`)) + 1;
  const opened = await stores.sessions.open(PROJECT, id);
  if (!opened.ok) {
    const never = name === 'fresh' && least === 0 && opened.error.code === 'session_missing';
    if (!never) complain(`${name} does not open: ${opened.error.message} ${opened.error.detail}`);
    return;
  }
  const log = opened.value;
  const events = log.events.map(({ event }) => event);
  if (log.readOnly) complain(`${name} opens read-only: ${log.readOnly.message} ${log.readOnly.detail}`);
  if (events.length < least) complain(`${name} lost ${least - events.length} events`);
  if (!isDeepStrictEqual(events, wanted.slice(0, events.length))) complain(`${name} holds other events than were written`);
  must(await log.append(say('after')));
  await log.close();
  const again = must(await stores.sessions.open(PROJECT, id));
  await again.close();
  const whole = isDeepStrictEqual(
    again.events.map(({ event }) => event),
    [...events, say('after')],
  );
  if (!whole || again.repaired) complain(`${name} does not go on: ${again.repaired ?? 'other events'}`);
}

/** Each session is where it belongs, in one place only. */
async function checkLists({ stores, told, complain }: Check): Promise<void> {
  const rows = await stores.sessions.list(PROJECT);
  const binned = await stores.sessions.trashed(PROJECT);
  for (const [name, id] of [
    ['moved', IDS.moved],
    ['restored', IDS.binned],
  ] as const) {
    const places = [rows.some((row) => row.id === id) ? 'list' : [], binned.some((row) => row.id === id) ? 'trash' : []].flat();
    const right = name === 'moved' ? 'trash' : 'list';
    if (places.length !== 1 || (told.has(name) && places[0] !== right)) complain(`${name}: is in ${places.join(' and ') || 'no place'}`);
    if (places[0] === 'trash') must(await stores.sessions.restore(PROJECT, id));
    const log = must(await stores.sessions.open(PROJECT, id));
    await log.close();
    const { events } = log;
    if (events.length !== 2) complain(`${name}: holds ${events.length} events`);
    if ((await stores.sessions.readDraft(PROJECT, id)).text !== 'draft before') complain(`${name}: lost its draft`);
  }
  const fork = await stores.sessions.read(PROJECT, IDS.fork);
  if (fork.ok ? !isDeepStrictEqual(fork.value.events, SEEDED) : told.has('seeded')) complain('the fork is not whole');
  const listed = [IDS.old, IDS.torn, IDS.bystander].every((id) => rows.some((row) => row.id === id && !row.readOnly));
  if (!listed) complain(`the list holds ${rows.length} sessions, and not those it should`);
  must(await stores.sessions.emptyTrash(OTHER_PROJECT));
}

async function checkShelf({ stores, told, complain }: Check): Promise<void> {
  const { text: draft } = await stores.sessions.readDraft(PROJECT, IDS.old);
  const drafts: readonly string[] = told.has(DRAFTS[1]) ? [DRAFTS[1]] : told.has(DRAFTS[0]) ? DRAFTS : ['draft before', ...DRAFTS];
  if (!drafts.includes(draft)) complain(`the draft reads "${draft}"`);
  const row = (await stores.sessions.list(PROJECT)).find(({ id }) => id === IDS.old);
  if (row?.archived !== true || (told.has('pinned') && row.pinned !== true)) complain('a mark is lost');
  const history = await stores.prompts.history();
  const prompts = ['prompt before', ...PROMPTS.filter((text) => told.has(text))];
  if (!prompts.every((text) => history.includes(text))) complain(`the prompt history holds ${history.join(', ')}`);
  await stores.prompts.add('prompt after');
  if (!(await stores.prompts.history()).includes('prompt after')) complain('the prompt history does not go on');
  const stashed = await stores.prompts.stashed();
  const least = told.has('stashed') ? 1 : 0;
  const most = told.has('taken back') ? 1 : 2;
  const { text: taken } = await stores.sessions.readDraft(PROJECT, null);
  if (told.has('taken back') && taken !== (told.has('stashed') ? 'put aside' : 'put aside before'))
    complain(`what was taken back reads "${taken}"`);
  if (stashed < least || stashed > most) complain(`${stashed} texts are put aside`);
}

async function checkRest({ stores, told, complain }: Check): Promise<void> {
  await stores.usage.append(usageAt(9));
  const { sums } = await stores.usage.sums();
  const durations = sums.map(({ model }) => Number(model));
  const recorded = [0, ...[1, 2].filter((number) => told.has(`usage ${number}`)), 9];
  if (!recorded.every((number) => durations.includes(number))) complain(`usage holds ${durations.join(', ')}`);
  await stores.audit.append({ ...auditOf('after'), project: PROJECT });
  const subjects = (await stores.audit.read(PROJECT)).map(({ subject }) => subject);
  const noted = ['before', ...(told.has('audit 1') ? ['one'] : []), ...(told.has('audit 2') ? ['two'] : []), 'after'];
  if (!noted.every((subject) => subjects.includes(subject))) complain(`the log of approvals holds ${subjects.join(', ')}`);
  const rules = must(await stores.approvals.rules());
  if (told.has('rule') && !rules.some(({ pattern }) => pattern === RULE.pattern)) complain('the rule is lost');
  must(await stores.approvals.add(RULE));
}

/** As if all this had happened yesterday. */
async function age(home: string): Promise<void> {
  const yesterday = Date.now() / 1_000 - 86_400;
  const names = await readdir(home, { recursive: true });
  await Promise.all(names.map((name) => utimes(join(home, name), yesterday, yesterday)));
}

/** Half-made files and folders. */
const LEFTOVER = /\.[0-9a-f]{8}\.tmp$|\.new$|\/\.new-[^/]*$/;

/** What nothing will ever remove. */
async function litter(home: string): Promise<readonly string[]> {
  const names = await readdir(home, { recursive: true });
  return names.filter((name) => LEFTOVER.test(`/${name}`)).map((name) => `left behind: ${name}`);
}

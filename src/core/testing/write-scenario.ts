import { appendFile } from 'node:fs/promises';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import { type SessionId, sessionIdSchema, turnIdSchema } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import type { UsageRecord } from '../../shared/usage-report.ts';
import { createApprovals } from '../approvals/approvals.ts';
import { createAuditLog } from '../approvals/audit-log.ts';
import { createRuleFile } from '../approvals/rule-file.ts';
import { createRecentProjects } from '../engine/recent-projects.ts';
import { createRewindJournal } from '../engine/rewind-journal.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createRandomIds } from '../lib/ids.ts';
import type { Logger } from '../lib/ports.ts';
import { resolveStatePaths } from '../lib/state-paths.ts';
import { sessionFiles } from '../store/paths.ts';
import { createPromptShelf } from '../store/prompt-shelf.ts';
import type { SessionLog } from '../store/session-log.ts';
import { createSessionStore } from '../store/session-store.ts';
import { sweepShared } from '../store/sweep-leftovers.ts';
import { createUsageStore } from '../store/usage-store.ts';

export const PROJECT = '/work place/Project';
export const OTHER_PROJECT = '/work place/Other';

function id(digit: string): SessionId {
  return sessionIdSchema.parse(digit.repeat(32));
}

/** The sessions there are: gone on with, with a torn end, left alone, in the trash, moved there, in a trash that is emptied, made, forked. */
export const IDS = {
  old: id('1'),
  torn: id('2'),
  bystander: id('3'),
  binned: id('4'),
  moved: id('5'),
  doomed: id('6'),
  fresh: id('7'),
  fork: id('8'),
} as const;

const TURN = turnIdSchema.parse('t1');
const LONG = 'Long enough for a blob. '.repeat(4_000);

/** What is appended to a session, in order: single events, a burst, a text that goes to a blob, and a whole turn. */
export const APPENDED: readonly KeptEvent[] = [
  say('first'),
  say('second'),
  say(LONG),
  { type: 'turn.start', turn: TURN, model: 'p/m' },
  { type: 'turn.end', turn: TURN, stop: 'complete', rounds: 1, usage: NO_USAGE, duration: 1, files: [] },
  say('last'),
];

export const DRAFTS = ['draft one', 'draft two'] as const;
export const PROMPTS = ['prompt one', 'prompt two'] as const;
export const SEEDED: readonly Stamped[] = [say('seeded'), say(`${LONG}of a fork`)].map((event, time) => ({ time, event }));
export const RULE = { kind: 'command', access: 'run', pattern: 'npm test *' } as const;

export function say(message: string): KeptEvent {
  return { type: 'notice', level: 'info', code: 'problem', message };
}

export function usageAt(duration: number): UsageRecord {
  return {
    time: 1,
    project: PROJECT,
    session: IDS.old,
    provider: 'p',
    model: String(duration),
    source: 'parent',
    stop: 'complete',
    duration,
  };
}

/** Everything that writes into the folders of a person. */
export function openStores(home: string) {
  const paths = resolveStatePaths({ vars: { STEINER_HOME: home }, home, platform: process.platform });
  const warnings: string[] = [];
  const logger: Logger = { log: (level, message) => void (level === 'debug' || level === 'info' || warnings.push(message)) };
  const ports = { clock: createSystemClock(), ids: createRandomIds(), paths, logger };
  return {
    warnings,
    sweep: () => sweepShared(ports, PROJECT),
    files: (session: SessionId) => sessionFiles(paths.state, PROJECT, session),
    sessions: createSessionStore(ports),
    usage: createUsageStore(ports),
    prompts: createPromptShelf(ports, PROJECT),
    recent: createRecentProjects(ports),
    rewinds: createRewindJournal(ports, PROJECT),
    logger,
    approvals: createApprovals({
      project: PROJECT,
      home,
      file: createRuleFile({ ...ports, folder: paths.config, home }),
      audit: createAuditLog({ folder: paths.state, logger, secrets: [] }),
    }),
    audit: createAuditLog({ folder: paths.state, logger, secrets: [] }),
  };
}

export type Stores = ReturnType<typeof openStores>;

export function must<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message} ${result.error.detail ?? ''}`);
  return result.value;
}

export function auditOf(subject: string) {
  return {
    time: 1,
    session: IDS.old,
    kind: 'command',
    access: 'run',
    tool: 'bash',
    subject,
    decision: 'allow_once',
    source: 'person',
  } as const;
}

/** What lies in the folders before anything goes wrong. */
export async function prepareHome(home: string): Promise<void> {
  const { sessions, usage, prompts, audit, files } = openStores(home);
  for (const session of [IDS.old, IDS.torn, IDS.bystander, IDS.binned, IDS.moved]) {
    const log = must(await sessions.create({ id: session, project: PROJECT, title: 'A title', model: 'p/m' }));
    must(await log.append(say('before')));
    must(await log.append(say(LONG)));
    await log.close();
    must(await sessions.writeDraft(PROJECT, session, { text: 'draft before', attachments: [] }));
    must(await sessions.mark(PROJECT, session, { archived: true }));
  }
  await appendFile(files(IDS.torn).log, '{"id":"3","par');
  must(await sessions.trash(PROJECT, IDS.binned));
  const doomed = must(await sessions.create({ id: IDS.doomed, project: OTHER_PROJECT, title: 'A title', model: 'p/m' }));
  await doomed.close();
  must(await sessions.trash(OTHER_PROJECT, IDS.doomed));
  await usage.append(usageAt(0));
  await prompts.add('prompt before');
  must(await prompts.stash({ text: 'put aside before', attachments: [] }));
  await audit.append({ ...auditOf('before'), project: PROJECT });
}

/** Tells that a step is done, as the window would show it. */
export type Tell = (step: string) => void;

/** Writes at every point there is. A step that is refused is not told, and the next goes on. */
export async function runScenario(home: string, tell: Tell): Promise<void> {
  const stores = openStores(home);
  await writeSessions(stores, tell);
  await moveSessions(stores, tell);
  await writeRest(stores, tell);
}

async function told(tell: Tell, step: string, result: Promise<Result<unknown, Problem>>): Promise<void> {
  if ((await result).ok) tell(step);
}

async function writeSessions({ sessions }: Stores, tell: Tell): Promise<void> {
  const old = await sessions.open(PROJECT, IDS.old);
  if (old.ok) await appendAll(old.value, 'old', tell);
  const torn = await sessions.open(PROJECT, IDS.torn);
  if (torn.ok) await appendAll(torn.value, 'torn', tell);
  const fresh = await sessions.create({ id: IDS.fresh, project: PROJECT, title: 'A title', model: 'p/m' });
  if (fresh.ok) await appendAll(fresh.value, 'fresh', tell);
  for (const text of DRAFTS) await told(tell, text, sessions.writeDraft(PROJECT, IDS.old, { text, attachments: [] }));
  await told(tell, 'pinned', sessions.mark(PROJECT, IDS.old, { pinned: true }));
  for (const opened of [old, torn, fresh]) if (opened.ok) await opened.value.close();
  await sessions.list(PROJECT);
}

async function appendAll(log: SessionLog, name: string, tell: Tell): Promise<void> {
  const [first, ...burst] = APPENDED;
  const append = async (event: KeptEvent, index: number) => told(tell, `${name} ${index}`, log.append(event));
  if (first) await append(first, 0);
  await Promise.all(burst.map((event, index) => append(event, index + 1)));
}

async function moveSessions({ sessions }: Stores, tell: Tell): Promise<void> {
  const seed = { id: IDS.fork, project: PROJECT, title: 'A fork', model: 'p/m', events: SEEDED, draft: 'draft of the fork' };
  await told(tell, 'seeded', sessions.seed(seed));
  await told(tell, 'moved', sessions.trash(PROJECT, IDS.moved));
  await told(tell, 'restored', sessions.restore(PROJECT, IDS.binned));
  await told(tell, 'emptied', sessions.emptyTrash(OTHER_PROJECT));
}

async function writeRest({ sessions, usage, prompts, approvals, audit, recent, warnings }: Stores, tell: Tell): Promise<void> {
  const quietly = async (step: string, act: Promise<void>): Promise<void> => {
    const before = warnings.length;
    await act;
    if (warnings.length === before) tell(step);
  };
  await quietly('usage 1', usage.append(usageAt(1)));
  await quietly('usage 2', usage.append(usageAt(2)));
  for (const text of PROMPTS) await quietly(text, prompts.add(text));
  await told(tell, 'stashed', prompts.stash({ text: 'put aside', attachments: [] }));
  await told(
    tell,
    'taken back',
    prompts.unstash((spoken) => sessions.writeDraft(PROJECT, null, spoken)),
  );
  await told(tell, 'rule', approvals.add(RULE));
  await quietly('audit 1', audit.append({ ...auditOf('one'), project: PROJECT }));
  await quietly('audit 2', audit.append({ ...auditOf('two'), project: PROJECT }));
  await quietly('recent', recent.add(PROJECT));
}

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { turnIdSchema } from '../../shared/ids.ts';
import { ok } from '../../shared/result.ts';
import { CutOffRewinds } from '../engine/cut-off-rewinds.ts';
import { toldRestore } from '../engine/told-restore.ts';
import type { Checkpoints } from '../git/checkpoints.ts';
import type { LeafEvent } from '../session/leaf.ts';
import { projectFolder } from '../store/paths.ts';
import type { SessionLog } from '../store/session-log.ts';
import { openCheckpoints } from './checkpoint-scenario.ts';
import type { Faults } from './fault-fs.ts';
import { IDS, must, openStores, PROJECT, type Tell } from './write-scenario.ts';

const TURN = turnIdSchema.parse('t1');

type Contents = Readonly<Record<string, string | undefined>>;
const BEFORE: Contents = { 'a.txt': 'a ', 'b.txt': 'b', 'deep/er/c.txt': undefined, 'gone/d.txt': 'd' };
const AFTER: Contents = { 'a.txt': 'changed', 'b.txt': 'b', 'deep/er/c.txt': 'new', 'gone/d.txt': undefined };

const inProject = (home: string, name: string): string => join(home, 'project', name);

/** A turn that changed a file, made one and removed one; its session has a log. */
export async function prepareRewind(home: string): Promise<void> {
  await writeContents(home, BEFORE);
  const { checkpoints, close } = await openCheckpoints(home);
  await checkpoints.take(IDS.old, TURN, 'before');
  await writeContents(home, AFTER);
  await checkpoints.take(IDS.old, TURN, 'after');
  await close();
  const log = must(await openStores(home).sessions.create({ id: IDS.old, project: PROJECT, title: 'A title', model: 'p/m' }));
  await log.close();
}

async function writeContents(home: string, contents: Contents): Promise<void> {
  for (const [name, text] of Object.entries(contents)) {
    const file = inProject(home, name);
    await mkdir(dirname(file), { recursive: true });
    await (text === undefined ? rm(dirname(file), { recursive: true }) : writeFile(file, text));
  }
}

/** Goes back to before the turn. */
export async function rewind(home: string, tell: Tell, faults: Faults): Promise<void> {
  const { checkpoints, close } = await openCheckpoints(home, faults);
  const log = await openStores(home).sessions.open(PROJECT, IDS.old);
  if (log.ok) {
    if (await goBack(home, checkpoints, log.value)) tell('rewound');
    await log.value.close();
  }
  await close().catch(() => undefined);
}

async function goBack(home: string, checkpoints: Checkpoints, { events, append }: SessionLog): Promise<boolean> {
  const tree = await checkpoints.before(IDS.old, TURN).catch(() => undefined);
  if (tree === undefined) return false;
  const session = {
    id: IDS.old,
    events: events.length,
    tell: async (event: LeafEvent) => {
      const appended = await append(event);
      return appended.ok ? ok(null) : appended;
    },
  };
  const says = (files: string) => ({ type: 'session.rewind', turn: TURN, chat: true, files }) as const;
  return (await toldRestore({ checkpoints, journal: openStores(home).rewinds }, session, { turn: TURN, tree, says })).ok;
}

/** After the next start the files are as the log says, and nothing is left over. */
export async function checkRewind(home: string, told: ReadonlySet<string>): Promise<readonly string[]> {
  const { sessions, rewinds: journal, logger, warnings, sweep } = openStores(home);
  const { checkpoints, close } = await openCheckpoints(home);
  const cutOff = new CutOffRewinds({ project: PROJECT, journal, checkpoints, store: sessions, logger });
  await cutOff.end();
  await close();
  await sweep();
  const { events } = must(await sessions.read(PROJECT, IDS.old));
  const logged = events.some(({ event }) => event.type === 'session.rewind');
  const wanted = logged ? BEFORE : AFTER;
  const found = await Promise.all(
    Object.keys(wanted).map(async (name) => [name, await readFile(inProject(home, name), 'utf8').catch(() => undefined)]),
  );
  const names = [...(await readdir(join(home, 'project'))), ...(await readdir(projectFolder(join(home, 'state'), PROJECT)))];
  return [
    ...(told.has('rewound') && !logged ? ['a rewind that was told is not in the log'] : []),
    ...found.flatMap(([name = '', text]) =>
      text === wanted[name] ? [] : [`${name} is "${text}"${logged ? ' after' : ' without'} a rewind`],
    ),
    ...names.filter((name) => /restore|^rewind-.*json$/.test(name)).map((name) => `${name} is left`),
    ...warnings.filter((text) => text.includes('cut off')),
  ];
}

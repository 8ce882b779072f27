import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from './ports.ts';
import { isOfThisBoot, isRunning } from './process-identity.ts';
import { type LedgerLine, type LedgerMember, ledgerLineSchema } from './process-ledger.ts';
import { endRemains, killGroup } from './process-remains.ts';

/**
 * Ends what instances that died left running, and removes their ledgers. Returns how many processes it ended.
 *
 * A process is ended only when its pid and start time are those in the ledger of a dead instance, or when it carries that instance's mark and one in
 * the ledger led its group or session, or it is a sandbox; ledgers of living instances are left alone. Never rejects: what cannot be read is logged and left.
 */
export async function sweepOrphans(folder: string, logger: Logger): Promise<number> {
  const files = await ledgerFiles(folder);
  const ended = await Promise.all(
    files.map((file) =>
      sweepLedger(file, logger).catch((failure: unknown) => {
        logger.log('warn', 'a process ledger could not be swept', { file, error: String(failure) });
        return 0;
      }),
    ),
  );
  return ended.reduce((sum, count) => sum + count, 0);
}

async function ledgerFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

async function sweepLedger(file: string, logger: Logger): Promise<number> {
  const lines = parseLedger(await readFile(file, 'utf8'));
  const first = lines[0];
  if (first?.type === 'instance' && (await isRunning(first.instance))) return 0;
  const ended = first?.type === 'instance' && isOfThisBoot(first.instance) ? await endInstance(first, runningMembers(lines), logger) : 0;
  await rm(file, { force: true });
  return ended;
}

type InstanceLine = Extract<LedgerLine, { type: 'instance' }>;

async function endInstance({ instance, mark }: InstanceLine, members: readonly LedgerMember[], logger: Logger): Promise<number> {
  let ended = 0;
  for (const { pid, started, label } of members) {
    if (!(await isRunning({ pid, started, boot: instance.boot }))) continue;
    killGroup(pid);
    ended += 1;
    logger.log('info', 'ended a process that a crash left behind', { pid, label });
  }
  const rest = mark === undefined ? 0 : await endRemains({ mark, leaders: members, since: instance.started });
  if (rest > 0) logger.log('info', 'ended what was left of processes whose leader was gone', { processes: rest });
  return ended + rest;
}

/** A crash can cut the last line; lines that cannot be read are passed over. */
function parseLedger(text: string): readonly LedgerLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = ledgerLineSchema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}

function runningMembers(lines: readonly LedgerLine[]): readonly LedgerMember[] {
  const members = new Map<number, LedgerMember>();
  for (const line of lines) {
    if (line.type === 'born') members.set(line.pid, line);
    if (line.type === 'gone') members.delete(line.pid);
  }
  return [...members.values()];
}

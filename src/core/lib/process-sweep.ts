import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from './errno.ts';
import type { Logger } from './ports.ts';
import { isRunning, type ProcessIdentity } from './process-identity.ts';
import { type LedgerLine, type LedgerMember, ledgerLineSchema } from './process-ledger.ts';

/**
 * Ends what instances that died left running, and removes their ledgers. Returns how many processes it ended.
 *
 * A process is ended only when its pid and start time are those in the ledger of a dead instance; ledgers of living instances are
 * left alone. Never rejects: what cannot be read is logged and left.
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
  let ended = 0;
  for (const member of runningMembers(lines)) {
    if (!(first?.type === 'instance' && (await endMember(member, first.instance)))) continue;
    ended += 1;
    logger.log('info', 'ended a process that a crash left behind', { pid: member.pid, label: member.label });
  }
  await rm(file, { force: true });
  return ended;
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

async function endMember(member: LedgerMember, instance: ProcessIdentity): Promise<boolean> {
  if (!(await isRunning({ pid: member.pid, started: member.started, boot: instance.boot }))) return false;
  try {
    process.kill(-member.pid, 'SIGKILL');
    return true;
  } catch (failure) {
    if (errnoOf(failure) === 'ESRCH') return false;
    throw failure;
  }
}

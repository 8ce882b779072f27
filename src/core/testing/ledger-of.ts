import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface LedgerEntry {
  readonly type: string;
  readonly pid: number;
  readonly label?: string;
}

/** What the one instance under that folder has written into its process ledger, in order. */
export async function ledgerOf(base: string): Promise<readonly LedgerEntry[]> {
  const folder = join(base, 'steiner', 'state', 'processes');
  const [file = ''] = await readdir(folder);
  const ledger = await readFile(join(folder, file), 'utf8');
  return ledger.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LedgerEntry]));
}

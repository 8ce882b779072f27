import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type UsageRecord, usageRecordSchema } from '../../../shared/usage-report.ts';

/** Every record in the files, read in the plainest way there is: what sums are compared with. */
export async function recordedUsage(state: string): Promise<{ readonly records: readonly UsageRecord[]; readonly unreadable: number }> {
  const folder = join(state, 'usage');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  const records = lines.flatMap(parse);
  return { records, unreadable: lines.length - records.length };
}

function parse(line: string): UsageRecord[] {
  try {
    return [usageRecordSchema.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

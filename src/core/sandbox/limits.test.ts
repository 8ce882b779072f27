import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstSteps } from './limits.ts';

const STEPS = firstSteps({ processes: 4096, fileBytes: 1024 ** 3 }, { from: 8, own: 9 });
const START = 'BASH_ENV=/proc/self/fd/9 exec bash --noprofile --norc -c "echo ran" 8< "$1" 9<<< "$0"';

/** What a bash with those first steps prints when it is told this. */
function printed(told: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'steiner-limits-'));
  const file = join(folder, 'told');
  writeFileSync(file, told);
  try {
    return spawnSync('bash', ['-c', START, STEPS, file], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a command runs when it was told to, and not when the one who would tell it is gone', () => {
  expect([printed('\0'), printed(''), printed('cut off')]).toEqual(['ran\n', '', '']);
});

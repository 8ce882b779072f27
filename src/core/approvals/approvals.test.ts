import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '../../shared/approvals.ts';
import { sessionIdSchema } from '../../shared/ids.ts';
import { maskSecrets } from '../lib/mask-secrets.ts';
import { endsInTime } from '../testing/bounded-work.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { type Approvals, createApprovals } from './approvals.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';
import { createRuleFile } from './rule-file.ts';

const NPM = { kind: 'command', access: 'run', pattern: 'npm test *' } as const;
const session = sessionIdSchema.parse('c'.repeat(32));

let folder: string;
let audit: AuditLog;
let problems: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-approvals-'));
  problems = [];
  audit = createAuditLog({ folder, secrets: ['hunter2hunter2'], logger: { log: (...line) => void problems.push(line) } });
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

function open(project = '/p'): Approvals {
  let id = 0;
  const ids = { hex: (bytes: number) => (bytes === 4 ? `${++id}` : 'f'.repeat(2 * bytes)) };
  const file = createRuleFile({ folder, home: '/home/ana', clock: new ManualClock(), ids });
  return createApprovals({ project, home: '/home/ana', file, audit });
}

function entry(subject: string, rest: Partial<AuditEntry> = {}): AuditEntry {
  const asked = { kind: 'command', tool: 'bash', access: 'run', subject } as const;
  return { time: 1, project: '/p', session, ...asked, decision: 'allow_once', source: 'person', ...rest };
}

test('a rule holds for its project until it is removed, and is there for the next process', async () => {
  const created = new Date(new ManualClock().now()).toISOString();
  const first = await open().add(NPM);
  await open().add({ kind: 'path', access: 'read', pattern: '~/data' });
  expect(first).toEqual({ ok: true, value: { id: 'r1', ...NPM, created } });
  const { rules, remove } = open();
  expect(await rules()).toMatchObject({ value: [{ pattern: 'npm test *' }, { pattern: '/home/ana/data' }] });
  expect(await open('/q').rules()).toEqual({ ok: true, value: [] });
  expect(await remove('r9')).toMatchObject({ ok: false, error: { code: 'bad_request' } });
  await remove('r1');
  expect(await rules()).toMatchObject({ value: [{ pattern: '/home/ana/data' }] });
  expect((await stat(join(folder, 'approvals.yaml'))).mode & 0o777).toBe(0o600);
});

test('the same rule is not kept twice, and concurrent ones do not lose each other', async () => {
  const approvals = open();
  await Promise.all([approvals.add(NPM), approvals.add(NPM), approvals.add({ ...NPM, pattern: 'make *' })]);
  expect(await approvals.rules()).toMatchObject({ value: [{ pattern: 'npm test *' }, { pattern: 'make *' }] });
});

test.each([
  'projects: { /p: [{ id: a }] }',
  'projects: [',
  `projects: { /p: [{ id: a, kind: command, access: run, pattern: '*', created: x }] }`,
])('a file that cannot be understood allows nothing and is not written over: %s', async (text) => {
  await writeFile(join(folder, 'approvals.yaml'), text);
  expect(await open().rules()).toMatchObject({ ok: false, error: { code: 'config_invalid' } });
  expect(await open().add(NPM)).toMatchObject({ ok: false });
  expect(await readFile(join(folder, 'approvals.yaml'), 'utf8')).toBe(text);
});

test('the log keeps one line per decision, without secrets, and passes over what it cannot read', async () => {
  await audit.append(entry('curl -H "Authorization: Bearer abcdef0123456789" https://ana:pw@example.org'));
  await writeFile(join(folder, 'approvals', 'audit.jsonl'), '{"torn": \n', { flag: 'a' });
  await audit.append(entry('deploy hunter2hunter2', { time: 2 }));
  await audit.append(entry('other', { project: '/q' }));
  expect((await open().log()).map(({ time, subject }) => [time, subject])).toEqual([
    [2, 'deploy …'],
    [1, 'curl -H "Authorization: Bearer …" https://ana:…@example.org'],
  ]);
  expect(problems).toEqual([]);
});

test('a log that cannot be written is reported and stops nothing', async () => {
  await writeFile(join(folder, 'approvals'), 'a file in the way');
  await audit.append(entry('x'));
  expect(problems).toHaveLength(1);
});

test('the preview says what the rule would have answered and why it cannot be one', async () => {
  for (const subject of ['npm test', 'npm test a', 'npm test', 'npm install']) await audit.append(entry(subject));
  await audit.append(entry('npm test b', { decision: 'deny' }));
  await audit.append(entry('/srv/a', { kind: 'path', access: 'read', tool: 'read' }));
  const { preview } = open();
  expect(await preview(NPM)).toEqual({ asked: 5, matched: 4, denied: 1, examples: ['npm test b', 'npm test', 'npm test a'] });
  expect(await preview(NPM, 'npm ci')).toMatchObject({ problem: 'This would not cover what is asked right now.', matched: 4 });
  expect(await preview({ ...NPM, pattern: '* test' })).toEqual({
    problem: 'Begin with the name of a program: a * there would cover every command.',
    asked: 5,
    matched: 0,
    denied: 0,
    examples: [],
  });
});

test.each([
  ['mysql --password hunter9 -u ana', 'mysql --password … -u ana'],
  ['API_KEY=abc123 make', 'API_KEY=… make'],
  ['echo ghp_0123456789abcdefghijABCDEFGHIJ', 'echo …'],
  ['npm test -- token.test.ts', 'npm test -- token.test.ts'],
  ['export AWS_SECRET_ACCESS_KEY=abc/def', 'export AWS_SECRET_ACCESS_KEY=…'],
  ['DB_PASS="two words" PGPASSWORD=x run', 'DB_PASS=… PGPASSWORD=… run'],
  ['bypass=1 make', 'bypass=1 make'],
  ['curl -u user:pass https://x.test', 'curl -u user:… https://x.test'],
  ['curl --user=user:pass -o f', 'curl --user=user:… -o f'],
  ['docker run -u 1000:1000 -p 80:80 x', 'docker run -u 1000:1000 -p 80:80 x'],
  ['mysql -u root -phunter2 db', 'mysql -u root -p… db'],
  ['mysql -p db', 'mysql -p db'],
  ['mkdir -p a/b', 'mkdir -p a/b'],
  ['sshpass -p hunter2 ssh host', 'sshpass -p … ssh host'],
  ["sshpass -p'two words' ssh host", 'sshpass -p… ssh host'],
  ['docker login -u me -p hunter2 r.test', 'docker login -u me -p … r.test'],
  ['redis-cli -a hunter2 ping', 'redis-cli -a … ping'],
  ['echo glpat-0123456789abcdefghij', 'echo …'],
  ['echo npm_0123456789abcdefghijABCDEFGHIJ012345', 'echo …'],
  ['echo AIzaSyA0123456789abcdefghijABCDEFGHIJ0', 'echo …'],
  ['npm_config_cache=/tmp/npm_config_cache_folder npm ci', 'npm_config_cache=/tmp/npm_config_cache_folder npm ci'],
])('%s is written down as %s', (text, masked) => expect(maskSecrets(text, [])).toBe(masked));

test.each(['a-', 'mysql ', 'docker ', 'eyJ-', 'token=', '-u ', 'sk-'])('%j a hundred thousand times is looked at in time', (part) => {
  expect(endsInTime(() => maskSecrets(part.repeat(100_000), [])).length).toBeGreaterThan(0);
});

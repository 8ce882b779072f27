import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { TempWorkspace } from '../../core/testing/temp-workspace.ts';
import type { SessionSummary } from '../../shared/session.ts';
import { createScriptedHome, type ScriptedHome } from '../testing/scripted-home.ts';

let workspace: TempWorkspace;
let run: ScriptedHome['run'];
let release: ScriptedHome['close'];
beforeEach(async () => {
  const home = await createScriptedHome([{ text: 'The answer.' }], { files: { 'a.txt': 'old\n' } });
  ({ workspace, run, close: release } = home);
  await run('exec', 'What is it?');
});
afterEach(() => release());

async function listed(...flags: readonly string[]): Promise<readonly SessionSummary[]> {
  const { out } = await run('sessions', '--json', ...flags);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function only(): Promise<string> {
  const [session] = await listed();
  return session?.id ?? '';
}

test('a session is renamed, marked and found again by the beginning of its id', async () => {
  const id = await only();
  expect((await run('sessions', 'rename', id.slice(0, 6), 'Another', 'name')).out).toBe('Renamed to Another name\n');
  expect((await run('sessions', 'pin', id)).out).toBe('Pinned: Another name\n');
  expect((await run('sessions', 'archive', id)).out).toBe('Archived: Another name\n');
  expect(await listed()).toEqual([]);
  expect(await listed('--filter', 'archived')).toMatchObject([{ id, title: 'Another name', pinned: true, archived: true }]);
});

test('the trash gives back what it got, until it is emptied', async () => {
  const id = await only();
  expect((await run('sessions', 'trash', id)).out).toContain(`steiner sessions restore ${id.slice(0, 8)}`);
  expect([await listed(), await listed('--filter', 'trash')]).toMatchObject([[], [{ id }]]);
  expect((await run('sessions', 'restore', id.slice(0, 8))).out).toBe('Restored: What is it?\n');
  await run('sessions', 'trash', id);
  expect((await run('sessions', 'empty-trash')).out).toBe('Deleted for good: 1 session\n');
  expect((await run('sessions', 'restore', id)).code).toBe(1);
});

test('fork, export and import print what a script needs', async () => {
  const id = await only();
  const fork = (await run('sessions', 'fork', id)).out.trim();
  const { out } = await run('sessions', 'export', id, '--format', 'json');
  await writeFile(join(workspace.path, 'saved.json'), out);
  const copy = (await run('sessions', 'import', 'saved.json')).out.trim();
  expect((await listed()).map((session) => [session.id, session.title])).toEqual([
    [copy, 'What is it?'],
    [fork, 'Fork of: What is it?'],
    [id, 'What is it?'],
  ]);
  expect((await run('sessions', 'show', id)).out).toMatch(/^# What is it\?\n[\s\S]*\nThe answer\.\n/);
  await run('sessions', 'export', id, '-o', 'saved.md');
  expect(await readFile(join(workspace.path, 'saved.md'), 'utf8')).toBe((await run('sessions', 'show', id)).out);
  expect((await run('sessions', 'export', id, '-o', 'saved.md')).err).toContain('There is already a file');
});

test('every action says to a program what it did', async () => {
  const id = await only();
  const json = async (...words: readonly string[]): Promise<unknown> => JSON.parse((await run('sessions', ...words, '--json')).out);
  expect(await json('rename', id, 'Other')).toEqual({ session: id, title: 'Other' });
  expect([await json('pin', id), await json('unpin', id)]).toEqual([
    { session: id, pinned: true },
    { session: id, pinned: false },
  ]);
  expect(await json('show', id)).toEqual(await json('export', id));
  expect(await json('export', id, '-o', 'saved.json')).toEqual({ session: id, format: 'json', path: join(workspace.path, 'saved.json') });
  const made = z.object({ session: z.string() });
  const copies = [made.parse(await json('fork', id)), made.parse(await json('import', 'saved.json'))].map(({ session }) => session);
  expect((await listed()).map((one) => one.id).sort()).toEqual([id, ...copies].sort());
  const turn = z.object({ turn: z.string(), time: z.number(), prompt: z.literal('What is it?') }).parse(await json('rewind', id)).turn;
  expect(await json('rewind', id, turn)).toMatchObject({ files: 'kept', changes: [{ path: 'saved.json' }], left: [] });
  expect(await json('rewind', id, turn, '--chat')).toEqual({ session: id, turn, files: false, chat: true });
  expect(await json('rewind', id, '--redo')).toEqual({ session: id, redone: true });
  expect([await json('trash', id), await json('restore', id)]).toEqual([
    { session: id, trashed: true },
    { session: id, trashed: false },
  ]);
  await json('trash', id);
  expect(await json('empty-trash')).toEqual({ deleted: 1 });
});

test.each([
  ['scripted#nope', 'The model of "scripted#nope" takes no effort "nope".'],
  ['script/x#', 'No effort stands behind the # of "script/x#".'],
])('a turn with the model %s is refused with 5, and leaves no session behind', async (model, message) => {
  const config = join(workspace.home, 'config', 'config.yaml');
  const efforts = 'id: scripted, advanced: { reasoning: { supported_efforts: [low, high] } }';
  await writeFile(config, (await readFile(config, 'utf8')).replace('id: scripted', efforts));
  expect(await run('exec', '-m', model, 'Again?')).toMatchObject({ code: 5, out: '', err: expect.stringContaining(message) });
  expect(await listed('--filter', 'all')).toHaveLength(1);
});

test("exec takes a file in place of the project's own settings, and --verbose writes more into the log", async () => {
  await mkdir(join(workspace.path, '.steiner'));
  await writeFile(join(workspace.path, '.steiner', 'config.yaml'), 'limits: { max_turns: 1 }\n');
  await writeFile(join(workspace.path, 'other.yaml'), 'project_context: { extra_files: [none.md] }\n');
  const [note] = (await run('exec', '--config', 'other.yaml', '--verbose', 'Again?')).err.split('\n');
  expect(note).toBe('note: project_context.extra_files names what is not there: none.md. The model is sent nothing of it.');
  expect(await run('exec', '--config', 'none.yaml', 'Again?')).toMatchObject({
    code: 5,
    err: expect.stringContaining('there is no such file'),
  });
  const level = async (...flags: readonly string[]) => (await run('config', 'get', 'logging.level', ...flags)).out;
  expect([await level(), await level('--verbose')]).toEqual(['info\n', 'debug\n']);
});

test('search says where the words stand', async () => {
  const id = await only();
  const found = `${id.slice(0, 8)}  assistant  What is it?: The [answer].\n`;
  expect([await run('sessions', 'search', 'ANSWER'), await run('sessions', 'search', '--all', 'answer')]).toEqual([
    { code: 0, out: found, err: '' },
    { code: 0, out: found.replace('  assistant', `  ${workspace.path}  assistant`), err: '' },
  ]);
  expect(await run('sessions', 'search', 'nowhere')).toEqual({ code: 0, out: '', err: 'Nothing was found.\n' });
});

test('rewind lists the turns, says what would change, goes back and forward again', async () => {
  const id = await only();
  await workspace.write({ 'a.txt': 'changed since\n' });
  const [turn = ''] = (await run('sessions', 'rewind', id)).out.split(' ');
  expect((await run('sessions', 'rewind', id, turn)).out).toBe('modified  a.txt\n');
  expect((await run('sessions', 'rewind', id, turn, '--files', '--chat')).out).toContain(`sessions rewind ${id.slice(0, 8)} --redo`);
  expect([await readFile(join(workspace.path, 'a.txt'), 'utf8'), (await run('sessions', 'rewind', id)).out]).toEqual(['old\n', '']);
  await run('sessions', 'rewind', id, '--redo');
  expect([await readFile(join(workspace.path, 'a.txt'), 'utf8'), (await run('sessions', 'rewind', id)).out]).toEqual([
    'changed since\n',
    expect.stringContaining(turn),
  ]);
  expect((await run('sessions', 'rewind', id, 'zz')).err).toContain('No turn begins with zz.');
});

test.each([
  [['renam'], 2, 'There is no action "renam". Did you mean rename?'],
  [['show'], 2, 'No session is named.'],
  [['show', 'a', 'b'], 2, 'Unexpected argument "b".'],
  [['list', 'a'], 2, 'Unexpected argument "a".'],
  [['empty-trash', 'a'], 2, 'Unexpected argument "a".'],
  [['rename', 'a'], 2, 'There is no title.'],
  [['search', ' '], 2, 'There are no words to search for.'],
  [['show', 'zz'], 1, 'No session begins with zz.'],
  [['export', ''], 2, 'No session is named.'],
  [['export', 'a', '--format', 'pdf'], 2, 'There is no format "pdf".'],
  [['--filter', 'old'], 2, 'There is no filter "old". Use all, pinned, archived, trash.'],
  [['import'], 2, 'No file is named.'],
])('%j is refused', async (words, code, message) => {
  const refused = await run('sessions', ...words);
  expect({ code: refused.code, err: refused.err }).toEqual({ code, err: expect.stringContaining(message) });
});

test('says what the next request of a session holds, source by source', async () => {
  await writeFile(join(workspace.path, 'AGENTS.md'), 'Be kind.\n');
  const [session] = await listed();
  const id = session?.id.slice(0, 8) ?? '';
  const { code, out } = await run('sessions', 'context', id);
  expect(code).toBe(0);
  expect(out).toMatch(/^system prompt +[\d,]+ B +[\d,]+ tokens$/m);
  expect(out).toMatch(/^project's instructions +\d+ B +\d+ tokens +\S*AGENTS\.md$/m);
  expect(out).toMatch(/^your messages +\d+ B/m);
  expect(out).toMatch(/^[\d,]+ tokens of .+\n.+\n0 compactions, 0 pinned messages: stable, continue$/m);
  const json = JSON.parse((await run('sessions', 'context', id, '--json')).out);
  expect(json).toMatchObject({ generation: 0, sources: expect.arrayContaining([expect.objectContaining({ kind: 'tools' })]) });
});

test('cleans up as the settings say, and before that says what would go', async () => {
  const [session] = await listed();
  const id = session?.id.slice(0, 8) ?? '';
  expect((await run('sessions', 'clean')).out).toMatch(/^Cleaned up: 0 sessions to the trash, .+\nNothing says how long sessions are kept/);
  const config = join(workspace.home, 'config', 'config.yaml');
  await writeFile(config, `${await readFile(config, 'utf8')}\nretention: { sessions: 1ms }\n`);
  const dry = await run('sessions', 'clean', '--dry-run');
  expect(dry.out).toMatch(new RegExp(`^to the trash +${id} .*What is it\\?\\nWould clean up: 1 session to the trash`));
  expect(await listed()).toHaveLength(1);
  expect((await run('sessions', 'clean')).out).toContain('Cleaned up: 1 session to the trash');
  expect([await listed(), await listed('--filter', 'trash')]).toMatchObject([[], [{ id: session?.id }]]);
});

test('lists what was sent to models, and compares two requests byte by byte', async () => {
  const id = (await only()).slice(0, 8);
  const single = await run('sessions', 'prefix', id);
  expect(single.out).toMatch(
    /^1 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}script\/scripted +first recorded request\n\n1 request, 0 breaks, nothing lost\n$/,
  );
  expect(JSON.parse((await run('sessions', 'prefix', id, '--json')).out)).toMatchObject({ rows: [{ number: 1 }], totals: { requests: 1 } });
  for (const [words, message] of [
    [['1'], 'Request 1 is the first one to its model'],
    [['2'], 'There is no request 2.'],
    [['1', '1'], 'There are no two requests to compare.'],
  ] as const) {
    const refused = await run('sessions', 'prefix', id, ...words);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(message)]);
  }
});

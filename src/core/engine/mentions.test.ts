import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type EngineRigOptions, runPrompt, value } from '../testing/engine-rig.ts';
import type { Reply } from '../testing/model-script.ts';
import { BYTES, DATA_URL, saidToModel, say, startTalk, type Talk, turnEnds } from '../testing/talk.ts';

let open: Talk | undefined;
afterEach(async () => {
  await open?.rig.close();
  open = undefined;
});

async function start(options?: EngineRigOptions): Promise<Talk> {
  open = await startTalk(options);
  return open;
}

describe('what a prompt mentions', () => {
  test('goes along, is shown, and counts as read', async () => {
    const edit = { operations: [{ type: 'replace', path: 'src/a.ts', old_string: 'two', new_string: '2' }] };
    const opened = await start({
      files: { 'src/a.ts': 'one\ntwo\nthree\n' },
      script: [{ calls: [{ name: 'mutate', arguments: edit }] }, { text: 'Done.' }],
    });
    await say(opened, 'Change line 2 of @src/a.ts:2-3');
    const prompt = opened.rig.events.items.find((event) => event.type === 'message.end' && event.message.role === 'user');
    expect(prompt).toMatchObject({
      message: { attachments: [{ kind: 'file', path: 'src/a.ts', start: 2, end: 3, total: 3, text: 'two\nthree\n' }] },
    });
    expect(saidToModel(opened.rig)[0]).toEqual(
      expect.stringMatching(
        /\[Attached src\/a.ts: lines 2-3 of 3; file_hash [0-9a-f]{8}\]\ntwo\nthree\n\[End of src\/a.ts\]\n\nChange line 2/,
      ),
    );
    expect(await readFile(join(opened.rig.workspace.path, 'src/a.ts'), 'utf8')).toBe('one\n2\nthree\n');
  });

  test('is a picture when its content is', async () => {
    const opened = await start();
    await mkdir(join(opened.rig.workspace.path, 'shots'));
    await writeFile(join(opened.rig.workspace.path, 'shots', 'ui.png'), BYTES);
    await say(opened, 'Look at @shots/ui.png');
    expect(JSON.stringify(saidToModel(opened.rig)[0])).toContain(DATA_URL);
  });

  test('and is a secret keeps the prompt from being sent', async () => {
    const { rig: own, project, session } = await start();
    await mkdir(join(own.workspace.home, '.ssh'));
    await writeFile(join(own.workspace.home, '.ssh', 'id_rsa'), 'key');
    expect(await project.command({ type: 'prompt', session, text: 'See @~/.ssh/id_rsa', delivery: 'now' })).toMatchObject({
      error: {
        code: 'attachment_refused',
        message: '~/.ssh/id_rsa cannot be attached: it may hold keys, credentials or private data of the person.',
      },
    });
    expect(own.server.requests).toEqual([]);
  });

  test('is read when the model is told, not when it was queued', async () => {
    const change = { command: 'echo changed > note.txt' };
    const opened = await start({
      files: { 'note.txt': 'before\n' },
      script: [{ calls: [{ name: 'bash', arguments: change }] }, { text: 'Done.' }, { text: 'Seen.' }],
    });
    const { project, session, rig: own } = opened;
    value(await project.command({ type: 'prompt', session, text: 'Begin', delivery: 'now' }));
    value(await project.command({ type: 'prompt', session, text: 'What says @note.txt?', delivery: 'after' }));
    await own.events.waitFor(() => turnEnds(own) === 2);
    expect(saidToModel(own).at(-1)).toEqual(expect.stringContaining('\nchanged\n[End of note.txt]'));
  });
});

describe('a long pasted text', () => {
  test('goes whole', async () => {
    const opened = await start();
    await say(opened, 'Why?', { kind: 'text', name: 'Pasted text', text: 'a\nb\n' });
    expect(saidToModel(opened.rig)[0]).toEqual(expect.stringContaining('[Pasted text, 2 lines]\na\nb\n[End of Pasted text]\n\nWhy?'));
  });

  test('above the bound is a file that read can page', async () => {
    const text = Array.from({ length: 9_000 }, (_, line) => `row ${line + 1}\n`).join('');
    const page = (path: string): Reply => ({ calls: [{ name: 'read', arguments: { path, offset: 9_000, limit: 1 } }] });
    let path = '';
    const opened = await start({
      script: ({ index, body }) => {
        path = /the whole is in (\S+):/.exec(JSON.stringify(body.messages))?.[1] ?? path;
        return index === 0 ? page(path) : { text: 'Read.' };
      },
    });
    await say(opened, 'Why?', { kind: 'text', name: 'Pasted text', text });
    expect(path).toMatch(new RegExp(`^\\.steiner/tmp/artifacts/${opened.session}/pasted-[0-9a-f]{8}\\.txt$`));
    expect(opened.rig.events.items.find(({ type }) => type === 'tool.end')).toMatchObject({
      isError: false,
      text: expect.stringContaining('row 9000'),
    });
    expect(String(saidToModel(opened.rig)[0]).length).toBeLessThan(10_000);
  });

  test('above the bound goes whole where the project brings a link for the file', async () => {
    const text = 'row\n'.repeat(20_000);
    const opened = await start();
    const project = opened.rig.workspace.path;
    await mkdir(join(project, 'elsewhere'));
    await rm(join(project, '.steiner'), { recursive: true, force: true });
    await symlink('elsewhere', join(project, '.steiner'));
    await say(opened, 'Why?', { kind: 'text', name: 'Pasted text', text });
    const prompt = opened.rig.events.items.find((event) => event.type === 'message.end' && event.message.role === 'user');
    expect(prompt).toMatchObject({ message: { attachments: [{ kind: 'text', text }] } });
    expect(JSON.stringify(prompt)).not.toContain('pasted-');
    expect(await readdir(join(project, 'elsewhere'))).toEqual([]);
  });
});

test('a picture that the model reads is shown to it', async () => {
  const opened = await start({ script: [{ calls: [{ name: 'read', arguments: { path: 'ui.png' } }] }, { text: 'Blue.' }] });
  await writeFile(join(opened.rig.workspace.path, 'ui.png'), BYTES);
  await runPrompt(opened.rig, opened.project, opened.session, 'Look');
  expect(opened.rig.server.requests[1]?.body.messages.slice(-1)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: '[Pictures of the results above: ui.png]' },
        { type: 'image_url', image_url: { url: DATA_URL } },
      ],
    },
  ]);
});

test('files of the project are found by a part of their path', async () => {
  const { project } = await start({ files: { 'src/app/main.ts': '', 'dist/main.js': '', '.gitignore': 'dist/\n', 'docs/a b.md': '' } });
  expect(value(await project.attachments.findFiles('main'))).toEqual({ paths: ['src/app/main.ts'], more: false });
  expect(value(await project.attachments.findFiles(''))).toEqual({ paths: ['.gitignore', 'docs/', 'src/'], more: false });
});

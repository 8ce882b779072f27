import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sessionFiles } from '../../store/paths.ts';
import { createEngineRig, runPrompt, value } from '../../testing/engine-rig.ts';

test('a record that cannot be read is a problem that says so, and the session goes on', async () => {
  const rig = await createEngineRig({ script: () => ({ text: 'Yes.' }) });
  try {
    const project = await rig.open();
    const { id } = value(await project.createSession({})).summary;
    await runPrompt(rig, project, id, 'One.');
    value(await project.prefix.report(id));
    const record = sessionFiles(join(rig.workspace.home, 'state'), rig.workspace.path, id).requests;
    await rm(record);
    await mkdir(record);
    const read = await project.prefix.report(id);
    expect(read.ok ? 'read' : [read.error.code, read.error.message]).toEqual([
      'session_unreadable',
      'The record of what was sent to models could not be read: EISDIR.',
    ]);
    await runPrompt(rig, project, id, 'Two.');
  } finally {
    await rig.close();
  }
});

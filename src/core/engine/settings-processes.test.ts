import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { SettingsScope } from '../../shared/settings-report.ts';
import { bundleNodeScript, type NodeScript, type RunningScript } from '../testing/node-script.ts';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';

let folder = '';
let script: NodeScript;
let workspace: TempWorkspace;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-settings-process-'));
  script = await bundleNodeScript(new URL('./testing/settings-process.ts', import.meta.url).pathname, folder);
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));
beforeEach(async () => {
  workspace = await createTempWorkspace({ git: false });
});
afterEach(() => workspace.remove());

function start(scope: SettingsScope, name: string, count: number, project = workspace.path): RunningScript {
  return script.start(workspace.home, project, scope, name, String(count));
}

async function printed({ lines, exited }: RunningScript): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  await exited;
  return all;
}

const trustedSchema = z.object({ projects: z.record(z.string(), z.string()) });
const fileSchema = z.object({ models: z.object({ definitions: z.record(z.string(), z.unknown()) }) });

async function written(scope: SettingsScope): Promise<readonly string[]> {
  const path = scope === 'user' ? join(workspace.home, 'config', 'config.yaml') : join(workspace.path, '.steiner', 'config.yaml');
  const names = Object.keys(fileSchema.parse(parse(await readFile(path, 'utf8'))).models.definitions);
  return names.map((name) => `models.definitions.${name}`).sort();
}

test.each(['user', 'project'] as const)('of many processes that write other keys of the %s file at once none loses one', async (scope) => {
  const running = Array.from({ length: 8 }, (_, index) => start(scope, `p${index}`, 4));
  const keys = (await Promise.all(running.map(printed))).flat();
  expect([keys.length, await written(scope)]).toEqual([32, keys.toSorted()]);
});

test('projects whose files are made at once by processes of their own are all trusted', async () => {
  const projects = Array.from({ length: 8 }, (_, index) => join(workspace.path, `p${index}`));
  await Promise.all(projects.map((project) => mkdir(project)));
  const keys = (await Promise.all(projects.map((project) => printed(start('project', 'm', 1, project))))).flat();
  const trusted = trustedSchema.parse(JSON.parse(await readFile(join(workspace.home, 'config', 'trusted_projects.json'), 'utf8')));
  expect([keys, Object.keys(trusted.projects).sort()]).toEqual([Array(8).fill('models.definitions.m-0'), projects]);
});

test('whatever moment a writer is killed at, what it said is written, the file is whole, and the next writer goes on', async () => {
  const said: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const writer = start('user', `r${round}`, 1_000);
    let left = round;
    if (left === 0) writer.kill();
    for await (const line of writer.lines) {
      said.push(line);
      left -= 1;
      if (left === 0) writer.kill();
    }
    await writer.exited;
  }
  said.push(...(await printed(start('user', 'last', 1))));
  expect(await written('user')).toEqual(expect.arrayContaining(said));
  expect(said).toContain('models.definitions.last-0');
});

import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig } from '../testing/tool-rig.ts';
import { createGlob } from './glob.ts';
import { createGrep } from './grep.ts';
import { createLs } from './ls.ts';
import { locateRipgrep } from './ripgrep.ts';
import type { Tool, ToolContext } from './tool.ts';

const TIMEOUT = 30_000;

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** When the folder is swapped: once the policy has decided on the path, or once the tool has looked at it too. */
type Moment = 'decided' | 'looked at';

/** The three tools over `project/sub`, of which a command makes a link to `outside` at that moment. */
async function makeRig(moment: Moment, file = false): Promise<ToolRig> {
  let base = '';
  const swap = () => {
    const name = file ? 'sub/inside' : 'sub';
    renameSync(join(base, 'project', name), join(base, 'project', 'was'));
    symlinkSync(join(base, 'outside', ...(file ? ['canary'] : [])), join(base, 'project', name));
  };
  const at = (tool: Tool): Tool => ({
    ...tool,
    run: (input, context) => tool.run(input, moment === 'decided' ? swapping(context, swap) : context),
  });
  const program = () => {
    if (moment === 'looked at') swap();
    return locateRipgrep();
  };
  const excludes = { root: '', home: '', paths: { exclude_paths: [], exclude_patterns: [], blocked_paths: [] }, secrets: [] };
  const made = await createToolRig({
    tools: [createGrep, createGlob, createLs].map((create) =>
      at(create({ program, excludes: rooted(excludes, () => base), timeout: TIMEOUT, pageBytes: 64_000 })),
    ),
  });
  rig = made;
  base = made.base;
  await made.write('project/sub/inside', 'a canary of the project\n');
  await made.write('outside/canary', 'a canary from outside\n');
  return made;
}

function rooted<T extends object>(excludes: T, base: () => string): T & { readonly root: string } {
  return Object.defineProperty({ ...excludes, root: '' }, 'root', { get: () => join(base(), 'project') });
}

function swapping(context: ToolContext, swap: () => void): ToolContext {
  return {
    ...context,
    resolve: (path) => {
      const real = context.resolve(path);
      swap();
      return real;
    },
  };
}

const CALLS = [
  ['grep', { pattern: 'canary', path: 'sub' }],
  ['grep', { pattern: 'canary', path: 'sub', output_mode: 'files_with_matches' }],
  ['glob', { pattern: '**', path: 'sub' }],
  ['ls', { path: 'sub' }],
  ['ls', { path: 'sub', recursive: true }],
] as const;

const onLinux = test.runIf(process.platform === 'linux');

onLinux.each(CALLS)('a folder that became a link when it was decided on is not searched through: %s %o', async (name, input) => {
  const { call } = await makeRig('decided');
  expect(await call(name, input)).toMatchObject({
    isError: true,
    text: expect.stringContaining('sub leads elsewhere by now: something that runs changed it. Nothing was read.'),
  });
});

onLinux.each(CALLS.filter(([, input]) => 'pattern' in input || 'recursive' in input))(
  'nor one that became a link when it was looked at: %s %o',
  async (name, input) => {
    const { call } = await makeRig('looked at');
    const { text } = await call(name, input);
    expect(text).toMatch(/No match|No file matches|The folder is empty/);
  },
);

onLinux('nor is a file that became one', async () => {
  const { call } = await makeRig('looked at', true);
  expect((await call('grep', { pattern: 'canary', path: 'sub/inside' })).text).toBe('No match.');
});

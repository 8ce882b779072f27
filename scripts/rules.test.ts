import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, run } from './lib/run.mjs';
import { createSkeleton } from './testing/skeleton.ts';

const engine = 'src/core/engine.ts';
const provider = 'src/core/providers/provider.ts';
const tool = 'src/core/tools/tool.ts';

/** What each folder's file imports in a tree that keeps the rules. */
const CLEAN: Readonly<Record<string, readonly string[]>> = {
  'src/shared/a.ts': [],
  'src/core/lib/a.ts': ['src/shared/a.ts', 'node:fs'],
  'src/core/config/a.ts': ['src/shared/a.ts', 'src/core/lib/a.ts'],
  [provider]: ['src/shared/a.ts', 'src/core/config/a.ts'],
  'src/core/prompt/a.ts': ['src/core/config/a.ts'],
  'src/core/sandbox/a.ts': ['src/core/config/a.ts'],
  [tool]: ['src/core/sandbox/a.ts', provider],
  'src/core/git/a.ts': ['src/core/lib/a.ts'],
  'src/core/mcp/a.ts': ['src/core/sandbox/a.ts', tool],
  'src/core/lsp/a.ts': [tool],
  'src/core/store/a.ts': ['src/core/lib/a.ts'],
  'src/core/turn/a.ts': ['src/core/prompt/a.ts', provider, tool],
  'src/core/session/a.ts': ['src/core/turn/a.ts', 'src/core/store/a.ts'],
  'src/core/delegation/a.ts': ['src/core/session/a.ts', 'src/core/git/a.ts', tool],
  'src/core/oneshot/a.ts': ['src/core/session/a.ts', 'src/core/delegation/a.ts'],
  [engine]: ['src/core/oneshot/a.ts', 'src/core/mcp/a.ts', 'src/core/lsp/a.ts'],
  'src/core/testing/a.ts': ['src/core/lib/a.ts'],
  'src/core/lib/a.test.ts': ['src/core/testing/a.ts', 'src/core/lib/a.ts'],
  'src/core/store/testing/a.ts': ['src/core/testing/a.ts', 'src/core/store/a.ts'],
  'src/main/a.ts': ['src/shared/a.ts', engine, 'electron'],
  'src/preload/a.ts': ['src/shared/a.ts', 'electron'],
  'src/renderer/bridge/a.ts': ['src/shared/a.ts'],
  'src/renderer/store/a.ts': ['src/renderer/bridge/a.ts'],
  'src/renderer/hooks/a.ts': ['src/renderer/store/a.ts'],
  'src/renderer/ui/a.ts': [],
  'src/renderer/features/one/a.ts': ['src/renderer/hooks/a.ts', 'src/renderer/ui/a.ts'],
  'src/renderer/features/two/a.ts': ['src/renderer/store/a.ts'],
  'src/renderer/app/a.ts': ['src/renderer/features/one/a.ts', 'src/renderer/bridge/a.ts'],
  'src/renderer/main.ts': ['src/renderer/app/a.ts'],
  'src/cli/a.ts': ['src/shared/a.ts', engine],
  'src/chromium-host/a.ts': ['node:fs'],
  'e2e/a.ts': ['src/shared/a.ts', 'src/core/testing/a.ts'],
};

/** One forbidden import: the rule it breaks, the importing file and what it imports. */
const BREACHES: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['may-import: src/shared', 'src/shared/bad.ts', 'src/core/lib/a.ts'],
  ['may-import: src/core/lib', 'src/core/lib/bad.ts', 'src/core/config/a.ts'],
  ['may-import: src/core/config', 'src/core/config/bad.ts', 'src/core/sandbox/a.ts'],
  ['may-import: src/core/providers', 'src/core/providers/bad.ts', tool],
  ['may-import: src/core/prompt', 'src/core/prompt/bad.ts', provider],
  ['may-import: src/core/sandbox', 'src/core/sandbox/bad.ts', tool],
  ['may-import: src/core/tools', 'src/core/tools/bad.ts', 'src/core/git/a.ts'],
  ['may-import: src/core/git', 'src/core/git/bad.ts', 'src/core/config/a.ts'],
  ['may-import: src/core/mcp', 'src/core/mcp/bad.ts', 'src/core/session/a.ts'],
  ['may-import: src/core/lsp', 'src/core/lsp/bad.ts', 'src/core/mcp/a.ts'],
  ['may-import: src/core/store', 'src/core/store/bad.ts', 'src/core/config/a.ts'],
  ['may-import: src/core/turn', 'src/core/turn/bad.ts', 'src/core/store/a.ts'],
  ['may-import: src/core/session', 'src/core/session/bad.ts', 'src/core/delegation/a.ts'],
  ['may-import: src/core/delegation', 'src/core/delegation/bad.ts', 'src/core/oneshot/a.ts'],
  ['may-import: src/core/oneshot', 'src/core/oneshot/bad.ts', 'src/core/sandbox/a.ts'],
  ['may-import: src/core/engine', 'src/core/engine/bad.ts', 'e2e/a.ts'],
  ['may-import: src/core/testing', 'src/core/testing/bad.ts', 'src/cli/a.ts'],
  ['may-import: src/main', 'src/main/bad.ts', 'src/core/session/a.ts'],
  ['may-import: src/preload', 'src/preload/bad.ts', 'src/main/a.ts'],
  ['may-import: src/renderer/bridge', 'src/renderer/bridge/bad.ts', 'src/renderer/store/a.ts'],
  ['may-import: src/renderer/store', 'src/renderer/store/bad.ts', 'src/renderer/ui/a.ts'],
  ['may-import: src/renderer/hooks', 'src/renderer/hooks/bad.ts', 'src/renderer/features/one/a.ts'],
  ['may-import: src/renderer/ui', 'src/renderer/ui/bad.ts', 'src/renderer/store/a.ts'],
  ['may-import: src/renderer/features', 'src/renderer/features/one/bad.ts', 'src/renderer/bridge/a.ts'],
  ['may-import: src/renderer/app', 'src/renderer/app/bad.ts', engine],
  ['may-import: src/renderer/app', 'src/renderer/bad.ts', 'src/core/lib/a.ts'],
  ['may-import: src/cli', 'src/cli/bad.ts', 'src/core/tools/tool.ts'],
  ['may-import: src/chromium-host', 'src/chromium-host/bad.ts', 'src/shared/a.ts'],
  ['may-import: e2e', 'e2e/bad.ts', 'src/main/a.ts'],
  ['may-import: bench', 'bench/bad.ts', 'src/cli/a.ts'],
  ['may-import: scripts', 'scripts/bad.ts', 'src/shared/a.ts'],
  ['known-folders', 'src/elsewhere/bad.ts', 'src/shared/a.ts'],
  ['features-never-import-each-other', 'src/renderer/features/two/bad.ts', 'src/renderer/features/one/a.ts'],
  ['no-node-in-shared-or-view', 'src/renderer/ui/node.ts', 'fs'],
  ['no-node-in-shared-or-view', 'src/shared/node.ts', 'path'],
  ['testing-only-in-tests', 'src/core/engine/kit.ts', 'src/core/testing/a.ts'],
  ['nobody-imports-chromium-host', 'scripts/host.test.ts', 'src/chromium-host/a.ts'],
  ['chromium-host-reads-electron-types-only', 'src/chromium-host/electron.ts', 'electron'],
  ['electron-stays-in-main-and-preload', 'src/renderer/app/electron.ts', 'electron'],
  ['electron-stays-in-main-and-preload', 'e2e/electron.ts', 'electron'],
  ['resolvable', 'src/cli/nowhere.ts', 'absent'],
];

it('has nothing to say about a tree that keeps the rules', async () => {
  await using tree = await createTree();
  expect(await violations(tree.root)).toEqual([]);
});

it('finds each seeded breach, and only that one', async () => {
  await using tree = await createTree();
  for (const [, from, to] of BREACHES) await tree.add({ [from]: importing(from, [to]) });
  expect(await violations(tree.root)).toEqual(BREACHES.map(([rule, from, to]) => `${rule}: ${from} → ${to}`).sort());
});

it('finds Electron behind any number of hops, from tests and from packages made for it', async () => {
  await using tree = await createTree();
  await tree.add({
    'src/core/lib/far.ts': importing('src/core/lib/far.ts', ['src/core/lib/hop.ts']),
    'src/core/lib/hop.ts': "export const load = () => import('electron');",
    'src/core/lib/kept.test.ts': "import 'electron-store';",
  });
  expect((await violations(tree.root)).filter((line) => line.startsWith('core-never-reaches-electron'))).toEqual([
    'core-never-reaches-electron: src/core/lib/far.ts → electron',
    'core-never-reaches-electron: src/core/lib/hop.ts → electron',
    'core-never-reaches-electron: src/core/lib/kept.test.ts → electron-store',
  ]);
});

it('finds a circle, also when it closes through a type', async () => {
  await using tree = await createTree();
  await tree.add({
    'src/core/lib/x.ts': "import type { Y } from './y.ts'; export type X = Y;",
    'src/core/lib/y.ts': "import type { X } from './x.ts'; export type Y = X;",
  });
  expect(await violations(tree.root)).toEqual(['no-cycles: src/core/lib/x.ts → src/core/lib/y.ts']);
});

async function createTree() {
  const files = Object.entries(CLEAN).map(([from, targets]) => [from, importing(from, targets)]);
  const tree = await createSkeleton({ ...Object.fromEntries(files), ...fakePackage('electron'), ...fakePackage('electron-store') });
  await tree.link('tsconfig.base.json', join(ROOT, 'tsconfig.base.json'));
  return tree;
}

function fakePackage(name: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    [`node_modules/${name}/index.js`]: '',
  };
}

/** Type-only imports for our own files, which must count as much as any other. */
function importing(from: string, targets: readonly string[]): string {
  const up = '../'.repeat(from.split('/').length - 1);
  const lines = targets.map((target, index) =>
    target.includes('/')
      ? `import type { T as T${index} } from '${up || './'}${target}'; export type U${index} = T${index};`
      : `import '${target}';`,
  );
  return [...lines, 'export type T = 1;'].join('\n');
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

async function violations(root: string): Promise<string[]> {
  const tool = join(ROOT, 'node_modules', '.bin', 'depcruise');
  const args = ['--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', '.'];
  const { out } = await run(tool, args, { cwd: root });
  const report: { summary: { violations: Violation[] } } = JSON.parse(out);
  return report.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${shortName(to)}`).sort();
}

function shortName(path: string): string {
  return path.replace(/^node_modules\/([^/]+)\/.*$/, '$1');
}

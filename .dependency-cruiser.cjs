// The "may import" table of AGENTS.md, one rule per row, and the rules of another kind.
// Type-only imports count: the file is read before the compiler drops them.

const TESTS = '\\.test\\.tsx?$';
const TESTING = '^src/.+/testing/';
/** Helpers of one folder's tests: as free as those tests. The kit of core keeps to its own row. */
const TEST_HELPERS = '^src/(?!core/testing/).+/testing/';
const ENGINE = 'src/core/engine(\\.ts$|/)';
const WINDOW = 'src/renderer/(app/|[^/]+$)';
const PROVIDER = 'src/core/providers/provider\\.ts$';
/** What a tool is, how one is defined and what it answers: folders that add tools need no more of the others. */
const TOOL = 'src/core/tools/(tool|define-tool|outcome)\\.ts$';

/**
 * Folder, and what it may import besides itself: patterns anchored at the root.
 * @type {ReadonlyArray<readonly [string, readonly string[]]>}
 */
const ROWS = [
  ['src/shared/', []],
  ['src/core/lib/', ['src/shared/']],
  ['src/core/config/', ['src/shared/', 'src/core/lib/']],
  ['src/core/providers/', ['src/shared/', 'src/core/(lib|config)/']],
  ['src/core/prompt/', ['src/shared/', 'src/core/(lib|config)/']],
  ['src/core/sandbox/', ['src/shared/', 'src/core/(lib|config)/']],
  ['src/core/tools/', ['src/shared/', 'src/core/(lib|config|sandbox)/', PROVIDER]],
  ['src/core/git/', ['src/shared/', 'src/core/lib/']],
  ['src/core/mcp/', ['src/shared/', 'src/core/(lib|config|sandbox)/', TOOL]],
  ['src/core/lsp/', ['src/shared/', 'src/core/(lib|config|sandbox)/', TOOL]],
  ['src/core/approvals/', ['src/shared/', 'src/core/lib/']],
  ['src/core/store/', ['src/shared/', 'src/core/lib/']],
  ['src/core/turn/', ['src/shared/', 'src/core/(lib|prompt)/', PROVIDER, TOOL]],
  ['src/core/session/', ['src/shared/', 'src/core/(lib|turn|store|prompt|approvals)/', PROVIDER, TOOL]],
  ['src/core/delegation/', ['src/shared/', 'src/core/(lib|session|git)/', TOOL]],
  ['src/core/oneshot/', ['src/shared/', 'src/core/(lib|session|delegation|git)/']],
  [ENGINE, ['src/shared/', 'src/core/']],
  ['src/core/testing/', ['src/shared/', 'src/core/']],
  ['src/renderer/testing/', ['src/shared/', 'src/renderer/']],
  ['src/main/', ['src/shared/', ENGINE]],
  ['src/preload/', ['src/shared/']],
  ['src/renderer/bridge/', ['src/shared/']],
  ['src/renderer/store/', ['src/shared/', 'src/renderer/bridge/']],
  ['src/renderer/hooks/', ['src/shared/', 'src/renderer/store/']],
  ['src/renderer/ui/', ['src/shared/']],
  ['src/renderer/features/', ['src/shared/', 'src/renderer/(store|hooks|ui)/']],
  [WINDOW, ['src/shared/', 'src/renderer/']],
  ['src/cli/', ['src/shared/', ENGINE]],
  ['src/chromium-host/', []],
  ['e2e/', ['src/shared/', 'src/core/testing/']],
  ['bench/', ['src/shared/', 'src/core/']],
  ['scripts/', []],
  ['resources/', []],
];

const NAMES = new Map([
  [ENGINE, 'src/core/engine'],
  [WINDOW, 'src/renderer/app'],
]);

const OURS = '^(src|e2e|bench|scripts|resources)/';
const ELECTRON = '^electron$|(^|/)node_modules/electron([-/]|$)';

const mayImport = ROWS.map(([folder, others]) => ({
  name: `may-import: ${NAMES.get(folder) ?? folder.slice(0, -1)}`,
  comment: 'This folder may not import that one. Move the code to a folder that may, or pass the value in as an argument.',
  severity: 'error',
  from: { path: `^${folder}`, pathNot: [TESTS, TEST_HELPERS] },
  to: { path: OURS, pathNot: [folder, ...others].map((pattern) => `^${pattern}`) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...mayImport,
    {
      name: 'known-folders',
      comment: 'A file of src/ outside the folder table. Put it in a folder of the table, or add the row there and here.',
      severity: 'error',
      from: { path: '^src/', pathNot: ROWS.map(([folder]) => `^${folder}`) },
      to: {},
    },
    {
      name: 'no-cycles',
      comment: 'A circle of imports. Move what both sides need to a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-never-reaches-electron',
      comment: 'Core and shared run without Electron. Take what is needed from the host through a port.',
      severity: 'error',
      from: { path: '^src/(core|shared)/' },
      to: { path: ELECTRON, reachable: true },
    },
    {
      name: 'electron-stays-in-main-and-preload',
      comment: 'Only main and preload import Electron; the Chromium host may read its types.',
      severity: 'error',
      from: { path: OURS, pathNot: '^src/(main|preload|chromium-host)/' },
      to: { path: ELECTRON },
    },
    {
      name: 'chromium-host-reads-electron-types-only',
      comment: 'The Chromium host takes the place of Electron: import its types with `import type`.',
      severity: 'error',
      from: { path: '^src/chromium-host/' },
      to: { path: ELECTRON, dependencyTypesNot: ['type-only', 'type-import'] },
    },
    {
      name: 'no-node-in-shared-or-view',
      comment: 'Shared and the window have no Node. Ask for it through a request to the main process.',
      severity: 'error',
      from: { path: '^src/(shared|renderer)/', pathNot: [TESTS, TESTING] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'testing-only-in-tests',
      comment: 'The testing kit is for tests, benchmarks and e2e.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, TESTING] },
      to: { path: '/testing/' },
    },
    {
      name: 'features-never-import-each-other',
      comment: 'Two features meet in the store, in ui or in app.',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/' },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'nobody-imports-chromium-host',
      comment: 'The app does not know which host it runs in.',
      severity: 'error',
      from: { pathNot: '^src/chromium-host/' },
      to: { path: '^src/chromium-host/' },
    },
    {
      name: 'resolvable',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: { path: OURS },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^resources/demo/|/fixtures/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'types', 'default'], exportsFields: ['exports'] },
    builtInModules: { add: ['node:sqlite'] },
  },
};

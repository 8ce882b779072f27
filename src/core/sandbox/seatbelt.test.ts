import { expect, test } from 'vitest';
import { configSchema } from '../config/schema.ts';
import { hiddenPaths, type PolicyInput, sandboxPolicy } from './policy.ts';
import { NO_REPOSITORIES } from './repositories.ts';
import { seatbeltProfile } from './seatbelt.ts';

const ROOT = '/Users/u/project';
const SETTINGS = {
  config: configSchema.parse({ sandbox: { network: 'off' } }).sandbox,
  environment: { vars: {}, home: '/Users/u', platform: 'darwin' },
} as const;

const INPUT: PolicyInput = {
  ...SETTINGS,
  root: ROOT,
  access: 'write',
  notes: [`${ROOT}/.steiner/plans`],
  overlays: [],
  mounts: [],
  tmp: `${ROOT}/.steiner/tmp/sandbox-tmp/s`,
  cache: `${ROOT}/.steiner/home/cache`,
  repositories: {
    ...NO_REPOSITORIES,
    own: {
      ...{ common: `${ROOT}/.git`, tree: ROOT, belongs: true, bare: false, hashBytes: 20, modules: [], redirected: false },
      ...{ links: [], missingConfigs: [], missingIncludes: [], hookFolders: [], configFiles: [] },
    },
  },
  writablePaths: ['/Users/u/a "b"'],
  hidden: hiddenPaths({ ...SETTINGS, own: { config: '/Users/u/c', state: '/Users/u/s', cache: '/Users/u/k' } }),
};

function rules(change: Partial<PolicyInput> = {}): readonly string[] {
  return seatbeltProfile(sandboxPolicy({ ...INPUT, ...change }), () => undefined)
    .trimEnd()
    .split('\n');
}

test('nothing is allowed that is not named, and what is written is named from the outside in', () => {
  const lines = rules();
  expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
  expect(lines.filter((line) => /^\(\w+ file-write[*-]/.test(line) && !line.includes('/dev/'))).toEqual([
    `(allow file-write* (subpath "${ROOT}"))`,
    `(allow file-write* (subpath "${ROOT}/.steiner/tmp/sandbox-tmp/s") (subpath "${ROOT}/.steiner/home/cache"))`,
    `(allow file-write* (subpath "/Users/u/a \\"b\\"") (subpath "${ROOT}/.steiner/plans"))`,
    `(allow file-write* (subpath "${ROOT}/.git"))`,
    `(deny file-write* (subpath "${ROOT}/.git/config") (subpath "${ROOT}/.git/config.worktree") (subpath "${ROOT}/.git/worktrees") (subpath "${ROOT}/.steiner") (subpath "${ROOT}/.git/hooks") (subpath "${ROOT}/.git/commondir"))`,
    `(allow file-write* (subpath "${ROOT}/.steiner/plans"))`,
    `(deny file-write-unlink (literal "${ROOT}/.git"))`,
  ]);
});

test('secrets are hidden before what is shown of them', () => {
  const lines = rules();
  const hidden = lines.findIndex((line) => line.startsWith('(deny network-outbound file-read*') && line.includes('"/Users/u/.ssh"'));
  const shown = lines.findIndex((line) => line.startsWith('(allow network-outbound file-read*') && line.includes('"/Users/u/.ssh/config"'));
  expect([hidden > lines.indexOf('(allow file-read*)'), shown > hidden]).toEqual([true, true]);
});

test('the network is open only when the policy shares it', () => {
  const host = configSchema.parse({ sandbox: { network: 'host' } }).sandbox;
  expect([rules().includes('(allow network*)'), rules({ config: host }).includes('(allow network*)')]).toEqual([false, true]);
});

test('a read-only project has its plans and nothing else', () => {
  const lines = rules({ access: 'read-only' });
  expect(lines).toContain(`(deny file-write* (subpath "${ROOT}"))`);
  expect(lines.filter((line) => line.startsWith('(allow file-write* ')).join()).not.toMatch(/project"|\.git|a \\"b/);
});

import type { ApprovalRule, AuditEntry } from '../../shared/approvals.ts';
import type { PictureAttachment } from '../../shared/attachments.ts';
import type { ContextReport } from '../../shared/context.ts';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { AppInfo, DoctorCheck, FolderListing, ModelChoice, ProjectInfo, RecentProject } from '../../shared/ipc.ts';
import type { ModelListings } from '../../shared/model-list.ts';
import type { SessionSummary, StopReason } from '../../shared/session.ts';
import type { SkillEntry, SkillList, SkillOrigin } from '../../shared/skills.ts';

const MINUTE = 60_000;

export const PROJECT: ProjectInfo = {
  path: '/home/ana/src/harbour',
  name: 'harbour',
  branch: 'fix/berth-overlap',
  git: true,
  demo: false,
  sandbox: { state: 'active', writable: ['/home/ana/src/harbour', '/tmp/steiner-4f1c'], network: 'host' },
  defaultMode: 'build',
};

export const INFO: AppInfo = {
  version: '0.1.0',
  host: 'chromium',
  platform: 'linux',
  configFile: '/home/ana/.config/steiner/config.yaml',
  stateFolder: '/home/ana/.local/state/steiner',
  keychain: false,
};

export const RECENT: readonly RecentProject[] = [
  { path: '/home/ana/src/harbour', name: 'harbour', openedAt: Date.now() - 4 * MINUTE, missing: false },
  { path: '/home/ana/src/tide-tables', name: 'tide-tables', openedAt: Date.now() - 300 * MINUTE, missing: false },
  { path: '/home/ana/src/lighthouse/services/billing', name: 'billing', openedAt: Date.now() - 9_000 * MINUTE, missing: false },
  { path: '/mnt/usb/archive', name: 'archive', openedAt: Date.now() - 60_000 * MINUTE, missing: true },
];

const CLOUD = [
  ['claude-opus-5', 1_000_000, 5, 25, true, ['low', 'medium', 'high', 'max']],
  ['claude-sonnet-5', 1_000_000, 2, 10, true, ['low', 'medium', 'high']],
  ['claude-haiku-4-5', 200_000, 1, 5, true, []],
] as const;

const ROUTED = ['qwen/qwen3-coder', 'z-ai/glm-5.1', 'deepseek/deepseek-v4-pro', 'moonshotai/kimi-k3', 'mistralai/devstral-3'] as const;

const plain = { scripted: false, default: false };

export const MODELS: readonly ModelChoice[] = [
  {
    ...plain,
    ref: 'main',
    provider: 'openrouter',
    id: 'qwen/qwen3-coder',
    alias: true,
    contextWindow: 262_144,
    vision: false,
    price: { input: 0.22, output: 1 },
    default: true,
  },
  {
    ...plain,
    ref: 'fast',
    provider: 'local',
    id: 'glm-4.7-flash',
    alias: true,
    contextWindow: 131_072,
    uses: 3,
  },
  ...CLOUD.map(([id, contextWindow, input, output, vision, efforts], index) => ({
    ...plain,
    ref: `anthropic/${id}`,
    provider: 'anthropic',
    id,
    contextWindow,
    vision,
    efforts,
    price: { input, output },
    ...(index === 0 ? { favourite: true, uses: 12 } : {}),
  })),
  ...ROUTED.map((id, index) => ({
    ...plain,
    ref: `openrouter/${id}`,
    provider: 'openrouter',
    id,
    contextWindow: 131_072 * (index + 1),
    vision: index % 2 === 0,
    efforts: index === 1 ? ['low', 'high'] : [],
    price: { input: 0.03 + index, output: 0.12 + index },
  })),
  ...['gpt-5.1', 'o4-mini'].map((id) => ({
    ...plain,
    ref: `openai/${id}`,
    provider: 'openai',
    id,
    unavailable: 'Provider openai (openai) takes its API key from the environment variable OPENAI_API_KEY, which is not set.',
  })),
  { ref: 'demo', provider: 'demo', id: 'scripted', contextWindow: 200_000, scripted: true, default: false },
];

export const LISTINGS: ModelListings = {
  providers: [
    { provider: 'anthropic', type: 'anthropic', state: 'fresh', models: 3, fetchedAt: 1_795_000_000_000 },
    { provider: 'openrouter', type: 'openrouter', state: 'fresh', models: 5, fetchedAt: 1_795_000_000_000 },
    {
      provider: 'local',
      type: 'lmstudio',
      state: 'stale',
      models: 1,
      fetchedAt: 1_790_000_000_000,
      problem: {
        code: 'provider_unreachable',
        message: 'local did not list its models: it could not be reached (ECONNREFUSED).',
        hint: 'Check providers.local.base_url and whether the server runs, then run steiner models refresh.',
        safe: 'The models listed before are kept.',
      },
    },
  ],
  catalogue: { from: 'shipped', date: '2026-11-20', models: 850 },
};

export const DOCTOR: readonly DoctorCheck[] = [
  { id: 'sandbox', title: 'Sandbox', state: 'ok', message: 'Commands run under bubblewrap 0.8.0.' },
  { id: 'git', title: 'git', state: 'ok', message: 'git 2.39.5' },
  {
    id: 'config',
    title: 'Config',
    state: 'warning',
    message: 'No provider is configured.',
    hint: 'Add one under `providers` in config.yaml, or try the sample project.',
  },
];

export const PICTURE: PictureAttachment = {
  ...{ kind: 'picture', blob: 'a'.repeat(64), mime: 'image/png', name: 'berth-plan.png' },
  ...{ width: 1_280, height: 800, bytes: 140_300 },
};

export const FILES: readonly string[] = [
  'src/',
  'src/berths/',
  'src/berths/overlap.ts',
  'src/berths/types.ts',
  'src/planner/plan.ts',
  'test/berths/overlap.test.ts',
  'docs/berth rules.md',
];

export const FOLDER: FolderListing = {
  path: '/home/ana/src',
  parent: '/home/ana',
  folders: ['berths', 'harbour', 'notes', 'tide-tables'].map((name) => ({ name, path: `/home/ana/src/${name}`, git: name !== 'notes' })),
};

export function sessionId(number: number): SessionId {
  return sessionIdSchema.parse(number.toString(16).padStart(32, '0'));
}

interface SessionSketch {
  readonly title: string;
  readonly minutes: number;
  readonly stop?: StopReason;
  readonly readOnly?: boolean;
  readonly pinned?: boolean;
}

const SKETCHES: readonly SessionSketch[] = [
  { title: 'Berth overlap test fails on the first of the month', minutes: 1, stop: 'complete' },
  { title: 'Move the tide client to the new endpoint', minutes: 42, stop: 'error' },
  { title: 'Why is the nightly import slow?', minutes: 190, stop: 'interrupted' },
  {
    title: 'Rename Vessel.mmsi to Vessel.id everywhere, including migrations and fixtures',
    minutes: 1_600,
    stop: 'complete',
    pinned: true,
  },
  { title: 'Draft release notes for 2.4', minutes: 4_300, stop: 'cancelled', readOnly: true },
];

export const SESSIONS: readonly SessionSummary[] = SKETCHES.map(({ title, minutes, stop, readOnly = false, pinned = false }, index) => ({
  id: sessionId(index + 1),
  title,
  createdAt: Date.now() - (minutes + 30) * MINUTE,
  updatedAt: Date.now() - minutes * MINUTE,
  model: 'main',
  turns: 3,
  readOnly,
  pinned,
  ...(stop === undefined ? {} : { lastStop: stop }),
}));

export const CONTEXT: ContextReport = {
  model: 'zai/glm-5',
  window: 200_000,
  threshold: 140_000,
  limit: 187_808,
  reserve: 8_192,
  tokens: 48_310,
  ratio: 1.04,
  calibrated: true,
  sources: [
    { kind: 'system', count: 1, bytes: 4_100, tokens: 980, truncated: false, stale: false },
    { kind: 'tools', count: 7, bytes: 11_200, tokens: 3_020, truncated: false, stale: false },
    {
      kind: 'project_instructions',
      path: '/home/ana/atlas/AGENTS.md',
      count: 1,
      bytes: 6_400,
      tokens: 1_510,
      truncated: false,
      stale: true,
    },
    { kind: 'session', count: 1, bytes: 120, tokens: 40, truncated: false, stale: false },
    {
      ...{ kind: 'skill', name: 'tour', path: '/opt/steiner/resources/skills/tour/SKILL.md' },
      ...{ count: 1, bytes: 2_140, tokens: 560, truncated: false, stale: false },
    },
    {
      ...{ kind: 'skill', name: 'release-notes', path: '/home/ana/atlas/.steiner/skills/release-notes/SKILL.md' },
      ...{ count: 1, bytes: 121_000, tokens: 24_800, truncated: true, stale: false, inactive: true },
    },
    { kind: 'summary', count: 1, bytes: 7_900, tokens: 1_900, truncated: false, stale: false },
    { kind: 'user', count: 6, bytes: 3_300, tokens: 800, truncated: false, stale: false },
    { kind: 'assistant', count: 22, bytes: 30_100, tokens: 7_560, truncated: false, stale: false },
    { kind: 'results', count: 41, bytes: 130_000, tokens: 32_500, truncated: false, stale: false },
  ],
  generation: 1,
  pinned: 1,
  health: { level: 'info', label: 'stable', advice: 'continue' },
};
export const SKILLS: SkillList = {
  skills: [
    skill('release-notes', 'project', 'Writes the notes of a release from the commits since the last tag.', { argument: '[tag]' }),
    skill('tour', 'user', 'Shows you around a repository, with our own reading list.', { argument: '[folder or question]', mode: 'keep' }),
    skill('tour', 'bundled', 'Shows you around a repository, or one part of it.', { shadowedBy: 'user' }),
    skill('triage', 'user', '', { bytes: 0, fault: 'Its front matter has no "description". There is "descripton" instead.' }),
  ],
  untrusted: 0,
};

function skill(name: string, origin: SkillOrigin, description: string, rest: Partial<SkillEntry> = {}): SkillEntry {
  const folder = { bundled: '/opt/steiner/resources', user: '/home/ana/.config/steiner', project: `${PROJECT.path}/.steiner` }[origin];
  return { name, origin, description, path: `${folder}/skills/${name}/SKILL.md`, bytes: 2_140, mode: 'build', ...rest };
}

export const RULES: readonly ApprovalRule[] = [
  { id: 'r1a2b3c4d', kind: 'command', access: 'run', pattern: 'npm test *', created: '2026-11-20T09:14:00.000Z' },
  { id: 'r5e6f7a8b', kind: 'path', access: 'read', pattern: '/srv/tides', created: '2026-11-22T16:40:00.000Z' },
];

export const DECISIONS: readonly AuditEntry[] = [
  { subject: 'npm test -- berths', source: 'rule', rule: 'r1a2b3c4d' } as const,
  { subject: 'npm publish', source: 'person', decision: 'deny' } as const,
  { subject: 'npm test', source: 'person', decision: 'allow_project', rule: 'r1a2b3c4d' } as const,
].map((entry, index) => ({
  ...{ time: Date.now() - index * 7 * MINUTE, project: PROJECT.path, session: sessionId(1) },
  ...{ kind: 'command', tool: 'bash', access: 'run', decision: 'allow_once' },
  ...entry,
}));

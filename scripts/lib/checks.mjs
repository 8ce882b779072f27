import { join } from 'node:path';
import { overBudget } from './budgets.mjs';
import { CHECK_MS, ROOT, run, runLines, runTool } from './run.mjs';
import { isBuilt } from './stamp.mjs';
import { filesBelow } from './tree.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./steps.mjs').Finding} Finding */

const CODE = ['src', 'e2e', 'bench', 'scripts'];
const LIMIT = { timeoutMs: CHECK_MS };

/** Compiler projects: a folder's path says which globals exist there. Two lists, because two processes check them side by side. */
const WINDOW_PROJECTS = ['src/renderer', 'src/renderer/tsconfig.test.json', 'src/preload', 'src/chromium-host/page'];
const NODE_PROJECTS = [
  'src/shared',
  'src/shared/tsconfig.test.json',
  'src/core',
  'src/main',
  'src/cli',
  'src/chromium-host',
  'e2e',
  'bench',
  'scripts',
  'tsconfig.json',
];

/**
 * The steps of `npm run check`, the slow ones first.
 * @returns {Step[]}
 */
export function checkSteps() {
  const types = { hint: 'npm run typecheck, or npx tsc -p <folder> for one folder' };
  return [
    { ...types, name: 'types: window', act: () => checkTypes(WINDOW_PROJECTS) },
    { ...types, name: 'types: node', act: () => checkTypes(NODE_PROJECTS) },
    step('dead code', 'Delete what nothing uses, or stop exporting it.', () => deadCode([])),
    step('dead code without tests', 'Only tests use this: delete it, or use it in the product.', () => deadCode(['--production'])),
    step('imports between folders', 'The rules are in .dependency-cruiser.cjs, the table in AGENTS.md.', folders),
    step('format and lint', 'npm run format repairs the form; the rest needs a hand.', form),
    step('lock file', 'npm install --package-lock-only, or commit package.json and package-lock.json together.', lockFile),
    step(
      'slow expressions',
      'Rewrite it so that each character is looked at once: a loop, or what cannot match at two places.',
      expressions,
    ),
    step('budgets', 'Split the file, or correct the page.', budgets),
  ];
}

/** @returns {Step} */
export function buildStep() {
  return step('build', 'npm run build', async () => {
    if (isBuilt()) return { ok: true, output: '' };
    const { code, output } = await run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')], LIMIT);
    return { ok: code === 0, output };
  });
}

/** @typedef {{ ok: boolean, output: string }} Answer */

/**
 * @param {string} name
 * @param {string} hint
 * @param {() => Promise<Answer>} look
 * @returns {Step} with one finding
 */
function step(name, hint, look) {
  return {
    name,
    hint,
    async *act() {
      yield { name, ...(await look()) };
    },
  };
}

/**
 * @param {readonly string[]} projects
 * @returns {AsyncGenerator<Finding>} one for each project
 */
async function* checkTypes(projects) {
  const unanswered = new Set(projects);
  const { lines, end } = runLines(process.execPath, [join(ROOT, 'scripts', 'types.mjs'), ...projects]);
  for await (const line of lines) {
    /** @type {{ project: string, faults: string }} */
    const { project, faults } = JSON.parse(line);
    unanswered.delete(project);
    yield { name: `types: ${label(project)}`, ok: faults === '', output: faults };
  }
  const failure = await end;
  for (const project of unanswered) yield { name: `types: ${label(project)}`, ok: false, output: failure };
}

/** @param {string} project */
function label(project) {
  return project === 'tsconfig.json' ? 'config files' : project.replace('/tsconfig.test.json', ' tests');
}

/** @returns {Promise<Answer>} */
async function form() {
  const { code, output } = await runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=200', '.'], LIMIT);
  const checked = Number(/Checked (\d+) files/.exec(output)?.[1] ?? 0);
  const least = filesBelow(ROOT, CODE, /\.(tsx?|mjs)$/).length;
  if (checked < least) return { ok: false, output: `${output}\nBiome looked at ${checked} files of ${least}.` };
  return { ok: code === 0, output };
}

/** @returns {Promise<Answer>} */
async function folders() {
  const { out, output } = await runTool('depcruise', ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...CODE], LIMIT);
  const report = parse(out);
  if (report === undefined) return { ok: false, output };
  const seen = new Set(report.modules.map((module) => module.source));
  const unseen = filesBelow(ROOT, ['src'], /\.tsx?$/).filter((file) => !seen.has(file));
  const advice = new Map(report.summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment]));
  const faults = report.summary.violations.map(({ from, to, rule }) => `${from} → ${to}\n       ${rule.name}: ${advice.get(rule.name)}`);
  const lines = [...faults, ...unseen.map((file) => `${file} was not looked at.`)];
  return { ok: lines.length === 0 && seen.size > 0, output: lines.join('\n') };
}

/**
 * @typedef {object} CruiseReport
 * @property {{ source: string }[]} modules
 * @property {{
 *   violations: { from: string, to: string, rule: { name: string } }[],
 *   ruleSetUsed: { forbidden: { name: string, comment: string }[] },
 * }} summary
 */

/**
 * @param {string} output
 * @returns {CruiseReport | undefined}
 */
function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/**
 * A pattern of knip.config.ts that matches nothing is a fault, so that it cannot look at nothing.
 * @param {readonly string[]} flags
 * @returns {Promise<Answer>}
 */
async function deadCode(flags) {
  const { code, output } = await runTool('knip', ['--no-progress', '--treat-config-hints-as-errors', ...flags], LIMIT);
  return { ok: code === 0, output };
}

/**
 * Whether a fresh clone can be installed, judged from the two files alone.
 * @returns {Promise<Answer>}
 */
async function lockFile() {
  const { code, output } = await run('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts', '--loglevel=error'], LIMIT);
  return { ok: code === 0, output };
}

/** In a process of its own: it takes seconds.
 * @returns {Promise<Answer>} */
async function expressions() {
  const { code, output } = await run(process.execPath, [join(ROOT, 'scripts', 'expressions.mjs')], LIMIT);
  return { ok: code === 0, output };
}

/** @returns {Promise<Answer>} */
async function budgets() {
  const faults = overBudget(ROOT);
  return { ok: faults.length === 0, output: faults.join('\n') };
}

import { join } from 'node:path';
import { overBudget } from './budgets.mjs';
import { ROOT, run, runTool } from './run.mjs';
import { isBuilt } from './stamp.mjs';
import { filesBelow } from './tree.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./steps.mjs').Finding} Finding */

const CODE = ['src', 'e2e', 'bench', 'scripts'];

/** Compiler projects: a folder's path says which globals exist there. */
const PROJECTS = [
  'src/core',
  'src/renderer',
  'src/renderer/tsconfig.test.json',
  'src/main',
  'src/cli',
  'src/chromium-host',
  'src/chromium-host/page',
  'src/chromium-host/tsconfig.test.json',
  'e2e',
  'src/shared',
  'src/shared/tsconfig.test.json',
  'src/preload',
  'bench',
  'scripts',
  'tsconfig.json',
];

/**
 * The steps of `npm run check`, the slow ones first.
 * @returns {Step[]}
 */
export function checkSteps() {
  return [
    { name: 'dead code', hint: 'Delete what nothing uses, or stop exporting it.', act: () => deadCode([]) },
    {
      name: 'dead code without tests',
      hint: 'Only tests use this: delete it, or use it in the product.',
      act: () => deadCode(['--production']),
    },
    { name: 'imports between folders', hint: 'The rules are in .dependency-cruiser.cjs, the table in AGENTS.md.', act: folders },
    { name: 'format and lint', hint: 'npm run format repairs the form; the rest needs a hand.', act: form },
    ...PROJECTS.map((project) => ({ name: `types: ${label(project)}`, hint: `npx tsc -p ${project}`, act: () => types(project) })),
    { name: 'budgets', hint: 'Split the file, or correct the page.', act: budgets },
  ];
}

/** @returns {Step} */
export function buildStep() {
  return {
    name: 'build',
    hint: 'npm run build',
    act: async () => {
      if (isBuilt()) return { ok: true, output: '' };
      const { code, output } = await run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);
      return { ok: code === 0, output };
    },
  };
}

/** @param {string} project */
function label(project) {
  return project === 'tsconfig.json' ? 'config files' : project.replace('/tsconfig.test.json', ' tests');
}

/** @returns {Promise<Finding>} */
async function form() {
  const { code, output } = await runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=200', '.']);
  const checked = Number(/Checked (\d+) files/.exec(output)?.[1] ?? 0);
  const least = filesBelow(ROOT, CODE, /\.(tsx?|mjs)$/).length;
  if (checked < least) return { ok: false, output: `${output}\nBiome looked at ${checked} files of ${least}.` };
  return { ok: code === 0, output };
}

/** @returns {Promise<Finding>} */
async function folders() {
  const { output } = await runTool('depcruise', ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...CODE]);
  const report = parse(output);
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
 * The compiler itself fails where a project has no files.
 * @param {string} project
 * @returns {Promise<Finding>}
 */
async function types(project) {
  const memory = join('node_modules', '.cache', 'tsc', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const { code, output } = await runTool('tsc', ['-p', project, '--incremental', '--tsBuildInfoFile', memory]);
  return { ok: code === 0, output };
}

/**
 * A pattern of knip.json that matches nothing is a fault, so that it cannot look at nothing.
 * @param {readonly string[]} flags
 * @returns {Promise<Finding>}
 */
async function deadCode(flags) {
  const { code, output } = await runTool('knip', ['--no-progress', '--treat-config-hints-as-errors', ...flags]);
  return { ok: code === 0, output };
}

/** @returns {Promise<Finding>} */
async function budgets() {
  const faults = overBudget(ROOT);
  return { ok: faults.length === 0, output: faults.join('\n') };
}

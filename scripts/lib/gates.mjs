/**
 * What shows that a gate holds. `unit` and `e2e` are test files of the two suites; `tests` picks tests of a file by name, as vitest does. `measured` are
 * tests that take a minute or judge by figures of this machine: they belong to no suite and run here only.
 *
 * @typedef {object} Gate
 * @property {number} number
 * @property {string} name
 * @property {readonly string[]} [unit]
 * @property {readonly string[]} [e2e]
 * @property {readonly string[]} [measured]
 * @property {string} [needs] what the product has to have first; such a gate shows nothing and does not hold
 */

/** @type {readonly Gate[]} */
export const GATES = [
  { number: 1, name: 'deleting worktrees and repositories loses no byte', needs: 'worktrees' },
  {
    number: 2,
    name: 'sessions survive kills, faults, full disks and second writers',
    unit: [
      'src/core/testing/write-points.test.ts',
      'src/core/testing/full-disk.test.ts',
      'src/core/store/old-schemas.test.ts',
      'src/core/store/crash-fold.test.ts',
      'src/core/store/log-repair.test.ts',
      'src/core/store/log-failure.test.ts',
      'src/core/store/session-lock.test.ts',
      'src/core/store/session-store.test.ts',
      'src/core/store/session-shelf.test.ts',
      'src/core/store/prompt-shelf.test.ts',
      'src/core/store/usage-store.test.ts',
      'src/core/store/text-index.test.ts',
      'src/core/session/recovery.test.ts',
    ],
    e2e: ['e2e/crash.test.ts'],
  },
  {
    number: 3,
    name: 'nothing is left running',
    unit: [
      'src/core/lib/node-ports.test.ts',
      'src/core/lib/process-remains.test.ts',
      'src/core/sandbox/containment.test.ts',
      'src/core/sandbox/set-up-kill.test.ts',
      'src/chromium-host/life.test.ts',
    ],
    e2e: ['e2e/children.test.ts', 'e2e/crash.test.ts', 'e2e/orphans.test.ts', 'e2e/turn.test.ts'],
  },
  { number: 4, name: 'idle costs nothing', measured: ['e2e/idle.gate.ts'] },
  {
    number: 5,
    name: 'ten thousand items, 200 tokens a second',
    e2e: ['e2e/long-session.test.ts'],
    measured: ['e2e/long-session.gate.ts', 'e2e/big-log.gate.ts'],
  },
  {
    number: 6,
    name: 'a child asks while its parent is hidden',
    unit: [
      'src/core/engine/child-questions.test.ts',
      'src/shared/fold-children.test.ts',
      'src/renderer/store/attention.test.ts',
      'src/renderer/store/notifications.test.ts',
      'src/cli/exec-children.test.ts',
    ],
    e2e: ['e2e/child-questions.test.ts'],
  },
  {
    number: 7,
    name: 'git in a linked worktree, and what a refusal says',
    unit: ['src/core/sandbox/linked-worktree.test.ts', 'src/core/sandbox/git-protection.test.ts', 'src/core/sandbox/denials.test.ts'],
  },
  {
    number: 8,
    name: 'no question twice after a project rule',
    unit: ['src/core/engine/approvals.test.ts', 'src/core/approvals/approvals.test.ts', 'src/core/approvals/rule-match.test.ts'],
    e2e: ['e2e/approvals.test.ts'],
  },
  {
    number: 9,
    name: 'usage adds up to the cent',
    unit: [
      'src/core/engine/background-children.test.ts',
      'src/core/engine/usage.test.ts',
      'src/core/engine/usage-sources.test.ts',
      'src/core/store/usage-store.test.ts',
      'src/core/store/usage-rollup.test.ts',
      'src/core/providers/metered-model.test.ts',
      'src/shared/fold-spend.test.ts',
    ],
  },
  {
    number: 10,
    name: 'every request extends the one before',
    unit: [
      'src/core/engine/long-session.test.ts',
      'src/core/engine/many-pictures.test.ts',
      'src/core/engine/many-results.test.ts',
      'src/core/providers/prefix.test.ts',
    ],
  },
];

/**
 * @param {readonly string[]} words numbers of gates; none means all
 * @param {readonly Gate[]} [gates]
 * @returns {readonly Gate[] | string} a sentence when a word is no gate
 */
export function chosenGates(words, gates = GATES) {
  const unknown = words.find((word) => !gates.some(({ number }) => String(number) === word));
  if (unknown !== undefined) return `There is no gate "${unknown}". The gates are ${gates.map(({ number }) => number).join(', ')}.`;
  return words.length === 0 ? gates : gates.filter(({ number }) => words.includes(String(number)));
}

/**
 * @typedef {object} FileReport
 * @property {string} name absolute path
 * @property {'passed' | 'failed'} status
 * @property {readonly { status: string, fullName: string }[]} assertionResults
 */

/**
 * A file that ran no test shows nothing, whatever the others did.
 * @param {readonly string[]} wanted paths from the root
 * @param {readonly FileReport[]} reports
 * @returns {{ passed: number, faults: readonly string[] }} `faults` are lines for a person
 */
export function judge(wanted, reports) {
  const faults = [];
  let passed = 0;
  for (const path of wanted) {
    const report = reports.find(({ name }) => name.endsWith(`/${path}`));
    const results = report?.assertionResults ?? [];
    const failed = results.filter(({ status }) => status === 'failed');
    const done = results.filter(({ status }) => status === 'passed').length;
    passed += done;
    faults.push(...failed.map(({ fullName }) => `${path}: ${fullName}`));
    if (failed.length === 0 && (done === 0 || report?.status !== 'passed')) faults.push(`${path}: no test passed`);
  }
  return { passed, faults };
}

import type { TestRun } from './test-run.ts';

type Ran = Extract<TestRun, { type: 'ran' }>;

const CAUSE = 'In `src/split.js`, `splitEvenly` rounded every share down and lost the cents that cannot be shared evenly.';
const CHANGE = [
  '```js',
  'const left = cents % people.length;',
  'return new Map(people.map((person, index) => [person, index < left ? share + 1 : share]));',
  '```',
].join('\n');
const NEXT = 'Ask me to **show the diff** or to **run the tests** again.';

/** The report after a run in which everything passes. All numbers are from the two runs. */
export function provenReport(before: Ran, after: Ran): string {
  const rows = [
    '| tests | before | after |',
    '| --- | ---: | ---: |',
    `| passing | ${before.passed} | ${after.passed} |`,
    `| failing | ${before.failing.length} | ${after.failing.length} |`,
  ];
  return [
    '**Fixed.** Every test passes now.',
    rows.join('\n'),
    `${CAUSE} The first people on the list now take one cent each:`,
    CHANGE,
    NEXT,
  ].join('\n\n');
}

export function reportStillFailing(after: Ran): string {
  const names = after.failing.map(({ name, file }) => `- ${name}${file === undefined ? '' : ` (\`${file}\`)`}`);
  return [
    '**Not fixed.** I changed `src/split.js`, but tests still fail:',
    names.join('\n'),
    'I am a script and know only the one mistake that the sample came with. The change is in the working tree; review it and keep or discard it.',
  ].join('\n\n');
}

export function reportUnproven(why: string): string {
  return [
    `**Changed, but not proven.** The tests could not be run: ${why}.`,
    `${CAUSE} I changed it so that the first people on the list take one cent each:`,
    CHANGE,
    'Run the tests yourself before you rely on it.',
  ].join('\n\n');
}

export function notTheSample(path: string, why: string | undefined): string {
  const reason = why === undefined ? `\`${path}\` does not hold the line I know` : `\`${path}\` could not be read: ${why}`;
  return `I stop here: ${reason}. I am a script and can only fix the mistake that the sample came with. Nothing was changed.`;
}

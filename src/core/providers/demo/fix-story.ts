import { act, bash, type DemoReply, read, say } from './reply.ts';
import { notTheSample, provenReport, reportStillFailing, reportUnproven } from './reports.ts';
import { readTestRun } from './test-run.ts';
import { type DoneCall, firstLine, lastCall, type TurnFacts } from './turn-facts.ts';

const SOURCE = 'src/split.js';
const BROKEN = '  return new Map(people.map((person) => [person, share]));';
const FIXED = [
  '  const left = cents % people.length;',
  '  return new Map(people.map((person, index) => [person, index < left ? share + 1 : share]));',
].join('\n');

/** The next step of "fix the failing test", decided from what the tools really answered. */
export function fixStory({ calls }: TurnFacts): DemoReply {
  const looked = lastCall(calls, 'read', { path: 'AGENTS.md' });
  if (!looked) return lookAround();
  const runs = calls.filter((call) => call.name === 'bash');
  const [firstRun] = runs;
  if (!firstRun) return runTests(testCommand(looked));
  const edit = lastCall(calls, 'mutate');
  if (edit) return afterEdit(edit, runs);
  const before = readTestRun(firstRun);
  if (before.type === 'ran' && before.failing.length === 0) return say(`All ${before.passed} tests pass, so there is nothing to fix.`);
  const source = lastCall(calls, 'read', { path: SOURCE });
  return source ? fix(source) : readAround(before);
}

function lookAround(): DemoReply {
  const text =
    'I am the built-in demo: a script, not a language model. The tools and their results are real.\n\nFirst the project’s conventions and layout.';
  return act(text, read('AGENTS.md'), read('README.md'), { name: 'ls', arguments: { path: '.', recursive: true } });
}

/** The command that the project's own AGENTS.md names. */
function testCommand(agents: DoneCall): string {
  return /`(node --test[^`\n]*)`/.exec(agents.text)?.[1] ?? 'node --test --test-reporter=spec';
}

function runTests(command: string): DemoReply {
  return act('Now the tests, to see what fails.', bash(command));
}

function readAround(before: ReturnType<typeof readTestRun>): DemoReply {
  const [failing] = before.type === 'ran' ? before.failing : [];
  const testFile = failing?.file ?? 'test/split.test.js';
  const found =
    before.type === 'not_run'
      ? `The tests could not be run (${before.why}). I go on by reading.`
      : `${before.passed} tests pass; “${failing?.name ?? 'one test'}” fails. I look for the code it covers.`;
  return act(found, { name: 'grep', arguments: { pattern: 'splitEvenly', path: '.' } }, read(testFile), read(SOURCE));
}

function fix(source: DoneCall): DemoReply {
  const hash = /file_hash ([0-9a-f]{8})/.exec(source.text)?.[1];
  if (source.isError || !source.text.includes(BROKEN))
    return say(notTheSample(SOURCE, source.isError ? firstLine(source.text) : undefined));
  const operation = {
    type: 'replace',
    path: SOURCE,
    old_string: BROKEN,
    new_string: FIXED,
    ...(hash === undefined ? {} : { file_hash: hash }),
  };
  const text = [
    '`splitEvenly` rounds every share down and forgets the rest: 100.00 among three becomes 3 × 33.33, one cent short.',
    'The first people on the list should each take one of the cents that are left, as README.md says.',
  ].join(' ');
  return act(text, { name: 'mutate', arguments: { operations: [operation] } });
}

function afterEdit(edit: DoneCall, runs: readonly DoneCall[]): DemoReply {
  if (edit.isError) return say(`The change was not made: ${firstLine(edit.text)}\n\nThe project is as it was.`);
  const [first, second] = runs;
  if (!first) return say(reportUnproven('they were never run'));
  const before = readTestRun(first);
  if (before.type === 'not_run') return say(reportUnproven(before.why));
  if (!second) return act('The fix is in. The same tests again.', bash(String(first.arguments.command)));
  const after = readTestRun(second);
  if (after.type === 'not_run') return say(reportUnproven(after.why));
  return say(after.failing.length === 0 ? provenReport(before, after) : reportStillFailing(after));
}

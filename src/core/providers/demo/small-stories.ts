import { act, bash, type DemoReply, say } from './reply.ts';
import { readTestRun } from './test-run.ts';
import { firstLine, type TurnFacts } from './turn-facts.ts';

const DIFF = 'git --no-pager diff';
const TESTS = 'node --test --test-reporter=spec';

/** Shows what changed since the last commit, from a real `git diff`. */
export function diffStory({ calls }: TurnFacts): DemoReply {
  const [run] = calls;
  if (!run) return act('I ask git what changed since the last commit.', bash(DIFF));
  const diff = /^exit_code 0\n?/.test(run.text) ? run.text.replace(/^exit_code 0\n?/, '').trimEnd() : undefined;
  if (diff === undefined) return say(`git could not show the changes: ${firstLine(run.text)}`);
  if (diff === '') return say('Nothing differs from the last commit.');
  return say(['This is what differs from the last commit:', `\`\`\`\`diff\n${diff}\n\`\`\`\``].join('\n\n'));
}

/** Runs the tests once and says what came of it. */
export function testStory({ calls }: TurnFacts): DemoReply {
  const [call] = calls;
  if (!call) return act('I run the tests.', bash(TESTS));
  const run = readTestRun(call);
  if (run.type === 'not_run') return say(`The tests could not be run: ${run.why}.`);
  if (run.failing.length === 0) return say(`All ${run.passed} tests pass.`);
  const names = run.failing.map(({ name }) => `- ${name}`).join('\n');
  return say(`${run.passed} tests pass, ${run.failing.length} fail:\n\n${names}\n\nAsk me to **fix the failing test**.`);
}

const CONFIGURE = [
  '```yaml',
  'providers:',
  '  local: { type: ollama }',
  'models:',
  '  profiles:',
  '    default: { default_model: local/qwen3-coder }',
  '```',
].join('\n');

/** In the sample, for a prompt that no story fits. */
export function helpReply(): DemoReply {
  const text = [
    'I am the built-in demo: a script, not a language model, so I understand only a few requests in this sample project:',
    '- **fix the failing test**\n- **run the tests**\n- **show the diff**',
    'For real work, name a model in your `config.yaml`, for instance:',
    CONFIGURE,
  ];
  return say(text.join('\n\n'));
}

/** Anywhere but in the sample. Reads and changes nothing. */
export function elsewhereReply(): DemoReply {
  const text = [
    'I am the built-in demo: a script, not a language model. I know only the sample project, so I leave this one alone.',
    'To work here, name a model in your `config.yaml`, for instance:',
    CONFIGURE,
    'To see the demo, open the sample project or run `steiner demo`.',
  ];
  return say(text.join('\n\n'));
}

/** For a request to sum the conversation up. */
export function summaryReply(): DemoReply {
  const text = [
    '## Task\nA look at the sample project.',
    '## Remaining work\nWhatever you ask for next: I am a script and read only the newest prompt.',
  ];
  return say(text.join('\n\n'));
}

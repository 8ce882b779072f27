import { expect, test } from 'vitest';
import type { ConfigReport } from '../../shared/config-report.ts';
import { main } from '../main.ts';
import { createFakeEngine, type FakeEngineOptions } from '../testing/fake-engine.ts';
import { createFakeTerminal } from '../testing/fake-terminal.ts';

const REPORT: ConfigReport = {
  warnings: ['The project is not trusted.'],
  settings: [
    { key: 'limits.max_turns', value: 50, source: { type: 'default' } },
    { key: 'providers.box.api_key', value: '(set)', source: { type: 'user', file: '/u/config.yaml', line: 4 } },
    { key: 'sandbox.enabled', value: false, source: { type: 'option', option: '--unsafe' } },
    { key: 'tools.x.description', value: 'two\nlines', source: { type: 'project', file: '/p/.steiner/config.yaml', line: 2 } },
    { key: 'limits.max_tokens', value: 9, source: { type: 'environment', variable: 'STEINER_MAX_TOKENS' } },
  ],
};

async function run(args: readonly string[], options: FakeEngineOptions) {
  const terminal = createFakeTerminal({ cwd: '/code' });
  const engine = createFakeEngine(options);
  const openRuntime = async () => ({ engine, kill: async () => {}, report: () => '' });
  const code = await main({ args, terminal, installation: { root: '/' }, openRuntime });
  return { code, out: terminal.out(), err: terminal.err(), calls: engine.calls.items };
}

test('settings are lines of key, value and source, below what must be known of them', async () => {
  expect((await run(['config'], { config: REPORT })).out.split('\n')).toEqual([
    '# The project is not trusted.',
    'limits.max_turns       50            default',
    'providers.box.api_key  (set)         user /u/config.yaml:4',
    'sandbox.enabled        false         option --unsafe',
    'tools.x.description    "two\\nlines"  project /p/.steiner/config.yaml:2',
    'limits.max_tokens      9             environment STEINER_MAX_TOKENS',
    '',
  ]);
});

test('with --json the report is one object, and options count as in the other commands', async () => {
  const { code, out, calls } = await run(
    ['config', '--json', '-C', 'sub', '--model', 'p/m', '--unsafe', '--profile', 'work', '--config', 'other.yaml'],
    { config: REPORT },
  );
  expect([code, JSON.parse(out), calls[0]]).toEqual([
    0,
    REPORT,
    { config: '/code/sub', model: 'p/m', unsafe: true, profile: 'work', configFile: '/code/other.yaml' },
  ]);
});

test('a configuration that is not valid ends with 5', async () => {
  const openProblem = { code: 'config_invalid', message: 'Line 3 is wrong.', hint: 'Correct it.' } as const;
  expect(await run(['config'], { openProblem })).toMatchObject({ code: 5, out: '', err: 'error: Line 3 is wrong.\nCorrect it.\n' });
});

import { type DoneCall, firstLine } from './turn-facts.ts';

/** What a real test run said. `not_run` covers a refused, missing or interrupted command. */
export type TestRun =
  | { readonly type: 'not_run'; readonly why: string }
  | { readonly type: 'ran'; readonly passed: number; readonly failing: readonly FailingTest[] };

export interface FailingTest {
  readonly name: string;
  /** Relative path of the test file; absent when the output does not name it. */
  readonly file?: string;
}

/** Reads the result of a `bash` call that ran `node --test` with the spec reporter. */
export function readTestRun(call: DoneCall): TestRun {
  const exit = /^exit_code (-?\d+)/.exec(call.text);
  if (!exit) return { type: 'not_run', why: firstLine(call.text).replace(/\.$/, '') };
  const passed = count(call.text, 'pass');
  const failed = count(call.text, 'fail');
  if (passed === undefined || failed === undefined) return { type: 'not_run', why: withoutCounts(call.text, exit[1] ?? '') };
  return { type: 'ran', passed, failing: failed === 0 ? [] : failingTests(call.text, failed) };
}

function count(text: string, what: 'pass' | 'fail'): number | undefined {
  const match = new RegExp(`^[ℹ#] ${what} (\\d+)$`, 'm').exec(text);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function withoutCounts(text: string, code: string): string {
  const said = text
    .split('\n')
    .slice(1)
    .find((line) => line.trim() !== '' && line !== '[stderr]');
  return `exit code ${code}${said ? `, "${said.trim()}"` : ''}`;
}

/** The list that the spec reporter prints at the end; names are made up only when it is missing. */
function failingTests(text: string, failed: number): FailingTest[] {
  const list = text.slice(Math.max(0, text.lastIndexOf('failing tests:')));
  const found = [...list.matchAll(/^test at (\S+?):\d+:\d+\n✖ (.+?) \([\d.]+ms\)$/gm)].map(([, file = '', name = '']) => ({ name, file }));
  return found.length > 0 ? found : [{ name: failed === 1 ? 'one test' : `${failed} tests` }];
}

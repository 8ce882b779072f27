/** A program that speaks as `claude` does, by the script in `behaviour.json` of its home, and writes down what it was given. */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour, Step } from './behaviour.ts';

type Line = Record<string, unknown>;

const home = process.env.HOME ?? '';
const behaviour = JSON.parse(readFileSync(join(home, 'behaviour.json'), 'utf8')) as Behaviour;
const args = process.argv.slice(2);
const note = (file: string, entry: unknown) => appendFileSync(join(home, file), `${JSON.stringify(entry)}\n`);
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const answers = new Map<string, (answer: Line) => void>();
let asked = 0;
let played = 0;

function ask(message: object): Promise<Line> {
  asked += 1;
  const id = `mcp-${asked}`;
  const request = { subtype: 'mcp_message', server_name: 'steiner', message: { jsonrpc: '2.0', id: asked, ...message } };
  print({ type: 'control_request', request_id: id, request });
  return new Promise((resolve) => answers.set(id, resolve));
}

const event = (body: object) => print({ type: 'stream_event', event: body, parent_tool_use_id: null, session_id: 's' });

function begin(): void {
  const usage = { input_tokens: 3, cache_read_input_tokens: 90, cache_creation_input_tokens: 7, output_tokens: 1 };
  event({ type: 'message_start', message: { role: 'assistant', content: [], usage } });
}

function finish(stop: string): void {
  event({ type: 'content_block_stop', index: 0 });
  event({ type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: 11 } });
  event({ type: 'message_stop' });
}

async function play(step: Step): Promise<void> {
  if ('text' in step) {
    begin();
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
    for (const piece of step.text) event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } });
    finish('end_turn');
  } else if ('call' in step) await call(step.call);
  else if ('line' in step) print(step.line);
  else if ('exit' in step) breakDown(step.exit);
  else {
    begin();
    await delay(2 ** 30);
  }
}

async function call({ id, name, input, early }: Extract<Step, { call: unknown }>['call']): Promise<void> {
  const sent = () =>
    ask({ method: 'tools/call', params: { name, arguments: input, _meta: { 'claudecode/toolUseId': id, progressToken: 1 } } });
  const first = early === true ? sent() : undefined;
  begin();
  event({ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id, name: `mcp__steiner__${name}`, input: {} } });
  event({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } });
  finish('tool_use');
  note('results.jsonl', await (first ?? sent()));
}

async function turn(): Promise<void> {
  const steps = behaviour.turns?.[played] ?? [];
  played += 1;
  for (const step of steps) await play(step);
  print({ type: 'result', subtype: 'success', is_error: false, result: 'done' });
}

function control(id: unknown, request: Line): void {
  const success = (response: object) => print({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
  if (request.subtype === 'initialize') initialize(id, success);
  else if (request.subtype === 'get_usage') success(behaviour.usage ?? {});
  else success({});
}

function initialize(id: unknown, success: (response: object) => void): void {
  const { initialized = {} } = behaviour;
  if (initialized === 'exit') breakDown(3);
  else if (initialized === 'refuse')
    print({ type: 'control_response', response: { subtype: 'error', request_id: id, error: 'not on this plan' } });
  else if (initialized !== 'hang') success(initialized);
}

function breakDown(code: number): never {
  process.stderr.write('it broke');
  process.exit(code);
}

async function serve(): Promise<void> {
  note('starts.jsonl', { args, env: Object.keys(process.env).sort(), cwd: process.cwd() });
  for await (const text of createInterface({ input: process.stdin })) {
    const line = JSON.parse(text) as Line;
    note('lines.jsonl', line);
    const response = line.response as Line | undefined;
    if (line.type === 'control_request') control(line.request_id, line.request as Line);
    else if (response) answers.get(String(response.request_id))?.(response);
    else void turn();
    if ((line.request as Line | undefined)?.subtype === 'initialize')
      void ask({ method: 'tools/list' }).then((answer) => note('tools.jsonl', answer));
  }
}

if (behaviour.child) spawn('sleep', ['86400'], { stdio: 'ignore' }).unref();
if (args[0] === behaviour.silent) void delay(2 ** 30);
else if (args[0] === '--version') process.stdout.write(`${behaviour.version ?? '2.1.300'} (Claude Code)\n`);
else if (args[0] === 'auth') process.stdout.write(JSON.stringify(behaviour.auth ?? {}));
else void serve();

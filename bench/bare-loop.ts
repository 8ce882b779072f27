/**
 * The least that an agent loop can be: one kept connection, streamed answers, and each shell call under the given bubblewrap line.
 * Arguments: base URL, prompt, file with the bubblewrap line as a JSON list, without the command.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';

interface Call {
  id: string;
  name: string;
  arguments: string;
}

interface Delta {
  readonly content?: string;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

const [url = '', prompt = '', lineFile = ''] = process.argv.slice(2);
const line = JSON.parse(readFileSync(lineFile, 'utf8')) as string[];
const agent = new Agent({ keepAlive: true });
const tools = [
  {
    type: 'function',
    function: { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } },
  },
];
const messages: unknown[] = [
  { role: 'system', content: 'You are a coding agent.' },
  { role: 'user', content: prompt },
];

for (let calls = await ask(); calls.length > 0; calls = await ask()) {
  for (const { id, arguments: text } of calls) {
    const content = await shell((JSON.parse(text) as { readonly command: string }).command);
    messages.push({ role: 'tool', tool_call_id: id, content });
  }
}
agent.destroy();

async function ask(): Promise<readonly Call[]> {
  const response = await post(
    JSON.stringify({ model: 'scripted', messages, tools, stream: true, stream_options: { include_usage: true } }),
  );
  const calls: Call[] = [];
  let content = '';
  for await (const data of events(response)) {
    const delta = (JSON.parse(data) as { readonly choices: readonly { readonly delta: Delta }[] }).choices[0]?.delta;
    if (delta?.content) {
      process.stdout.write(delta.content);
      content += delta.content;
    }
    collect(delta, calls);
  }
  const toolCalls = calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }));
  messages.push({ role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: toolCalls } : {}) });
  return calls;
}

function post(body: string): Promise<IncomingMessage> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    request(`${url}/chat/completions`, { method: 'POST', agent, headers }, resolve).on('error', reject).end(body);
  });
}

async function* events(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part !== 'data: [DONE]') yield part.slice('data: '.length);
  }
}

function collect(delta: Delta | undefined, calls: Call[]): void {
  for (const piece of delta?.tool_calls ?? []) {
    calls[piece.index] ??= { id: piece.id ?? '', name: piece.function?.name ?? '', arguments: '' };
    const call = calls[piece.index];
    if (call) call.arguments += piece.function?.arguments ?? '';
  }
}

function shell(command: string): Promise<string> {
  const [program = '', ...args] = line;
  const child = spawn(program, [...args, command], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(`exit_code ${code}\n${output}`));
  });
}

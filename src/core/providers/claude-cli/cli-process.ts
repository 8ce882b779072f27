import { createInterface } from 'node:readline';
import type { Environment, Ids, ManagedProcess, Processes } from '../../lib/ports.ts';
import { objectOf, parseObject, textOf, type WireObject } from '../wire-json.ts';
import { cliEnvironment } from './cli-arguments.ts';
import { CLI } from './find-cli.ts';

/** How much of what it says on its error stream is kept. */
const COMPLAINT = 2_000;

/** How much of the account's limits is used. */
export const GET_USAGE = { subtype: 'get_usage', skip_behaviors: true } as const;

export interface CliStart {
  readonly processes: Processes;
  readonly environment: Environment;
  readonly ids: Ids;
  readonly args: readonly string[];
  /** A folder of its own, so that nothing of a project is picked up. */
  readonly folder: string;
  /** Everything but answers to our own requests, in order. */
  readonly onLine: (line: WireObject) => void;
  /** Once, when it has ended; with the end of what it complained about. */
  readonly onEnd: (complaint: string) => void;
}

/** A running `claude`: JSON lines both ways, and requests to the program itself. It leads a process group in the ledger. */
export interface CliProcess {
  write(line: object): void;
  /** Rejects when the program refuses or ends. */
  control(request: object): Promise<WireObject>;
  kill(): void;
}

export async function startCli({ processes, environment, ids, args, folder, onLine, onEnd }: CliStart): Promise<CliProcess> {
  const env = cliEnvironment(environment);
  const started = await processes.spawn({ command: CLI, args, cwd: folder, env, owner: 'claude', label: 'claude', stdin: 'pipe' });
  const waiting = new Map<string, { readonly resolve: (answer: WireObject) => void; readonly reject: (reason: Error) => void }>();
  const write = (line: object) => void started.stdin?.write(`${JSON.stringify(line)}\n`);
  const complaint = keepEnd(started);
  createInterface({ input: started.stdout }).on('line', (text) => {
    const line = parseObject(text);
    if (line?.type === 'control_response') settle(objectOf(line.response), waiting);
    else if (line) onLine(line);
  });
  void started.exited.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the program ended'));
    onEnd(complaint());
  });
  return {
    write,
    control: (request) =>
      new Promise((resolve, reject) => {
        const id = ids.hex(8);
        waiting.set(id, { resolve, reject });
        write({ type: 'control_request', request_id: id, request });
      }),
    kill: () => started.kill(),
  };
}

function settle(
  response: WireObject,
  waiting: Map<string, { readonly resolve: (answer: WireObject) => void; readonly reject: (reason: Error) => void }>,
): void {
  const id = textOf(response.request_id);
  const asked = waiting.get(id);
  waiting.delete(id);
  if (response.subtype === 'success') asked?.resolve(objectOf(response.response));
  else asked?.reject(new Error(textOf(response.error) || 'the program refused'));
}

function keepEnd({ stderr }: ManagedProcess): () => string {
  let kept = '';
  stderr.on('data', (chunk: Buffer) => {
    kept = `${kept}${String(chunk)}`.slice(-COMPLAINT);
  });
  return () => kept.trim();
}

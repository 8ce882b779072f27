import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerAnswer, ServerReport, ServerRequest } from './protocol.ts';

export interface RemoteModelServer {
  /** Starts a new script: that many rounds of one shell command, then a text of that many deltas. Resolves with the base URL. */
  begin(plan: { readonly rounds: number; readonly command: string; readonly deltas: number }): Promise<string>;
  report(): Promise<ServerReport>;
  close(): void;
}

export function startRemoteModelServer(): RemoteModelServer {
  const child = fork(fileURLToPath(new URL('model-process.js', import.meta.url)));
  return {
    begin: async (plan) => {
      const answer = await ask(child, { type: 'begin', ...plan });
      if (answer.type !== 'listening') throw new Error('the model server did not start');
      return answer.url;
    },
    report: async () => {
      const answer = await ask(child, { type: 'report' });
      if (answer.type !== 'report') throw new Error('the model server gave no report');
      return answer.report;
    },
    close: () => child.disconnect(),
  };
}

async function ask(child: ChildProcess, request: ServerRequest): Promise<ServerAnswer> {
  const answer = once(child, 'message');
  child.send(request);
  const [message] = await answer;
  return message as ServerAnswer;
}

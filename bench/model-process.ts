/** A scripted model server in a process of its own, so that its work is in nobody's figures. */
import type { Answer, RecordedRequest } from '../src/core/testing/model-script.ts';
import { type ModelServer, startModelServer } from '../src/core/testing/model-server.ts';
import { prefixBreak } from './lib/prefix.ts';
import type { ServerAnswer, ServerReport, ServerRequest } from './lib/protocol.ts';

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

type Plan = Extract<ServerRequest, { type: 'begin' }>;

let server: ModelServer | undefined;
let sent: number[] = [];

process.on('message', (request: ServerRequest) => void handle(request));
process.on('disconnect', () => process.exit());

async function handle(request: ServerRequest): Promise<void> {
  if (request.type === 'report') return answer({ type: 'report', report: report(server?.requests ?? []) });
  await server?.close();
  sent = [];
  server = await startModelServer((recorded) => reply(request, recorded));
  answer({ type: 'listening', url: server.url });
}

function answer(message: ServerAnswer): void {
  process.send?.(message);
}

function reply({ rounds, command, deltas }: Plan, { index }: RecordedRequest): Answer {
  if (index >= rounds) return { text: Array.from({ length: deltas }, (_, word) => `word${word} `), usage: USAGE };
  const pause = () => {
    sent[index] = performance.now();
    return undefined;
  };
  return { calls: [{ name: 'bash', arguments: { command } }], usage: USAGE, pause };
}

function report(requests: readonly RecordedRequest[]): ServerReport {
  const [first] = requests;
  const later = requests.slice(1);
  const breaks = later.map((next, index) => ({
    index: index + 1,
    fault: prefixBreak((requests[index] as RecordedRequest).bytes, next.bytes),
  }));
  const broken = breaks.find(({ fault }) => fault !== null);
  return {
    requests: requests.length,
    firstRequest: performance.timeOrigin + (first?.arrived ?? Number.NaN),
    gaps: later.map(({ arrived }, index) => arrived - (sent[index] ?? Number.NaN)),
    requestBytes: requests.at(-1)?.bytes.length ?? 0,
    brokenPrefix: broken === undefined ? null : `request ${broken.index}: ${broken.fault}`,
  };
}

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { SessionId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages.ts';
import type { PrefixPlace } from '../../../shared/prefix.ts';
import { createNodePorts, type Ports } from '../../engine.ts';
import { inspectedModel } from '../../providers/sent/inspected-model.ts';
import { WIRES } from '../../providers/wires.ts';
import { sessionFiles } from '../../store/paths.ts';
import { openRequestFile } from '../../store/request-file.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { collect, modelRequest, modelSpec, type SpecOptions, userMessage } from '../../testing/provider-rig.ts';
import { arrivedBody, firstDifference } from '../../testing/sent-bodies.ts';
import { createTempWorkspace, type TempWorkspace } from '../../testing/temp-workspace.ts';
import { createRequestRecords } from '../request-records.ts';
import { lineageOf, type RecordedSession } from './lineage.ts';
import { pairOf } from './prefix-pair.ts';

interface Bench {
  readonly workspace: TempWorkspace;
  readonly ports: Ports;
  readonly server: ModelServer;
}

const open: Bench[] = [];
afterEach(async () => {
  for (const { workspace, server, ports } of open.splice(0)) {
    await server.close();
    await ports.processes.close();
    await workspace.remove();
  }
});

async function bench(): Promise<Bench> {
  const workspace = await createTempWorkspace({ git: false, files: {} });
  const ports = await createNodePorts({ vars: { HOME: workspace.home, STEINER_HOME: workspace.home } });
  const server = await startModelServer(() => ({ text: 'ok', usage: { prompt_tokens: 1, input_tokens: 1, output_tokens: 1 } }));
  const made = { workspace, ports, server };
  open.push(made);
  return made;
}

interface Sent {
  readonly system: string;
  readonly tools: readonly string[];
  readonly texts: readonly string[];
}

/** One step of a conversation that does what none should: it changes what was already sent. */
type Edit = (sent: Sent) => Sent;

const word = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', '\n', 'é', '語', '🙂', '\ud83d'), minLength: 1, maxLength: 6 });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map(
      (more): Edit =>
        (sent) => ({ ...sent, texts: [...sent.texts, ...more] }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(20), word).map(
      ([at, text]): Edit =>
        (sent) => {
          const index = at % sent.texts.length;
          return { ...sent, texts: sent.texts.map((old, position) => (position === index ? `${old}${text}` : old)) };
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(5).map(
      (left): Edit =>
        (sent) => ({ ...sent, texts: sent.texts.slice(0, left + 1) }),
    ),
  },
  {
    weight: 1,
    arbitrary: word.map(
      (system): Edit =>
        (sent) => ({ ...sent, system: `${sent.system}${system}` }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('ls', 'read').map(
      (name): Edit =>
        (sent) => ({ ...sent, tools: [...new Set([...sent.tools, name])] }),
    ),
  },
);

function messagesOf(texts: readonly string[]): readonly Message[] {
  return texts.map((text, index) =>
    index % 3 === 1
      ? { role: 'assistant', id: `a${index}` as never, model: 'box/tiny', blocks: [{ type: 'text', text }], stop: 'complete' }
      : userMessage(text),
  );
}

const START: Sent = { system: 'Be brief.', tools: [], texts: ['start'] };
let sessions = 0;

/** Sends what each edit makes, over real sockets; `reopen` before those of that index. */
async function recorded({ ports, server, workspace }: Bench, options: Omit<SpecOptions, 'url'>, edits: readonly Edit[], reopen: number) {
  sessions += 1;
  const session = sessions.toString(16).padStart(32, '0') as SessionId;
  await mkdir(dirname(sessionFiles(ports.paths.state, workspace.path, session).requests), { recursive: true });
  const spec = modelSpec({ url: server.url, ...options });
  const records = createRequestRecords(ports);
  const recorder = () => records.recorder({ project: workspace.path, session, source: 'parent' });
  const model = WIRES[spec.wire](spec, ports);
  let inspected = inspectedModel(model, { recorder: recorder(), clock: ports.clock });
  const from = server.requests.length;
  let sent = START;
  for (const [index, change] of [(same: Sent) => same, ...edits].entries()) {
    sent = change(sent);
    await records.flush();
    if (index === reopen) inspected = inspectedModel(model, { recorder: recorder(), clock: ports.clock });
    const tools = sent.tools.map((name) => ({ name, description: `${name} it`, parameters: { type: 'object' } }));
    await collect(inspected.stream(modelRequest(messagesOf(sent.texts), { system: sent.system, tools })));
  }
  await records.flush();
  const file = openRequestFile(ports, workspace.path, session);
  const { lines } = await file.read();
  const read: RecordedSession = { lineage: lineageOf([{ lines, inherited: false }]), events: [], unreadable: 0 };
  return { read, file, bodies: server.requests.slice(from).map(arrivedBody) };
}

function partOf(place: PrefixPlace | undefined): string | number | undefined {
  return place?.part === 'message' ? place.message - 1 : place?.part;
}

test.each<[string, Omit<SpecOptions, 'url'>]>([
  ['Chat Completions', {}],
  ['Messages', { wire: 'messages' }],
  ['Responses', { wire: 'responses' }],
])(
  'what is said to differ first in two requests of %s is the first byte that differs in the bodies as they arrived',
  async (_, options) => {
    const made = await bench();
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 9 }), fc.nat(9), async (edits, reopen) => {
        const { read, file, bodies } = await recorded(made, options, edits, reopen);
        const { attempts } = read.lineage;
        expect(attempts.length).toBe(bodies.length);
        for (const [first, a] of attempts.entries()) {
          for (const [second, b] of [...attempts.entries()].slice(first + 1)) {
            const difference = firstDifference(bodies[first] as never, bodies[second] as never);
            const pair = await pairOf(read, a, b, (blob) => file.text(blob));
            expect(partOf(pair.place)).toBe(difference?.part);
            const next = second === first + 1 && second !== reopen;
            if (pair.bytes || next) expect(pair.bytes?.byte).toBe(difference?.byte);
          }
        }
      }),
      { numRuns: 25 },
    );
  },
  60_000,
);

import { Fingerprinter } from '../src/core/providers/sent/fingerprint.ts';
import type { SentMessage } from '../src/core/providers/sent/sent-request.ts';
import { median } from './lib/figures.ts';
import { atMost, type Row } from './lib/report.ts';

/** Messages of a conversation, of which each request adds two. */
const LENGTHS = [100, 1_000, 10_000] as const;
const REQUESTS = 15;
const TEXT = 'What a file holds, or what a command printed, of about two kilobytes. '.repeat(30);

/** What it takes to know what of a request is new, beside making its JSON, which each request does once anyway. */
export function benchPrints(): Promise<readonly Row[]> {
  const [first, ...rest] = LENGTHS.map(measure);
  const rows = [first, ...rest].flatMap((taken) => (taken ? [rowOf(taken)] : []));
  const last = rest.at(-1);
  const flat: Row = {
    figure: `prints: added by ${LENGTHS.at(-1)?.toLocaleString('en')} messages, of what their JSON takes`,
    unit: '×',
    ours: last && first ? (last.ours - first.ours) / (last.bare - first.bare) : '–',
    bare: '1',
    target: atMost(0.1),
  };
  return Promise.resolve([...rows, flat]);
}

interface Taken {
  readonly length: number;
  readonly ours: number;
  readonly bare: number;
}

function rowOf({ length, ours, bare }: Taken): Row {
  return { figure: `prints of a request of ${length.toLocaleString('en')} messages; its JSON`, unit: 'ms', ours, bare };
}

function measure(length: number): Taken {
  const texts = Array.from({ length }, (_, index) => `${index} ${TEXT}`);
  const prints = new Fingerprinter();
  const ours: number[] = [];
  const bare: number[] = [];
  for (let request = 0; request <= REQUESTS; request += 1) {
    texts.push(`asked ${request} ${TEXT}`, `answered ${request} ${TEXT}`);
    const messages = texts.map((text, index): SentMessage => {
      const role = index % 2 === 0 ? 'user' : 'assistant';
      return { role, value: { role, content: [{ type: 'text', text }] } };
    });
    const took = timed(() => prints.take({ params: { model: 'm' }, tools: [], system: 'Be brief.', messages, keeps: 0 }));
    const made = timed(() => JSON.stringify(messages.map(({ value }) => value)));
    if (request === 0) continue;
    ours.push(took);
    bare.push(made);
  }
  return { length, ours: median(ours), bare: median(bare) };
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

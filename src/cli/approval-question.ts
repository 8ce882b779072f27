import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Approval, ApprovalDecision } from '../shared/approvals.ts';
import { harmless, type Style } from './style.ts';

export interface QuestionOptions {
  readonly input: Readable;
  readonly print: (text: string) => void;
  readonly style: Style;
  /** Withdraws the question. */
  readonly signal: AbortSignal;
}

/** Asks the person at the terminal. `undefined` when the question was withdrawn before an answer; the end of input is a denial. */
export async function askApproval(approval: Approval, options: QuestionOptions): Promise<ApprovalDecision | undefined> {
  const lines = createLines(options.input);
  try {
    await lines.discardTypedAhead();
    options.print(questionText(approval, options.style));
    const answer = await lines.next(options.signal);
    if (options.signal.aborted) return undefined;
    const decision = allowance(answer);
    if (decision !== undefined) return decision;
    if (answer === undefined) return { type: 'deny' };
    options.print('Reason for the model (optional): ');
    const reason = (await lines.next(options.signal))?.trim().slice(0, 2_000);
    if (options.signal.aborted) return undefined;
    return reason ? { type: 'deny', reason } : { type: 'deny' };
  } finally {
    lines.close();
  }
}

function allowance(answer: string | undefined): ApprovalDecision | undefined {
  const word = answer?.trim().toLowerCase();
  if (word === 'y' || word === 'yes') return { type: 'allow_once' };
  return word === 'a' ? { type: 'allow_session' } : undefined;
}

export function questionText({ tool, access, subject, reason, preview, permanent }: Approval, style: Style): string {
  const head = style.waiting(`? ${harmless(tool)} asks to ${access} ${harmless(subject)}`);
  const body = [reason, ...preview.split('\n'), `For good: ${permanent}`].filter((text) => text.trim() !== '');
  const choice = `  ${style.strong('y')} allow once · ${style.strong('a')} allow for this session · anything else denies: `;
  return [head, ...body.map((text) => style.dim(`  ${harmless(text)}`)), choice].join('\n');
}

export interface Lines {
  /** Forgets the lines typed before the question was shown: they answer nothing. */
  discardTypedAhead(): Promise<void>;
  /** The next whole line; `undefined` at the end of input or when the signal aborts. */
  next(signal: AbortSignal): Promise<string | undefined>;
  close(): void;
}

/** The terminal stays in its line mode, so that Ctrl+C remains a signal. */
export function createLines(input: Readable): Lines {
  const reader = createInterface({ input, terminal: false });
  const typed: string[] = [];
  let ended = false;
  let wake = () => {};
  reader.on('line', (line) => {
    typed.push(line);
    wake();
  });
  reader.on('close', () => {
    ended = true;
    wake();
  });
  return {
    discardTypedAhead: async () => {
      for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      typed.length = 0;
    },
    next: async (signal) => {
      if (typed.length === 0 && !ended && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      return typed.shift();
    },
    close: () => {
      reader.close();
      input.pause();
    },
  };
}

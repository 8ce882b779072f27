import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Approval, ApprovalDecision, RulePreview } from '../shared/approvals.ts';
import { visibleLine } from '../shared/visible-text.ts';
import type { Screen } from './screen.ts';
import { oneLine, type Style } from './style.ts';

export interface QuestionOptions {
  readonly input: Readable;
  readonly print: Screen['print'];
  readonly style: Style;
  /** Withdraws the question. */
  readonly signal: AbortSignal;
}

export interface ApprovalQuestionOptions extends QuestionOptions {
  /** What a rule with that pattern would have answered so far, and whether it fits the question. */
  readonly preview: (pattern: string) => Promise<RulePreview>;
  /** When it is denied unless somebody answers, in words. Asked as the question is put. */
  readonly until?: () => string | undefined;
  /** Whether the terminal is gone. */
  readonly hungUp: () => boolean;
  /** Who asks, when it is not the session itself. */
  readonly child?: AskingChild | undefined;
}

export interface AskingChild {
  readonly agent: string;
  readonly task: string;
}

/** Asks the person at the terminal. `undefined` when the question was withdrawn before an answer, or the terminal closed; the end of input is a denial. */
export async function askApproval(approval: Approval, options: ApprovalQuestionOptions): Promise<ApprovalDecision | undefined> {
  const lines = createLines(options.input);
  try {
    await lines.discardTypedAhead();
    if (options.signal.aborted) return undefined;
    const decision = await decide(approval, lines, options);
    return options.signal.aborted || options.hungUp() ? undefined : decision;
  } finally {
    lines.close();
  }
}

async function decide(approval: Approval, lines: Lines, options: ApprovalQuestionOptions): Promise<ApprovalDecision> {
  const text = questionText(approval, { ...options, until: options.until?.() });
  const answer = (await answerTo(text, lines, options))?.trim().toLowerCase();
  if (answer === undefined) return { type: 'deny' };
  if (answer === 'y' || answer === 'yes') return { type: 'allow_once' };
  if (answer === 'a') return { type: 'allow_session' };
  if (answer === 'p' && approval.suggestion !== undefined) {
    return (await askPattern(approval.suggestion, lines, options)) ?? decide(approval, lines, options);
  }
  const reason = (await answerTo('Reason for the model (optional): ', lines, options))?.trim().slice(0, 2_000);
  return reason ? { type: 'deny', reason } : { type: 'deny' };
}

/** Asks for the pattern of the rule until it can be one and is to be kept; nothing when the person goes back, and the end of input is a denial. */
async function askPattern(suggestion: string, lines: Lines, options: ApprovalQuestionOptions): Promise<ApprovalDecision | undefined> {
  for (;;) {
    const line = await answerTo(`Allow for this project, Enter for ${options.style.strong(visibleLine(suggestion))}: `, lines, options);
    if (line === undefined) return { type: 'deny' };
    const pattern = line.trim() === '' ? suggestion : line.trim();
    const preview = await options.preview(pattern);
    if (preview.problem === undefined) {
      options.print({ to: 'err', text: `${options.style.dim(previewText(preview))}\n` });
      const kept = await answerTo(`Enter keeps the rule ${options.style.strong(visibleLine(pattern))} · n goes back: `, lines, options);
      if (kept === undefined) return { type: 'deny' };
      return isYes(kept) ? { type: 'allow_project', pattern } : undefined;
    }
    options.print({ to: 'err', text: `${options.style.waiting(preview.problem)}\n` });
  }
}

/** Only Enter, or a yes: whatever else is typed keeps nothing. */
function isYes(line: string): boolean {
  return ['', 'y', 'yes'].includes(line.trim().toLowerCase());
}

function previewText({ asked, matched, denied, examples }: RulePreview): string {
  if (asked === 0) return 'Nothing of this kind was asked in this project before.';
  const sum = `Would have answered ${matched} of ${asked} earlier questions${denied === 0 ? '' : `, ${denied} of which you denied`}.`;
  return [sum, ...examples.map((example) => `  ${visibleLine(example)}`)].join('\n');
}

interface QuestionWords extends Pick<ApprovalQuestionOptions, 'style' | 'child'> {
  readonly until?: string | undefined;
}

export function questionText(approval: Approval, { style, until, child }: QuestionWords): string {
  const { kind, tool, access, subject, reason, preview, permanent, suggestion } = approval;
  const words =
    kind === 'loop' ? `May this go on? ${visibleLine(subject)}` : `${visibleLine(tool)} asks to ${VERBS[access]} ${visibleLine(subject)}`;
  // What a model wrote has a mark before each line, so that none of its lines passes for one of the question.
  const shown = preview.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`| ${line}`]));
  const time = until === undefined ? [] : [`Denied at ${until} if nobody answers.`];
  const body = [reason, ...shown, kind === 'loop' ? permanent : `For good: ${permanent}`, ...time].filter((text) => text.trim() !== '');
  const project = suggestion === undefined ? '' : ` · ${style.strong('p')} for this project`;
  const choice = `  ${style.strong('y')} allow once · ${style.strong('a')} allow for this session${project} · anything else denies: `;
  const who = child === undefined ? '' : `child ${visibleLine(child.agent)}, ${oneLine(child.task, TASK)}: `;
  return [style.waiting(`? ${who}${words}`), ...body.map((text) => style.dim(`  ${visibleLine(text)}`)), choice].join('\n');
}

/** Longest task shown, in characters. */
const TASK = 72;

const VERBS = { read: 'read', write: 'write', run: 'run', connect: 'connect to' } as const;

/** Asks and waits for a line. Without one the question's own line is ended, at once when it is withdrawn: what comes next stands below it. */
export async function answerTo(
  question: string,
  lines: Lines,
  { print, signal }: Pick<QuestionOptions, 'print' | 'signal'>,
): Promise<string | undefined> {
  if (signal.aborted) return undefined;
  const leave = () => print({ to: 'ask', text: '' }, { to: 'err', text: '\n' });
  signal.addEventListener('abort', leave, { once: true });
  print({ to: 'ask', text: question });
  const line = await lines.next(signal);
  signal.removeEventListener('abort', leave);
  if (line !== undefined) print({ to: 'ask', text: '' });
  else if (!signal.aborted) leave();
  return signal.aborted ? undefined : line;
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

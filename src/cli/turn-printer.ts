import type { SessionEvent } from '../shared/events.ts';
import { pendingAfter } from '../shared/fold-work.ts';
import { plainText, toolCalls, type UserMessage } from '../shared/messages.ts';
import type { Completion, Pending } from '../shared/side-work.ts';
import { type Spent, spendWords, spentWords, totalSpend } from '../shared/spend.ts';
import { attachmentLine } from './attachment-line.ts';
import { ChildLines } from './child-line.ts';
import { formatCount, formatDuration, formatLines, formatMoney, formatUsage } from './format.ts';
import type { Print } from './screen.ts';
import { harmless, oneLine, type Style } from './style.ts';
import { callLine, callTitle } from './tool-line.ts';

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

export interface PrinterOptions {
  /** For what goes to the error stream. */
  readonly style: Style;
  /** Whether answers go to a terminal: then they may not steer it. Elsewhere they are passed on as they are. */
  readonly outIsTerminal: boolean;
  /** What the whole session cost until now. Default: what the turn did. */
  readonly spent?: () => Spent;
}

/** What is on the screen of the message being written, and of the calls that have not ended. */
interface Progress {
  /** Whether the current message showed text, and whether the cursor stands behind it. */
  streamed: boolean;
  midLine: boolean;
  readonly titles: Map<string, string>;
  readonly running: Set<string>;
  pending: Pending;
  readonly children: ChildLines;
}

/**
 * Turns the events of one session into what a person reads: answers to `out`, everything else to `err`. Pure but for what it remembers
 * of earlier events; the same events give the same output.
 */
export function createTurnPrinter(options: PrinterOptions): (event: SessionEvent) => readonly Print[] {
  const children = new ChildLines();
  const pending = { work: [], untold: [] };
  const progress: Progress = { streamed: false, midLine: false, titles: new Map(), running: new Set(), pending, children };
  return (event) => {
    progress.pending = pendingAfter(progress.pending, event);
    return printEvent(event, progress, options);
  };
}

function printEvent(event: SessionEvent, progress: Progress, options: PrinterOptions): readonly Print[] {
  switch (event.type) {
    case 'message.update':
      return event.kind === 'text' ? [answer(event.text, progress, options)] : [];
    case 'message.reset':
      return withdraw(progress, options);
    case 'message.end':
      return endMessage(event, progress, options);
    case 'tool.start':
      progress.running.add(event.call);
      return status(progress, options);
    case 'tool.end':
      return endCall(event, progress, options);
    case 'child.start':
    case 'child.update':
    case 'child.end':
      return childPrint(event, progress, options);
    case 'notice':
      return [...closeLine(progress), line(noticeText(event, options.style))];
    case 'pictures.omit':
    case 'results.shorten':
      return [...closeLine(progress), line(noticeText({ ...event, level: 'info' }, options.style))];
    case 'turn.end':
      return endTurn(event, progress, options);
    default:
      return [];
  }
}

function line(text: string): Print {
  return { to: 'err', text: `${text}\n` };
}

function answer(text: string, progress: Progress, { outIsTerminal }: PrinterOptions): Print {
  progress.streamed = true;
  progress.midLine = !text.endsWith('\n');
  return { to: 'out', text: outIsTerminal ? harmless(text) : text };
}

function closeLine(progress: Progress): Print[] {
  if (!progress.midLine) return [];
  progress.midLine = false;
  return [{ to: 'out', text: '\n' }];
}

function withdraw(progress: Progress, { style }: PrinterOptions): Print[] {
  if (!progress.streamed) return [];
  progress.streamed = false;
  return [...closeLine(progress), line(style.waiting('The answer above broke off and is withdrawn; it follows anew.'))];
}

function endMessage({ message }: EventOf<'message.end'>, progress: Progress, options: PrinterOptions): Print[] {
  if (message.role === 'user') return userLines(message, options.style);
  const untold = progress.streamed ? '' : plainText(message);
  const late = untold === '' ? [] : [answer(untold, progress, options)];
  progress.streamed = false;
  for (const call of toolCalls(message)) progress.titles.set(call.id, callTitle(call.name, call.arguments));
  return [...late, ...closeLine(progress)];
}

function userLines({ results, attachments = [] }: UserMessage, style: Style): Print[] {
  const ended = (results?.completions ?? []).map((completion) => line(resultLine(completion, style)));
  return [...ended, ...attachments.map((one) => line(style.dim(attachmentLine(one))))];
}

/** How side work ended, as the model was told. */
function resultLine({ kind, title, status, facts: [fact], duration }: Completion, style: Style): string {
  const outcome = status === 'done' ? 'ok' : style.failed(harmless([status, fact].filter(Boolean).join(', ')));
  const time = duration === undefined ? '' : ` ${style.dim(formatDuration(duration))}`;
  return `• ${WORK[kind]} ${oneLine(title, SUBJECT)} … ${outcome}${time}`;
}

const WORK = { command: 'background', child: 'child' } as const;
const SUBJECT = 72;

function endCall(event: EventOf<'tool.end'>, progress: Progress, options: PrinterOptions): Print[] {
  const { call, name, text, isError, detail, duration } = event;
  const title = progress.titles.get(call) ?? callTitle(name, '');
  progress.titles.delete(call);
  progress.running.delete(call);
  if (progress.children.started(call)) return status(progress, options);
  return [line(callLine({ title, text, isError, detail, duration }, options.style)), ...status(progress, options)];
}

function childPrint(event: Parameters<ChildLines['print']>[0], progress: Progress, options: PrinterOptions): Print[] {
  const print = progress.children.print(event, options.style);
  if (!print) return [];
  if (print.kind === 'status') return [{ to: 'status', text: options.style.dim(`• ${print.text}`) }];
  return [...closeLine(progress), line(print.text), ...status(progress, options)];
}

function status(progress: Progress, { style }: PrinterOptions): Print[] {
  const [first] = progress.running;
  if (first === undefined) return [];
  const more = progress.running.size > 1 ? ` (and ${progress.running.size - 1} more)` : '';
  return [{ to: 'status', text: style.dim(`• ${progress.titles.get(first) ?? ''} …${more}`) }];
}

function noticeText({ level, message, hint }: Pick<EventOf<'notice'>, 'level' | 'message' | 'hint'>, style: Style): string {
  const text = harmless(hint === undefined ? message : `${message} ${hint}`);
  if (level === 'error') return style.failed(`error: ${text}`);
  return level === 'warning' ? style.waiting(`warning: ${text}`) : style.dim(text);
}

function endTurn(event: EventOf<'turn.end'>, progress: Progress, options: PrinterOptions): Print[] {
  const { style } = options;
  const words = [event.message, event.hint].filter((part) => part !== undefined).map((part) => line(harmless(part)));
  return [...closeLine(progress), ...words, line(summary(event, options)), ...awaited(progress, style)];
}

/** What the session waits for before it goes on. */
function awaited({ pending: { work } }: Progress, style: Style): Print[] {
  const [first, ...more] = work.filter((one) => one.awaited);
  if (!first) return [];
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  return [{ to: 'status', text: style.dim(`• waiting for ${WORK[first.kind]} ${oneLine(first.title, SUBJECT)} …${others}`) }];
}

/**
 * `2 files +3 -1 · 4 rounds · 12,340 tokens in, 456 out · $0.0321 · 3.4 s`, led by the reason when the turn is not complete. Without edits nothing is said of
 * files: a command may have changed some.
 */
function summary({ stop, files, rounds, usage, duration, spent = {} }: EventOf<'turn.end'>, options: PrinterOptions): string {
  const { style } = options;
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const edited = files.length === 0 ? [] : [`${formatCount(files.length, 'file')} ${formatLines({ added, removed }, style)}`];
  const paid = moneyParts(spent, options.spent?.() ?? spent);
  const parts = [...edited, formatCount(rounds, 'round'), formatUsage(usage), ...paid, formatDuration(duration)];
  return [...(stop === 'complete' ? [] : [style.failed(`stopped: ${stop}`)]), ...parts].join(' · ');
}

/** Of the turn, and of the session where that is more. */
function moneyParts(turn: Spent, session: Spent): readonly string[] {
  const more = totalSpend(session).requests > totalSpend(turn).requests;
  const whole = more ? spendWords(totalSpend(session), formatMoney) : undefined;
  return [spentWords(turn, formatMoney), whole === undefined ? undefined : `session ${whole}`].filter((part) => part !== undefined);
}

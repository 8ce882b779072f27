import { type Picture, picturesOf } from '../../shared/attachments.ts';
import type { Stamped } from '../../shared/events.ts';
import { type AssistantMessage, isPersons, plainText, toolCalls, type UserMessage } from '../../shared/messages.ts';
import { resultText, saidText } from '../prompt/attached-text.ts';
import type { HistoryEntry } from '../tools/tool.ts';

/** The tool that reads this. */
const READER = 'history';

type Said = Pick<HistoryEntry, 'who' | 'text' | 'pictures'>;

/** Everything said in a session, in order. What a compaction replaced is still there; summaries are not, since nobody said them, nor is what was read from here. */
export function historyOf(events: readonly Stamped[]): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let generation = 1;
  for (const { event } of events) {
    if (event.type === 'compaction.end') generation = event.generation + 1;
    if (event.type === 'compaction.undo') generation = event.generation;
    for (const said of saidBy(event)) entries.push({ number: entries.length + 1, generation, ...said });
  }
  return entries;
}

function saidBy(event: Stamped['event']): readonly Said[] {
  if (event.type === 'tool.end' && event.name === READER) return [];
  if (event.type === 'tool.end') {
    const who = event.isError ? `${event.name} failed` : `result of ${event.name}`;
    return [{ who, text: event.text, ...showing(event.pictures) }];
  }
  if (event.type !== 'message.end') return [];
  return event.message.role === 'user' ? saidByUser(event.message) : saidByModel(event.message);
}

function saidByUser(message: UserMessage): readonly Said[] {
  const results = { who: 'Steiner', text: resultText(message) };
  const who = isPersons(message.origin) ? 'user' : 'Steiner';
  const said = { who, text: saidText(message), ...showing(picturesOf(message.attachments)) };
  return [results, said].filter(({ text }) => text !== '');
}

function showing(pictures: readonly Picture[] = []): Pick<Said, 'pictures'> {
  return pictures.length === 0 ? {} : { pictures };
}

function saidByModel(message: AssistantMessage): readonly Said[] {
  const text = plainText(message);
  const calls = toolCalls(message)
    .filter(({ name }) => name !== READER)
    .map((call) => ({ who: `call of ${call.name}`, text: call.arguments }));
  return text.trim() === '' ? calls : [{ who: 'assistant', text }, ...calls];
}

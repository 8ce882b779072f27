import type { Picture } from '../../shared/attachments.ts';
import type { Message } from '../../shared/messages.ts';
import { shownBy } from '../../shared/shown-pictures.ts';
import type { HistoryPart } from './sent-history.ts';
import { NO_PICTURES, type Pictures } from './sent-pictures.ts';

/** What one part of a conversation becomes. */
type Make<T> = (part: HistoryPart, pictures: Pictures) => readonly T[];

interface MadePart<T> {
  readonly messages: HistoryPart;
  readonly shown: readonly Picture[];
  /** The bytes of those, as they were. */
  readonly bytes: readonly (string | undefined)[];
  readonly made: readonly T[];
}

/**
 * A conversation in the words of one wire, for requests that follow one another.
 *
 * Contract: what a part becomes depends on it alone. While the conversation only grows, each of its messages is turned over once, and what was made of it is the same object
 * in every later request. Messages are known by identity: they never change.
 */
export class WireHistory<T> {
  readonly #make: Make<T>;
  readonly #parts: MadePart<T>[] = [];

  constructor(make: Make<T>) {
    this.#make = make;
  }

  take(messages: readonly Message[], pictures: Pictures = NO_PICTURES): T[] {
    let at = 0;
    let kept = 0;
    for (const part of this.#parts) {
      if (!isPartAt(part.messages, messages, at) || !showsTheSame(part, pictures)) break;
      at += part.messages.length;
      kept += 1;
    }
    this.#parts.length = kept;
    while (at < messages.length) {
      const part = messages.slice(at, partEnd(messages, at));
      const shown = part.flatMap(shownBy);
      this.#parts.push({ messages: part, shown, bytes: shown.map(({ blob }) => pictures.get(blob)), made: this.#make(part, pictures) });
      at += part.length;
    }
    return this.#parts.flatMap(({ made }) => made);
  }
}

function partEnd(messages: readonly Message[], start: number): number {
  let end = start + 1;
  while (messages[end]?.role === 'tool') end += 1;
  return end;
}

function isPartAt(part: HistoryPart, messages: readonly Message[], start: number): boolean {
  return part.every((message, index) => messages[start + index] === message) && messages[start + part.length]?.role !== 'tool';
}

function showsTheSame({ shown, bytes }: MadePart<unknown>, pictures: Pictures): boolean {
  return shown.every(({ blob }, index) => pictures.get(blob) === bytes[index]);
}

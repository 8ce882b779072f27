import type { Message } from '../../shared/messages.ts';

/** The messages of a request: what comes before every conversation, then the conversation. What the engine says ahead of a message goes out as part of its text. */
export function outgoing(preface: readonly Message[], conversation: readonly Message[]): readonly Message[] {
  return [...preface, ...conversation].map((message) => {
    if (message.role !== 'user' || message.notice === undefined) return message;
    const { notice, ...rest } = message;
    return { ...rest, text: `${notice}\n\n${message.text}` };
  });
}

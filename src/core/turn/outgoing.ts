import { picturesOf } from '../../shared/attachments.ts';
import type { Message, UserMessage } from '../../shared/messages.ts';
import { onceEach } from '../lib/once-each.ts';
import { sentText } from '../prompt/attached-text.ts';

/** The messages of a request: what comes before every conversation, then the conversation. One that was sent before is the same object again. */
export function outgoing(preface: readonly Message[], conversation: readonly Message[]): readonly Message[] {
  return [...preface, ...conversation].map((message) => (message.role === 'user' && saysMore(message) ? spoken(message) : message));
}

function saysMore({ notice, skills, results, attachments }: UserMessage): boolean {
  return Boolean(notice || skills || results || attachments);
}

/** What the engine says ahead of a message, and what goes along, is part of its text; only pictures stay beside it. */
const spoken = onceEach((message: UserMessage): UserMessage => {
  const { notice: _, skills: __, results: ___, attachments, ...rest } = message;
  const pictures = picturesOf(attachments);
  return { ...rest, text: sentText(message), ...(pictures.length > 0 ? { attachments: [...pictures] } : {}) };
});

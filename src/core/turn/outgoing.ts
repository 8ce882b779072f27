import { picturesOf } from '../../shared/attachments.ts';
import type { Message } from '../../shared/messages.ts';
import { sentText } from '../prompt/attached-text.ts';

/** The messages of a request: what comes before every conversation, then the conversation. What the engine says ahead of a message, and what goes along, is part of its text; only pictures stay beside it. */
export function outgoing(preface: readonly Message[], conversation: readonly Message[]): readonly Message[] {
  return [...preface, ...conversation].map((message) => {
    if (message.role !== 'user' || !(message.notice || message.skills || message.results || message.attachments)) return message;
    const { notice: _, skills: __, results: ___, attachments, ...rest } = message;
    const pictures = picturesOf(attachments);
    return { ...rest, text: sentText(message), ...(pictures.length > 0 ? { attachments: [...pictures] } : {}) };
  });
}

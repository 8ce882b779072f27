import type { Message } from '../../shared/messages.ts';
import { skillText } from '../prompt/skills/skill-blocks.ts';

/** The messages of a request: what comes before every conversation, then the conversation. What the engine says ahead of a message goes out as part of its text. */
export function outgoing(preface: readonly Message[], conversation: readonly Message[]): readonly Message[] {
  return [...preface, ...conversation].map((message) => {
    if (message.role !== 'user' || (message.notice === undefined && message.skills === undefined)) return message;
    const { notice, skills = [], ...rest } = message;
    const ahead = [...(notice === undefined ? [] : [notice]), ...skills.map(skillText)];
    return { ...rest, text: [...ahead, message.text].join('\n\n') };
  });
}

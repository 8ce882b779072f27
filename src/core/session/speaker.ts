import type { UserMessage, UserOrigin } from '../../shared/messages.ts';
import type { Mode } from '../../shared/session.ts';
import type { Ids } from '../lib/ports.ts';
import { newMessageId } from '../turn/turn.ts';
import { modeNotice } from './mode-notice.ts';
import type { SkillBook } from './skill-book.ts';

export interface SpeakerParts {
  readonly ids: Ids;
  readonly mode: () => Mode;
  readonly skills: SkillBook;
}

/** What the model is told as the user: the mode, then what changed about skills, then the text. A message is said right after it is made. */
export function speakAs({ ids, mode, skills }: SpeakerParts): (text: string, origin: UserOrigin) => UserMessage {
  return (text, origin) => {
    const unsaid = skills.unsaid();
    const message = { role: 'user', id: newMessageId(ids), origin, notice: modeNotice(mode()), text } as const;
    return unsaid.length === 0 ? message : { ...message, skills: [...unsaid] };
  };
}

import type { Attachment, Spoken } from '../../shared/attachments.ts';
import type { UserMessage, UserOrigin } from '../../shared/messages.ts';
import type { Mode } from '../../shared/session.ts';
import type { Ids, Logger } from '../lib/ports.ts';
import { newMessageId } from '../turn/turn.ts';
import { modeNotice } from './mode-notice.ts';
import type { SessionDeps } from './session.ts';
import type { SideDesk } from './side-desk.ts';
import type { SkillBook } from './skill-book.ts';
import { reportBug } from './turn-end.ts';

export interface UserMessagesOptions {
  readonly ids: Ids;
  readonly logger: Logger;
  readonly mode: () => Mode;
  readonly skills: SkillBook;
  readonly side: Pick<SideDesk, 'take' | 'restate'>;
  /** What goes along with what a person says: what they gave, and what the text mentions. */
  readonly attach: SessionDeps['attach'] | undefined;
  readonly tellsMode?: boolean;
}

/**
 * What the model is told as the user: the mode, then what changed about skills, how side work ended, what goes along, and the text. A message is said right after it
 * is made.
 */
export class UserMessages {
  readonly #options: UserMessagesOptions;

  constructor(options: UserMessagesOptions) {
    this.#options = options;
  }

  notice(text: string): UserMessage {
    return this.#message({ text, origin: 'notice', attachments: [] });
  }

  /** Nobody said anything: only how side work ended. */
  results(): UserMessage {
    return this.#message({ text: '', origin: 'result', attachments: [] });
  }

  /** What still runs, when what said so before may be among what a summary replaced. Undefined when nothing does. */
  stillRunning(): UserMessage | undefined {
    const results = this.#options.side.restate();
    return results && { role: 'user', id: newMessageId(this.#options.ids), origin: 'result', text: '', results };
  }

  /** Never rejects: with a bug in attaching, what the person gave goes as it is. */
  async said(spoken: Spoken, origin: UserOrigin): Promise<UserMessage> {
    const attachments = await this.#attachments(spoken);
    return this.#message({ text: spoken.text, origin, attachments });
  }

  async #attachments(spoken: Spoken): Promise<readonly Attachment[]> {
    const { attach, mode } = this.#options;
    try {
      return (await attach?.(mode, spoken)) ?? spoken.attachments;
    } catch (bug) {
      reportBug(this.#options.logger, 'files could not be attached', bug);
      return spoken.attachments;
    }
  }

  #message({
    text,
    origin,
    attachments,
  }: Pick<UserMessage, 'text' | 'origin'> & { readonly attachments: readonly Attachment[] }): UserMessage {
    const { ids, mode, skills, side, tellsMode = true } = this.#options;
    const unsaid = skills.unsaid();
    const results = side.take();
    const along = {
      ...(tellsMode ? { notice: modeNotice(mode()) } : {}),
      ...(results ? { results } : {}),
      ...(unsaid.length === 0 ? {} : { skills: [...unsaid] }),
      ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
    };
    return { role: 'user', id: newMessageId(ids), origin, text, ...along };
  }
}

import type { Attachment, Picture } from '../../shared/attachments.ts';
import { lineCount } from '../../shared/attachments.ts';
import type { UserMessage } from '../../shared/messages.ts';
import { resultTexts } from './result-text.ts';
import { skillText } from './skills/skill-blocks.ts';

/** Of a pasted text that was put into a file, so many characters still go with the message. */
const KEPT_OF_CUT = 8_000;

/** The whole text of a message as the model gets it: what the engine says ahead, what changed about skills, how side work ended, what goes along, and what the person wrote. */
export function sentText(message: UserMessage): string {
  const { notice, skills = [] } = message;
  return joined([notice, ...skills.map(skillText), toldText(message)]);
}

/** Without what the engine says ahead of every message. */
export function toldText(message: Pick<UserMessage, 'results' | 'text' | 'attachments'>): string {
  return joined([resultText(message), saidText(message)]);
}

/** What is told of side work in it; empty where there is nothing. */
export function resultText({ results }: Pick<UserMessage, 'results'>): string {
  return results ? joined(resultTexts(results)) : '';
}

/** What is the person's in it. */
export function saidText({ text, attachments = [] }: Pick<UserMessage, 'text' | 'attachments'>): string {
  return joined([...attachments.map((attachment) => blockOf(attachment, attachments)), text]);
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** How a picture is named to the model. */
function pictureLabel({ name, width, height }: Picture): string {
  return `${name}, ${width}x${height}`;
}

function blockOf(attachment: Attachment, all: readonly Attachment[]): string {
  switch (attachment.kind) {
    case 'picture': {
      const number = all.filter(({ kind }) => kind === 'picture').indexOf(attachment) + 1;
      return `[Picture ${number}: ${pictureLabel(attachment)}]`;
    }
    case 'text':
      return pasted(attachment);
    case 'file': {
      const { path, start, end, total, hash, cut, text } = attachment;
      const range = total === 0 ? 'empty file' : `lines ${start}-${end} of ${total}`;
      return `[Attached ${path}: ${range}; file_hash ${hash}${cut === undefined ? '' : `; ${cut}`}]\n${closed(text)}[End of ${path}]`;
    }
    case 'folder':
      return `[Attached ${attachment.path}: ${attachment.entries} files${attachment.more ? ', more left out' : ''}]\n${closed(attachment.text)}[End of ${attachment.path}]`;
    case 'refused':
      return `[${attachment.path} was mentioned but is not attached: ${attachment.reason}]`;
  }
}

function pasted({ name, text, file }: Extract<Attachment, { kind: 'text' }>): string {
  const lines = lineCount(text);
  if (file === undefined) return `[${name}, ${lines} lines]\n${closed(text)}[End of ${name}]`;
  const head = text.slice(0, text.lastIndexOf('\n', KEPT_OF_CUT) + 1 || KEPT_OF_CUT);
  return `[${name}, ${lines} lines; the first ${lineCount(head)} follow, the whole is in ${file}: read it from there]\n${closed(head)}[End of the beginning of ${name}]`;
}

function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

import { type Attachment, lineCount } from '../../shared/attachments.ts';
import type { Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { AssistantItem, ToolItem, TranscriptItem, TurnItem, UserItem } from '../../shared/fold-types.ts';
import type { Completion } from '../../shared/side-work.ts';
import type { FileChange } from '../../shared/tool-detail.ts';

/** The session as a person reads it: prompts, answers, calls with what came of them, and what each turn changed. */
export function exportMarkdown(events: readonly Stamped[]): string {
  const view = fold(emptyView(), events);
  const head = [`# ${oneLine(view.title)}`, `Project: ${view.project}  \nModel: ${view.model}  \nLast change: ${day(view.updatedAt)}`];
  return `${[...head, ...view.items.map(itemText).filter((text) => text !== '')].join('\n\n')}\n`;
}

function itemText(item: TranscriptItem): string {
  switch (item.kind) {
    case 'user':
      return item.origin === 'notice' ? `> ${quoted(item.text)}` : promptText(item);
    case 'assistant':
      return answerText(item);
    case 'tool':
      return toolText(item);
    case 'mode':
      return `> Mode: ${item.mode}`;
    case 'skill':
      return `> Skill ${item.name}: ${item.active ? 'active' : 'inactive'}`;
    case 'turn':
      return turnText(item);
    case 'notice':
      return `> ${quoted([item.message, item.hint].filter(Boolean).join(' '))}`;
    case 'child':
      return `> ${item.agent}: ${quoted(item.task)}`;
    case 'result':
      return resultText(item.completion);
    case 'compaction':
      return `> Compaction ${item.generation}${item.undone ? ', taken back' : ''}: ${quoted(item.summary)}`;
    case 'phase':
      return `> Phase ${item.phase}: ${item.state}`;
  }
}

function promptText({ origin, text, attachments = [] }: UserItem): string {
  const title = `## ${origin === 'steer' ? 'Added' : 'Prompt'}`;
  return [title, text, attachments.map(attachmentText).join('\n')].filter((part) => part !== '').join('\n\n');
}

function attachmentText(attachment: Attachment): string {
  switch (attachment.kind) {
    case 'picture':
      return `- Picture: ${attachment.name} (${attachment.width}x${attachment.height})`;
    case 'text':
      return `- ${attachment.name}, ${lineCount(attachment.text)} lines\n\n${fenced(attachment.text.trimEnd(), '')}\n`;
    case 'file':
      return `- File: \`${attachment.path}\`, lines ${attachment.start}-${attachment.end} of ${attachment.total}`;
    case 'folder':
      return `- Folder: \`${attachment.path}\``;
    case 'refused':
      return `- Not attached: \`${attachment.path}\`, because ${attachment.reason}`;
  }
}

function answerText({ blocks }: AssistantItem): string {
  return blocks
    .map((block) => (block.type === 'text' ? block.text.trim() : ''))
    .filter(Boolean)
    .join('\n\n');
}

function toolText({ name, arguments: input, detail, text, state }: ToolItem): string {
  const title = `**${name}** (${state})`;
  if (detail?.kind === 'bash') return `${title}\n\n${fenced(`$ ${detail.command}\n${detail.output}`.trimEnd(), 'console')}`;
  if (detail?.kind === 'mutate') return [title, ...detail.changes.map(changeText)].join('\n\n');
  return [title, fenced(input, 'json'), ...(text ? [fenced(text.trimEnd(), '')] : [])].join('\n\n');
}

function changeText({ path, change, added, removed, patch }: FileChange): string {
  const line = `\`${path}\` ${change}, +${added} -${removed}`;
  return patch === undefined ? line : `${line}\n\n${fenced(patch.trimEnd(), 'diff')}`;
}

function resultText({ kind, title, status, facts, text }: Completion): string {
  const head = `**${kind === 'command' ? 'Background command' : 'Child'}** (${status}): ${oneLine(title)}`;
  return [head, ...facts, ...(text === '' ? [] : [fenced(text.trimEnd(), kind === 'command' ? 'console' : '')])].join('\n\n');
}

function turnText({ stop, message, files, usage }: TurnItem): string {
  const changed = files.map(({ path, added, removed }) => `\`${path}\` +${added} -${removed}`).join(', ');
  const parts = [`Turn ${stop}`, message, changed, `${usage.input} tokens in, ${usage.output} out`];
  return `_${parts.filter(Boolean).join(' · ')}_\n\n---`;
}

/** A fence longer than every fence inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function quoted(text: string): string {
  return text.replaceAll('\n', '\n> ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

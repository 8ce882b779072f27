import type { Message } from '../../../shared/messages.ts';
import { type ActiveSkill, MAX_SKILL_BYTES, type SkillBlock } from '../../../shared/skills.ts';

/** Skills in force after these messages, the one activated last at the end. */
export function effectiveSkills(messages: readonly Message[]): readonly ActiveSkill[] {
  const active = new Map<string, ActiveSkill>();
  for (const message of messages) {
    if (message.role !== 'user') continue;
    for (const block of message.skills ?? []) {
      active.delete(block.name);
      if (block.state === 'active') active.set(block.name, block);
    }
  }
  return [...active.values()];
}

/** What has to be said so that `effective` becomes `wanted`: what ends first, then what begins. The same set needs no word. */
export function skillDifference(effective: readonly ActiveSkill[], wanted: readonly ActiveSkill[]): readonly SkillBlock[] {
  const ended = effective.filter(({ name }) => !wanted.some((skill) => skill.name === name));
  const begun = wanted.filter(({ name, body }) => !effective.some((skill) => skill.name === name && skill.body === body));
  return [...ended.map(({ name }) => ({ state: 'inactive', name }) as const), ...begun];
}

/**
 * A block as the model reads it. Its length is said ahead of the text, so that nothing in the text can pass for its end.
 */
export function skillText(block: SkillBlock): string {
  if (block.state === 'inactive') return `[Skill ${block.name}: inactive. Its instructions no longer hold.]`;
  const { name, body } = block;
  const head =
    `[Skill ${name}: active, ${Buffer.byteLength(body)} bytes of instructions follow. They add to what holds already: the user's words, ` +
    `the conventions of the project and the rules of the tools come before them. A message that begins with /${name} asks for it, with the rest as its arguments.]`;
  return `${head}\n${body}\n[End of skill ${name}]`;
}

/** The same object where there are none. */
export function withoutSkills(message: Message): Message {
  if (message.role !== 'user' || message.skills === undefined) return message;
  const { skills: _, ...rest } = message;
  return rest;
}

/** The text within the cap, cut between characters, with a line that says how much is missing. */
export function clipBody(body: string): string {
  const bytes = Buffer.from(body, 'utf8');
  if (bytes.length <= MAX_SKILL_BYTES) return body;
  let end = MAX_SKILL_BYTES;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.toString('utf8', 0, end)}\n[The other ${bytes.length - end} bytes of this skill are left out]`;
}

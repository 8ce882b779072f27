import type { SessionEvent } from './events.ts';
import { type Draft, nextPosition, push } from './fold-draft.ts';
import type { SkillItem } from './fold-types.ts';
import { MAX_SKILL_BYTES } from './skills.ts';

export function foldSkill(draft: Draft, { skill }: Extract<SessionEvent, { type: 'session.skill' }>, time: number): Draft {
  const others = draft.skills.filter((name) => name !== skill.name);
  const line: SkillItem = { kind: 'skill', id: `skill${nextPosition(draft)}`, time, name: skill.name, active: skill.state === 'active' };
  if (skill.state === 'inactive') return push({ ...draft, skills: others }, line);
  const { origin, bytes } = skill;
  return push({ ...draft, skills: [...others, skill.name] }, { ...line, origin, bytes, truncated: bytes > MAX_SKILL_BYTES });
}

import type { SkillItem } from '../../../shared/fold-types.ts';
import { MAX_SKILL_BYTES } from '../../../shared/skills.ts';
import { size } from '../../ui/format.ts';

const ORIGINS = { bundled: 'bundled', user: 'yours', project: "project's" } as const;

export function skillWords({ name, active, origin, bytes = 0, truncated }: SkillItem): string {
  if (!active) return `Skill ${name} ended`;
  const cut = truncated === true ? `, of which the first ${size(MAX_SKILL_BYTES)} are sent` : '';
  return `Skill ${name} active (${origin === undefined ? '' : `${ORIGINS[origin]}, `}${size(bytes)}${cut})`;
}

import type { SessionEvent, Stamped } from '../../shared/events.ts';
import type { ActiveSkill, SkillBlock } from '../../shared/skills.ts';
import { effectiveSkills, skillDifference } from '../prompt/skills/skill-blocks.ts';
import type { Memory } from './memory.ts';

export interface SkillBookOptions {
  readonly events: readonly Stamped[];
  readonly memory: Memory;
  readonly emit: (event: SessionEvent) => void;
}

/** Which skills a person wants in force. Their texts are read once, when they are activated; every change is an event. */
export class SkillBook {
  readonly #memory: Memory;
  readonly #emit: SkillBookOptions['emit'];
  readonly #wanted = new Map<string, ActiveSkill>();

  constructor({ events, memory, emit }: SkillBookOptions) {
    this.#memory = memory;
    this.#emit = emit;
    for (const { event } of events) if (event.type === 'session.skill') this.#apply(event.skill);
  }

  /** The one activated last at the end. */
  get wanted(): readonly ActiveSkill[] {
    return [...this.#wanted.values()];
  }

  /** Skills that are in force already, with the same text, change nothing. */
  activate(skills: readonly ActiveSkill[]): void {
    for (const skill of skills) if (this.#wanted.get(skill.name)?.body !== skill.body) this.#change(skill);
  }

  deactivate(name: string): void {
    if (this.#wanted.has(name)) this.#change({ state: 'inactive', name });
  }

  /** What the next message has to say of them. */
  unsaid(): readonly SkillBlock[] {
    return skillDifference(effectiveSkills(this.#memory.messages), this.wanted);
  }

  #change(skill: SkillBlock): void {
    this.#apply(skill);
    this.#emit({ type: 'session.skill', skill });
  }

  #apply(skill: SkillBlock): void {
    this.#wanted.delete(skill.name);
    if (skill.state === 'active') this.#wanted.set(skill.name, skill);
  }
}

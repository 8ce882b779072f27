import { useState } from 'react';
import type { SkillEntry } from '../../../shared/skills.ts';
import { useApp } from '../../hooks/app-context.ts';
import { completeSlash, type SlashCommand, slashMatches } from '../../store/slash.ts';

export interface SlashList {
  readonly matches: readonly SlashCommand[];
  /** Which of them Tab takes. */
  readonly chosen: number;
  readonly take: (match: SlashCommand) => void;
  /** Whether it took the key: Up and Down choose while a name is typed, Tab puts the chosen one in the box. */
  readonly onKey: (event: Pick<React.KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>) => boolean;
}

const NONE: readonly SkillEntry[] = [];

/** Commands and skills for a text that begins like one. */
export function useSlash(text: string, change: (text: string) => void): SlashList {
  const skills = useApp((state) => (state.skills.state === 'ready' ? state.skills.value.skills : NONE));
  const [choice, setChoice] = useState({ text, index: 0 });
  const matches = slashMatches(text, skills);
  const chosen = choice.text === text && choice.index < matches.length ? choice.index : 0;
  const take = (match: SlashCommand) => change(completeSlash(match));
  const typing = matches.length > 0 && !/\s/.test(text);
  const onKey: SlashList['onKey'] = ({ key, shiftKey, altKey, ctrlKey, metaKey }) => {
    if (!typing || shiftKey || altKey || ctrlKey || metaKey) return false;
    const match = matches[chosen];
    if (key === 'Tab' && match !== undefined) take(match);
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : matches.length - 1;
      setChoice({ text, index: (chosen + step) % matches.length });
    } else return false;
    return true;
  };
  return { matches, chosen, take, onKey };
}

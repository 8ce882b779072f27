import { useState } from 'react';
import { isUsable, MAX_SKILL_BYTES, type SkillEntry } from '../../../shared/skills.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { activeSkills } from '../../store/skills.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { size } from '../../ui/format.ts';
import { Note } from '../../ui/problem-note.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import styles from './skills.module.css';

export function SkillCard({ entry }: { readonly entry: SkillEntry }) {
  const { name, argument, description, fault, path } = entry;
  const { readSkill } = useCommands();
  const active = useApp((state) => isUsable(entry) && activeSkills(state).includes(name));
  const [body, setBody] = useState<string>();
  const toggle = async () => setBody(body === undefined ? await readSkill(name) : undefined);
  return (
    <li className={styles.card} data-off={!isUsable(entry) || undefined}>
      <div className={styles.head}>
        <code>{argument === undefined ? `/${name}` : `/${name} ${argument}`}</code>
        {active ? <Badge tone="accent">active</Badge> : null}
        <span className={styles.facts}>{factsOf(entry)}</span>
        {isUsable(entry) ? <Actions name={name} active={active} shown={body !== undefined} onToggle={() => void toggle()} /> : null}
      </div>
      {description === '' ? null : <p>{description}</p>}
      {fault === undefined ? null : <Note level="warning" message={fault} hint={`Correct ${path}, then read the skills again.`} />}
      {body === undefined ? null : (
        <ScrollBox className={styles.body}>
          <pre>{body}</pre>
        </ScrollBox>
      )}
    </li>
  );
}

const ORIGINS = { bundled: 'bundled', user: 'yours', project: "project's" } as const;

function factsOf({ origin, bytes, fault, shadowedBy }: SkillEntry): string {
  const cut = bytes > MAX_SKILL_BYTES ? `, the first ${size(MAX_SKILL_BYTES)} are sent` : '';
  const facts = fault === undefined ? [ORIGINS[origin], `${size(bytes)}${cut}`] : [ORIGINS[origin]];
  return [...facts, ...(shadowedBy === undefined ? [] : [`not used: ${WINS[shadowedBy]} wins`])].join(' · ');
}

const WINS = { bundled: 'the bundled one', user: 'your own', project: "the project's" } as const;

interface ActionsProps {
  readonly name: string;
  readonly active: boolean;
  readonly shown: boolean;
  readonly onToggle: () => void;
}

function Actions({ name, active, shown, onToggle }: ActionsProps) {
  const { setSkill } = useCommands();
  return (
    <>
      <Button size="small" tone="plain" aria-expanded={shown} onClick={onToggle}>
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only">{` ${name}`}</span>
      </Button>
      <Button size="small" onClick={() => void setSkill(name, !active)}>
        {active ? 'Deactivate' : 'Activate'}
        <span className="sr-only">{` ${name}`}</span>
      </Button>
    </>
  );
}

import type { SkillEntry, SkillList } from '../../../shared/skills.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import type { Loaded } from '../../store/state.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { plural } from '../../ui/format.ts';
import { Note } from '../../ui/problem-note.tsx';
import { SkillCard } from './skill-card.tsx';
import styles from './skills.module.css';

/** The skills there are: what each is for, where it came from, how large it is, and whether it is in force. */
export function SkillsDialog() {
  const { closeLayer, loadSkills } = useCommands();
  const open = useApp((state) => state.layers.includes('skills'));
  const skills = useApp((state) => state.skills);
  if (!open) return null;
  const foot = (
    <>
      <span className={styles.foot}>Your own: a folder with a SKILL.md in the skills folder beside config.yaml</span>
      <Button onClick={() => void loadSkills()}>Read again</Button>
    </>
  );
  return (
    <Dialog title="Skills" open onClose={() => closeLayer('skills')} foot={foot}>
      <Content skills={skills} />
    </Dialog>
  );
}

function Content({ skills }: { readonly skills: Loaded<SkillList> }) {
  if (skills.state === 'failed') {
    const { message, hint, safe } = skills.problem;
    return <Note level="error" message={message} hint={hint} safe={safe} />;
  }
  if (skills.state !== 'ready') return <p className={styles.about}>Reading the skills</p>;
  const { skills: entries, untrusted } = skills.value;
  return (
    <>
      <p className={styles.about}>
        Instructions for one kind of work. Start one with its name in the prompt, or activate it here: the next message tells the model.
      </p>
      {untrusted === 0 ? null : <Untrusted many={untrusted} />}
      {entries.length === 0 ? <p className={styles.about}>There are none yet.</p> : <Entries entries={entries} />}
    </>
  );
}

function Untrusted({ many }: { readonly many: number }) {
  const { openLayer } = useCommands();
  const look = (
    <Button size="small" onClick={() => openLayer('trust')}>
      Look at them
    </Button>
  );
  return <Note level="info" message={`${plural(many, 'skill')} of this project left out, because it is not trusted.`} actions={look} />;
}

function Entries({ entries }: { readonly entries: readonly SkillEntry[] }) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <SkillCard key={entry.path} entry={entry} />
      ))}
    </ul>
  );
}

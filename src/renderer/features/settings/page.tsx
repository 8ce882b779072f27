import { useApp } from '../../hooks/app-context.ts';
import { Rules } from './approvals.tsx';
import { General } from './general.tsx';
import { Groups } from './groups.tsx';
import { Machine } from './machine.tsx';
import { groupsOf, rowOf, shownOf } from './model.ts';
import { Providers } from './providers/providers.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { type SectionWords, sectionOf } from './words.ts';

/** One page. What is not said otherwise is made from the schema. */
export function Page({ words }: { readonly words: SectionWords }) {
  return (
    <>
      <header className={styles.pageHead}>
        <h2>{words.title}</h2>
        <p className={styles.about}>{words.about}</p>
      </header>
      <Body words={words} />
    </>
  );
}

function Body({ words: { id } }: { readonly words: SectionWords }) {
  switch (id) {
    case 'general':
      return <General />;
    case 'providers':
      return <Providers />;
    case 'machine':
      return <Machine />;
    case 'approvals':
      return (
        <>
          <FromSchema id={id} />
          <Rules />
        </>
      );
    case 'models':
      return (
        <>
          <DefaultModel />
          <FromSchema id={id} />
        </>
      );
    case 'sandbox':
    case 'limits':
    case 'search':
    case 'advanced':
      return <FromSchema id={id} />;
  }
}

/** What most come to this page for, although it is one of many settings of a profile. */
function DefaultModel() {
  const shown = shownOf(useApp((state) => state.settings));
  const spec = shown?.report.specs.find(({ key }) => key === 'models.profiles.*.default_model');
  if (!shown || shown.file.unusable || !spec) return null;
  return (
    <div className={styles.rows}>
      <SettingRow row={rowOf(shown, spec, ['default'])} />
    </div>
  );
}

function FromSchema({ id }: Pick<SectionWords, 'id'>) {
  const shown = shownOf(useApp((state) => state.settings));
  if (!shown || shown.file.unusable) return null;
  const specs = shown.report.specs.filter(({ key }) => sectionOf(key) === id);
  return <Groups shown={shown} groups={groupsOf(specs)} />;
}

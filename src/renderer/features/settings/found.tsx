import { useApp } from '../../hooks/app-context.ts';
import { Groups } from './groups.tsx';
import { groupsOf, matches, shownOf } from './model.ts';
import styles from './settings.module.css';
import { SECTIONS, sectionOf } from './words.ts';

/** What a search finds on all pages. */
export function Found() {
  const settings = useApp((state) => state.settings);
  const shown = shownOf(settings);
  if (!shown || shown.file.unusable) return null;
  const specs = shown.report.specs.filter((spec) => matches(spec, settings.query.trim()));
  const pages = SECTIONS.map((words) => ({ words, specs: specs.filter(({ key }) => sectionOf(key) === words.id) }));
  return (
    <section className={styles.page} aria-label="Found settings">
      <p className="sr-only" role="status">
        {`${specs.length} settings found`}
      </p>
      {specs.length === 0 ? <p className={styles.about}>No setting is called that, and none does that.</p> : null}
      {pages
        .filter((page) => page.specs.length > 0)
        .map(({ words, specs: own }) => (
          <div key={words.id} className={styles.found}>
            <h2 className={styles.foundHead}>{words.title}</h2>
            <Groups shown={shown} groups={groupsOf(own)} onlyPresent />
          </div>
        ))}
    </section>
  );
}

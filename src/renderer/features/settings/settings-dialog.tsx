import { Tabs } from '@base-ui/react/tabs';
import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import type { SettingsSection } from '../../store/settings-state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FaultyFileBar, FileBar } from './file-bar.tsx';
import { Found } from './found.tsx';
import { Page } from './page.tsx';
import styles from './settings.module.css';
import { SECTIONS, sectionOf } from './words.ts';

export function SettingsDialog() {
  const { closeLayer, loadSettings, loadAccess } = useCommands();
  const open = useApp((state) => state.layers.includes('settings'));
  useEffect(() => {
    if (!open) return;
    void loadSettings();
    void loadAccess();
  }, [open, loadSettings, loadAccess]);
  return (
    <Dialog title="Settings" open={open} onClose={() => closeLayer('settings')} large>
      <Screens />
    </Dialog>
  );
}

/** Pages that no file of settings is behind. That one is broken is said there too. */
const OWN_KIND: ReadonlySet<SettingsSection> = new Set(['general', 'machine']);

/** The pages beside their names; while something is searched for, what was found is shown instead. */
function Screens() {
  const { setSettingsSection } = useCommands();
  const section = useApp((state) => state.settings.section);
  const searching = useApp((state) => state.settings.query.trim() !== '');
  const unsaved = useUnsaved();
  return (
    <Tabs.Root
      className={styles.screens}
      orientation="vertical"
      value={searching ? null : section}
      onValueChange={(value: SettingsSection) => setSettingsSection(value)}
    >
      <nav className={styles.nav} aria-label="Settings pages">
        <SearchField />
        <Tabs.List className={styles.names} data-searching={searching || undefined} activateOnFocus>
          {SECTIONS.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} className={styles.name}>
              {title}
              {unsaved.has(id) ? <span className={styles.unsavedMark} aria-hidden="true" /> : null}
              {unsaved.has(id) ? <span className="sr-only">, not saved</span> : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </nav>
      <div className={styles.main}>
        {OWN_KIND.has(section) && !searching ? <FaultyFileBar /> : <FileBar />}
        {searching ? (
          <Found />
        ) : (
          SECTIONS.map((words) => (
            <Tabs.Panel key={words.id} value={words.id} className={styles.page} tabIndex={0}>
              <Page words={words} />
            </Tabs.Panel>
          ))
        )}
      </div>
    </Tabs.Root>
  );
}

/** Pages on which something is typed that stands in no file. */
function useUnsaved(): ReadonlySet<SettingsSection> {
  const typed = useApp((state) => state.settings.typed);
  const draft = useApp((state) => state.settings.draft !== null);
  const pages = Object.keys(typed).flatMap((field) => {
    const [, key] = /^(?:user|project) (\S+)/.exec(field) ?? [];
    return key === undefined ? [] : [sectionOf(key)];
  });
  return new Set(draft ? [...pages, 'providers'] : pages);
}

function SearchField() {
  const { searchSettings } = useCommands();
  const query = useApp((state) => state.settings.query);
  return (
    <div className={styles.search}>
      <Icon of={Search} size={0.875} />
      <input
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        value={query}
        spellCheck={false}
        onChange={(event) => searchSettings(event.target.value)}
      />
    </div>
  );
}

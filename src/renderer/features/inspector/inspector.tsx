import { Tabs } from '@base-ui/react/tabs';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import type { InspectorTab } from '../../store/state.ts';
import { ChangesTab } from './changes-tab.tsx';
import { ContextTab } from './context-tab.tsx';
import styles from './inspector.module.css';
import { PrefixTab } from './prefix-tab.tsx';
import { SessionTab } from './session-tab.tsx';

const TABS = [
  { id: 'changes', title: 'Changes', body: ChangesTab },
  { id: 'context', title: 'Context', body: ContextTab },
  { id: 'prefix', title: 'Prefix', body: PrefixTab },
  { id: 'session', title: 'Session', body: SessionTab },
] as const satisfies readonly { readonly id: InspectorTab; readonly title: string; readonly body: () => React.ReactNode }[];

/** What the session changed, what it used, and what it is. */
export function Inspector() {
  const { setInspectorTab } = useCommands();
  const tab = useApp((state) => state.inspectorTab);
  return (
    <Tabs.Root className={styles.inspector} value={tab} onValueChange={(value: InspectorTab) => setInspectorTab(value)}>
      <Tabs.List className={styles.tabList}>
        {TABS.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id} className={styles.tab}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map(({ id, body: Body }) => (
        <Tabs.Panel key={id} value={id} className={styles.panel}>
          <Body />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AccountList } from './account-list.tsx';
import { KeyList } from './key-list.tsx';
import { Limits } from './limits.tsx';
import { Spent } from './spent.tsx';
import styles from './usage.module.css';

/** What the accounts allow, what was spent, and who is signed in. */
export function UsageDialog() {
  const { closeLayer, refreshQuota } = useCommands();
  const open = useApp((state) => state.layers.includes('usage'));
  const refreshing = useApp((state) => state.usage.refreshing);
  const hasProject = useApp((state) => state.project !== null);
  return (
    <Dialog reading title="Usage and accounts" open={open} onClose={() => closeLayer('usage')}>
      <div className={styles.page}>
        {hasProject ? (
          <section aria-labelledby="usage-limits">
            <div className={styles.head}>
              <h3 id="usage-limits">Limits</h3>
              <Button size="small" disabled={refreshing} onClick={() => void refreshQuota()}>
                {refreshing ? 'Asking' : 'Ask again'}
              </Button>
            </div>
            <Limits />
          </section>
        ) : null}
        <Spent />
        <AccountList />
        <KeyList />
      </div>
    </Dialog>
  );
}

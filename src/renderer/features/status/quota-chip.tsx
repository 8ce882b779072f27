import { useEffect } from 'react';
import { NEAR, tightest } from '../../../shared/quota.ts';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { keysOf } from '../../store/shortcuts.ts';
import styles from './status.module.css';

/** Shown when a limit of an account is nearly used up; read again whenever a turn has ended. */
export function QuotaChip() {
  const { openUsage, loadQuota } = useCommands();
  const running = useView((view) => view.turn !== undefined);
  const project = useApp((state) => state.project?.path);
  const quota = useApp((state) => state.usage.quota);
  useEffect(() => {
    if (!running && project !== undefined) void loadQuota();
  }, [running, project, loadQuota]);
  const window = quota.state === 'ready' ? tightest(quota.value.accounts, Date.now()) : undefined;
  if (window === undefined || window.used < NEAR) return null;
  return (
    <button type="button" className={styles.quota} title={`Usage and accounts (${keysOf('usage')})`} onClick={() => void openUsage()}>
      {`${window.provider}: ${Math.round(window.used * 100)} % of ${window.title.toLowerCase()} used`}
    </button>
  );
}

import type { ContextReport } from '../../../shared/context.ts';
import type { Usage } from '../../../shared/usage.ts';
import { useApp, useCommands, useView } from '../../hooks/app-context.ts';
import { useContextLook, useContextReport } from '../../hooks/use-context-report.ts';
import { Button } from '../../ui/button.tsx';
import { ContextBreakdown } from '../../ui/context-breakdown.tsx';
import { count, plural } from '../../ui/format.ts';
import { Fact } from './fact.tsx';
import styles from './inspector.module.css';

/** What the next request holds, and the tokens of the session as its provider reported them. */
export function ContextTab() {
  useContextLook();
  const usage = useView((view) => view.usage);
  const last = useView((view) => view.lastUsage);
  const demo = useApp((state) => state.project?.demo === true);
  return (
    <div className={styles.sheet}>
      <ContextFill />
      <UsageTable title="Last request" usage={last} />
      <UsageTable title="Session" usage={usage.input + usage.output === 0 ? undefined : usage} />
      {demo ? <p className={styles.aside}>The script reports made-up token counts. Nothing is sent anywhere.</p> : null}
    </div>
  );
}

function ContextFill() {
  const report = useContextReport();
  if (report === undefined) return <p className={styles.aside}>The first prompt fills the context.</p>;
  const { tokens, window } = report;
  return (
    <section>
      <h3>Next request</h3>
      <p className={styles.big}>{window === undefined ? count(tokens) : `${Math.round((100 * tokens) / window)} %`}</p>
      <p className={styles.aside}>
        {window === undefined ? `${exact(tokens)} tokens of an unknown context.` : `${exact(tokens)} of ${exact(window)} tokens.`}
      </p>
      <ContextBreakdown report={report} />
      <Compaction report={report} />
    </section>
  );
}

const ADVICE = { continue: undefined, 'restart soon': 'consider a new session soon', 'restart now': 'better start a new session' } as const;

function Compaction({ report: { generation, pinned, health } }: { readonly report: ContextReport }) {
  const { compactSession } = useCommands();
  const busy = useView((view) => view.compaction !== undefined);
  const advice = ADVICE[health.advice];
  return (
    <div className={styles.compaction}>
      <p className={styles.aside} data-level={health.level}>
        {[
          plural(generation, 'compaction'),
          plural(pinned, 'pinned message'),
          `${health.label}${advice === undefined ? '' : `: ${advice}`}`,
        ].join(' · ')}
      </p>
      <Button size="small" disabled={busy} onClick={() => void compactSession()}>
        {busy ? 'Compacting' : 'Compact now'}
      </Button>
    </div>
  );
}

function UsageTable({ title, usage }: { readonly title: string; readonly usage: Usage | undefined }) {
  if (usage === undefined) return null;
  const fresh = Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite);
  const hit = usage.input === 0 ? '–' : `${((100 * usage.cacheRead) / usage.input).toFixed(1)} %`;
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles.table}>
        <Fact name="Input" value={exact(usage.input)} />
        <Fact name="not cached" value={exact(fresh)} inner />
        <Fact name="read from cache" value={exact(usage.cacheRead)} inner />
        <Fact name="written to cache" value={exact(usage.cacheWrite)} inner />
        <Fact name="Output" value={exact(usage.output)} />
        <Fact name="Cache hit rate" value={hit} />
      </dl>
    </section>
  );
}

function exact(value: number): string {
  return value.toLocaleString('en');
}

import type { UsageReport, UsageRow } from '../../../shared/usage-report.ts';
import { useApp, useCommands } from '../../hooks/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { baseName, count, money, plural } from '../../ui/format.ts';
import { Note } from '../../ui/problem-note.tsx';
import { DayChart } from './day-chart.tsx';
import styles from './usage.module.css';
import { UsageTable } from './usage-table.tsx';

/** What the recorded requests cost, by day, model, project and source. */
export function Spent() {
  return (
    <section aria-labelledby="usage-spent">
      <div className={styles.head}>
        <h3 id="usage-spent">Spent</h3>
      </div>
      <Report />
    </section>
  );
}

function Report() {
  const { loadUsage } = useCommands();
  const report = useApp((state) => state.usage.report);
  switch (report.state) {
    case 'idle':
    case 'loading':
      return <p className={styles.meta}>Reading the records of requests</p>;
    case 'failed':
      return (
        <Note
          level="error"
          message={report.problem.message}
          hint={report.problem.hint}
          actions={
            <Button size="small" onClick={() => void loadUsage()}>
              Try again
            </Button>
          }
        />
      );
    case 'ready':
      return <Sums report={report.value} />;
  }
}

function Sums({ report: { total, days, models, projects, sources, unreadable } }: { readonly report: UsageReport }) {
  return (
    <>
      {unreadable === 0 ? null : (
        <Note
          level="warning"
          message={`${plural(unreadable, 'record')} could not be read, and ${unreadable === 1 ? 'is' : 'are'} in no sum.`}
        />
      )}
      {total.requests === 0 ? (
        <p className={styles.meta}>No model request is recorded yet. Each one will be, with its tokens and price.</p>
      ) : (
        <>
          <p className={styles.sum}>{sumWords(total)}</p>
          <DayChart rows={days} />
          <UsageTable title="Model" rows={models} />
          <UsageTable title="Project" rows={projects} name={baseName} />
          <UsageTable title="Asked by" rows={sources} name={(key) => SOURCES[key] ?? key} />
        </>
      )}
    </>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  parent: 'Your sessions',
  child: 'Children',
  advisor: 'Advisor',
  compaction: 'Compactions',
};

function sumWords({ requests, cost, unpriced, usage }: Omit<UsageRow, 'key'>): string {
  const cached = usage.input === 0 ? '' : `, ${Math.round((usage.cacheRead / usage.input) * 100)} % of them from the cache`;
  return `${costWords(requests - unpriced, cost, unpriced)} · ${count(usage.input)} tokens in${cached} · ${count(usage.output)} out`;
}

function costWords(priced: number, cost: number, unpriced: number): string {
  const unknown = `${plural(unpriced, 'request')} of unknown price`;
  if (priced === 0) return unknown;
  const known = `${money(cost)} for ${plural(priced, 'request')}`;
  return unpriced === 0 ? known : `${known}, and ${unknown}`;
}

import type { UsageRow } from '../../../shared/usage-report.ts';
import { useApp } from '../../hooks/app-context.ts';
import { baseName, count, plural } from '../../ui/format.ts';
import { Note } from '../../ui/problem-note.tsx';
import styles from './usage.module.css';
import { dollars } from './words.ts';

/** Days in the chart. */
const SHOWN = 30;

/** What the recorded requests cost, by day, model, project and source. */
export function Spent() {
  const report = useApp((state) => state.usage.report);
  return (
    <section aria-labelledby="usage-spent">
      <div className={styles.head}>
        <h3 id="usage-spent">Spent</h3>
      </div>
      {report.state === 'failed' ? <Note level="error" message={report.problem.message} hint={report.problem.hint} /> : null}
      {report.state === 'ready' && report.value.total.requests === 0 ? (
        <p className={styles.meta}>No model request is recorded yet. Each one will be, with its tokens and price.</p>
      ) : null}
      {report.state === 'ready' && report.value.total.requests > 0 ? (
        <>
          <p className={styles.sum}>{sumWords(report.value.total)}</p>
          <Days rows={report.value.days.slice(-SHOWN)} />
          <Table title="Model" rows={report.value.models} />
          <Table title="Project" rows={report.value.projects} name={baseName} />
          <Table title="Asked by" rows={report.value.sources} name={(key) => SOURCES[key] ?? key} />
        </>
      ) : null}
    </section>
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
  const known = `${dollars(cost)} for ${plural(priced, 'request')}`;
  return unpriced === 0 ? known : `${known}, and ${unknown}`;
}

/** Nothing where no day can be told from another. */
function Days({ rows }: { readonly rows: readonly UsageRow[] }) {
  if (rows.length < 2 || rows.every(({ cost }) => cost === 0)) return null;
  const most = Math.max(1, ...rows.map(({ cost }) => cost));
  const width = 100 / rows.length;
  const words = rows.map(({ key, cost }) => `${key} ${dollars(cost)}`).join(', ');
  return (
    <figure className={styles.chart}>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={`Cost by day: ${words}`}>
        {rows.map(({ key, cost }, index) => (
          <rect
            key={key}
            className={styles.day}
            x={index * width + width * 0.15}
            y={40 - (cost / most) * 38 - 1}
            width={width * 0.7}
            height={(cost / most) * 38 + 1}
          >
            <title>{`${key}: ${dollars(cost)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className={styles.meta}>
        <span>{rows[0]?.key}</span>
        <span>{`most in a day ${dollars(most)}`}</span>
        <span>{rows.at(-1)?.key}</span>
      </figcaption>
    </figure>
  );
}

interface TableProps {
  readonly title: string;
  readonly rows: readonly UsageRow[];
  readonly name?: (key: string) => string;
}

function Table({ title, rows, name = (key) => key }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Requests</th>
          <th scope="col">In</th>
          <th scope="col">Out</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, requests, usage, cost, unpriced }) => (
          <tr key={key}>
            <th scope="row" title={key}>
              {name(key)}
            </th>
            <td>{requests.toLocaleString('en')}</td>
            <td>{count(usage.input)}</td>
            <td>{count(usage.output)}</td>
            <td>{unpriced === requests ? 'unknown' : dollars(cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

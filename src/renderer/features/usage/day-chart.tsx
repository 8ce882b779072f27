import { useState } from 'react';
import type { UsageRow } from '../../../shared/usage-report.ts';
import { count, money } from '../../ui/format.ts';
import { Segments } from '../../ui/segments.tsx';
import styles from './day-chart.module.css';
import { dayName, dayWords, shownDays, tokenParts } from './days.ts';
import { UsageTable } from './usage-table.tsx';

const OPTIONS = [
  { value: 'money', title: 'Money' },
  { value: 'tokens', title: 'Tokens' },
  { value: 'table', title: 'Table' },
] as const;

type Shown = (typeof OPTIONS)[number]['value'];

/** What the last days cost or used: as bars, each of which can be looked at, or as a table. Of a single day what it is made of. */
export function DayChart({ rows }: { readonly rows: readonly UsageRow[] }) {
  const days = shownDays(rows);
  const [shown, show] = useState<Shown>(rows.every(({ cost }) => cost === 0) ? 'tokens' : 'money');
  const [first] = days;
  return (
    <section className={styles.days} aria-labelledby="usage-days">
      <div className={styles.head}>
        <h4 id="usage-days">By day</h4>
        {days.length > 1 ? <Segments label="What to show by day" value={shown} options={OPTIONS} onChange={show} /> : null}
      </div>
      {days.length === 1 && first ? <OneDay day={first} /> : null}
      {days.length > 1 && shown !== 'table' ? <Bars days={days} of={shown} /> : null}
      {days.length > 1 && shown === 'table' ? (
        <UsageTable title="Day" rows={days.filter(({ requests }) => requests > 0).toReversed()} name={dayName} />
      ) : null}
    </section>
  );
}

function OneDay({ day }: { readonly day: UsageRow }) {
  const parts = tokenParts(day);
  const whole = Math.max(
    1,
    parts.reduce((sum, { tokens }) => sum + tokens, 0),
  );
  return (
    <figure className={styles.chart} aria-label={`${dayName(day.key)}: ${dayWords(day)}`}>
      <figcaption className={styles.caption}>
        <strong>{dayName(day.key)}</strong>
        <span>{dayWords(day)}</span>
      </figcaption>
      <div className={styles.split} aria-hidden="true">
        {parts.map(({ kind, tokens }) => (
          <span key={kind} data-kind={kind} style={{ flexGrow: tokens / whole }} />
        ))}
      </div>
      <Legend />
    </figure>
  );
}

interface BarsProps {
  readonly days: readonly UsageRow[];
  readonly of: 'money' | 'tokens';
}

function Bars({ days, of }: BarsProps) {
  const [looked, look] = useState<string>();
  const day = days.find(({ key }) => key === looked) ?? days.at(-1);
  if (day === undefined) return null;
  const most = Math.max(...days.map((row) => amount(row, of)));
  return (
    <figure className={styles.chart} aria-label={of === 'money' ? 'Cost by day' : 'Tokens by day'}>
      <p className={styles.most} aria-hidden="true">
        {of === 'money' ? money(most) : `${count(most)} tokens`}
      </p>
      <div className={styles.bars}>
        {days.map((row) => (
          <button
            key={row.key}
            type="button"
            className={styles.slot}
            tabIndex={row.key === day.key ? 0 : -1}
            aria-label={`${dayName(row.key)}: ${dayWords(row)}`}
            data-looked={row.key === day.key || undefined}
            onKeyDown={stepFocus}
            onFocus={() => look(row.key)}
            onPointerEnter={() => look(row.key)}
          >
            <Bar row={row} of={of} most={most} />
          </button>
        ))}
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{dayName(days[0]?.key ?? '')}</span>
        <span>{dayName(days.at(-1)?.key ?? '')}</span>
      </div>
      <figcaption className={styles.caption}>
        <strong>{dayName(day.key)}</strong>
        <span>{dayWords(day)}</span>
      </figcaption>
      {of === 'tokens' ? <Legend /> : null}
    </figure>
  );
}

function amount(row: UsageRow, of: BarsProps['of']): number {
  return of === 'money' ? row.cost : row.usage.input + row.usage.output;
}

/** A bar of a day without an amount is a line, so that every day can be seen to be there. */
function Bar({ row, of, most }: { readonly row: UsageRow; readonly of: BarsProps['of']; readonly most: number }) {
  const height = `${(100 * amount(row, of)) / Math.max(1, most)}%`;
  if (of === 'money') return <span className={styles.bar} data-kind="new" style={{ height }} />;
  return (
    <span className={styles.bar} style={{ height }}>
      {tokenParts(row).map(({ kind, tokens }) => (
        <span key={kind} data-kind={kind} style={{ flexGrow: tokens }} />
      ))}
    </span>
  );
}

function Legend() {
  return (
    <ul className={styles.legend} aria-label="Colours">
      <li data-kind="output">written</li>
      <li data-kind="new">read anew</li>
      <li data-kind="cached">read from the cache</li>
    </ul>
  );
}

/** Left and right go from day to day, Home and End to the first and the last. */
function stepFocus(event: React.KeyboardEvent<HTMLButtonElement>): void {
  const { currentTarget: bar, key } = event;
  const others = bar.parentElement?.children;
  const next = {
    ArrowLeft: bar.previousElementSibling,
    ArrowRight: bar.nextElementSibling,
    Home: others?.item(0),
    End: others?.item(others.length - 1),
  }[key];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

import { type AccountQuota, dayEnd, lastsUntil, NEAR, paceOf, type QuotaWindow, type Spending } from '../../../shared/quota.ts';
import { span } from '../../../shared/span.ts';
import { useApp } from '../../hooks/app-context.ts';
import { useNow } from '../../hooks/use-now.ts';
import { clockTime, money } from '../../ui/format.ts';
import { Note } from '../../ui/problem-note.tsx';
import styles from './usage.module.css';

/** Each account's windows with their reset and with what the present pace leads to, then the day's budget. */
export function Limits() {
  const quota = useApp((state) => state.usage.quota);
  const now = useNow(quota.state === 'ready');
  if (quota.state === 'failed') return <Note level="error" message={quota.problem.message} hint={quota.problem.hint} />;
  if (quota.state !== 'ready') return <p className={styles.meta}>Reading what the accounts said</p>;
  const { accounts, spending } = quota.value;
  return (
    <>
      {accounts.length === 0 ? <p className={styles.meta}>No account has said anything about its limits yet.</p> : null}
      {accounts.map((account) => (
        <Account key={account.provider} account={account} now={now} />
      ))}
      <Budget spending={spending} now={now} />
      {spending.perTurn === undefined ? null : <Row title="Budget of a turn" value={money(spending.perTurn)} />}
    </>
  );
}

function Account({ account, now }: { readonly account: AccountQuota; readonly now: number }) {
  const { provider, plan, windows, money: sums, credits, fetchedAt, problem } = account;
  return (
    <div className={styles.account}>
      <p className={styles.accountHead}>
        <strong>{provider}</strong>
        <span className={styles.meta}>
          {[plan, credits && `credits: ${credits}`, `as of ${clockTime(fetchedAt, now)}`].filter(Boolean).join(' · ')}
        </span>
      </p>
      {windows.map((window) => (
        <Gauge key={window.title} window={window} now={now} />
      ))}
      {sums.map(({ title, spent, limit }) => (
        <Row key={title} title={title} value={`$${spent.toFixed(2)}${limit === undefined ? '' : ` of $${limit.toFixed(2)}`}`} />
      ))}
      {problem === undefined ? null : <p className={styles.warning}>{`Not asked just now: ${problem}.`}</p>}
    </div>
  );
}

/** The bar fills with what is used; the mark stands at how much of the time has gone by. */
function Gauge({ window, now }: { readonly window: QuotaWindow; readonly now: number }) {
  const { title, used, resetsAt } = window;
  const pace = paceOf(window, now);
  const over = resetsAt !== undefined && resetsAt <= now;
  const share = over ? 0 : used;
  const percent = `${Math.round(share * 100)} %`;
  return (
    <div className={styles.gauge}>
      <span>{title}</span>
      <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={`${title}: ${percent} used`}>
        <rect className={styles.track} width="100" height="8" />
        <rect className={styles.fill} data-near={share >= NEAR || undefined} width={Math.min(100, share * 100)} height="8" />
        {pace === undefined ? null : <rect className={styles.mark} x={pace.elapsed * 100 - 0.3} width="0.6" height="8" />}
      </svg>
      <span className={styles.number}>{percent}</span>
      <span className={styles.meta}>{over ? 'reset since' : windowWords(window, pace?.fullAt, now)}</span>
    </div>
  );
}

function windowWords({ used, resetsAt }: QuotaWindow, fullAt: number | undefined, now: number): string {
  const reset = resetsAt === undefined ? '' : `resets ${clockTime(resetsAt, now)}, in ${span(resetsAt - now)}`;
  if (used >= 1) return `used up, ${reset}`;
  return fullAt === undefined ? reset : `${reset} · at this pace used up in ${span(fullAt - now)}`;
}

function Budget({ spending: { today, lastHour, perDay }, now }: { readonly spending: Spending; readonly now: number }) {
  if (perDay === undefined) return null;
  const until = lastsUntil({ left: perDay - today, perHour: lastHour, now });
  return (
    <Row title="Budget of the day" value={`${money(today)} of ${money(perDay)}${until === undefined ? '' : budgetPace(until, now)}`} />
  );
}

function budgetPace(until: number, now: number): string {
  if (until <= now) return ' · used up';
  return ` · at the pace of the last hour ${until < dayEnd(now) ? `used up in ${span(until - now)}` : 'enough for today'}`;
}

function Row({ title, value }: { readonly title: string; readonly value: string }) {
  return (
    <p className={styles.row}>
      <span>{title}</span>
      <span className={styles.number}>{value}</span>
    </p>
  );
}

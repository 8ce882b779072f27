import { spendWords, totalSpend } from '../../../shared/spend.ts';
import { useCommands, useView } from '../../hooks/app-context.ts';
import { useSessionSpent } from '../../hooks/use-spent.ts';
import { Button } from '../../ui/button.tsx';
import { count, money, plural } from '../../ui/format.ts';
import { Fact } from './fact.tsx';
import styles from './inspector.module.css';

/** What the session cost and used, and who asked. */
export function SessionCost() {
  const { openUsage } = useCommands();
  const spent = useSessionSpent();
  const usage = useView((view) => view.usage);
  const total = totalSpend(spent);
  if (total.requests === 0) return null;
  const { own, children, compactions } = spent;
  const parts = [
    ['Conversation', own],
    ['Children', children],
    ['Compactions', compactions],
  ] as const;
  const asked = parts.flatMap(([name, spend]) => (spend === undefined ? [] : [{ name, spend }]));
  return (
    <section>
      <h3>Cost</h3>
      <dl className={styles.table}>
        <Fact name="Session" value={spendWords(total, money) ?? ''} />
        {asked.length < 2
          ? null
          : asked.map(({ name, spend }) => <Fact key={name} inner name={name} value={spendWords(spend, money) ?? ''} />)}
        <Fact name="Requests" value={total.requests.toLocaleString('en')} />
        <Fact name="Tokens in" value={`${count(usage.input)}, ${count(usage.cacheRead)} of them from the cache`} />
        <Fact name="Tokens out" value={count(usage.output)} />
      </dl>
      {total.unpriced === 0 ? null : (
        <p className={styles.aside}>{`No price is known for ${unknownWords(total)}, so the session cost more than is shown.`}</p>
      )}
      <p className={styles.more}>
        <Button size="small" onClick={() => void openUsage()}>
          Usage of all sessions
        </Button>
      </p>
    </section>
  );
}

function unknownWords({ requests, unpriced }: { readonly requests: number; readonly unpriced: number }): string {
  return unpriced === requests ? 'any of its requests' : plural(unpriced, 'request');
}

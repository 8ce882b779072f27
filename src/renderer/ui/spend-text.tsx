import { otherWords, type Spent, spendWords, totalSpend } from '../../shared/spend.ts';
import { money, plural } from './format.ts';

interface SpendTextProps {
  readonly spent: Spent;
  /** In 1e-9 US dollars, what it may be at most. */
  readonly budget?: number | undefined;
  /** Said with it, of what the amount is. */
  readonly of: string;
}

/** An amount of money; on hover, of what it is made. Nothing where nobody asked anything. */
export function SpendText({ spent, budget, of }: SpendTextProps) {
  const words = spendWords(totalSpend(spent), money);
  if (words === undefined) return null;
  return (
    <span title={`${of}: ${spendDetails(spent)}`}>
      <span className="sr-only">{`${of}: `}</span>
      {budget === undefined ? words : `${words} of ${money(budget)}`}
    </span>
  );
}

/** `3 requests · children $0.0120 · 1 of them without a known price`. */
function spendDetails(spent: Spent): string {
  const { requests, unpriced } = totalSpend(spent);
  const others = otherWords(spent, money);
  const unknown = unpriced === 0 ? [] : [`${unpriced === requests ? 'all' : unpriced} without a known price`];
  return [plural(requests, 'request'), ...(others === '' ? [] : [`of it ${others}`]), ...unknown].join(' · ');
}

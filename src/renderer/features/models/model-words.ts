import type { ModelChoice } from '../../../shared/ipc.ts';
import type { ModelPrice } from '../../../shared/model-facts.ts';
import { count } from '../../ui/format.ts';

/** For a million tokens, in and out. */
export function priceWords({ input, output }: ModelPrice): string {
  return `${dollars(input)} / ${dollars(output)}`;
}

function dollars(amount: number): string {
  return amount === 0 ? 'free' : `$${amount < 0.1 ? Number(amount.toPrecision(2)) : Number(amount.toFixed(2))}`;
}

/** What a screen reader says of the columns. */
export function columnWords({ contextWindow, price, vision }: ModelChoice): string {
  return [
    contextWindow === undefined ? 'window not known' : `${count(contextWindow)} tokens`,
    price === undefined ? 'price not known' : `${priceWords(price)} for a million tokens in and out`,
    vision === undefined ? 'pictures not known' : vision ? 'takes pictures' : 'takes no pictures',
  ].join(', ');
}

export interface Switching {
  /** Tokens of the conversation on screen, when that is known. */
  readonly tokens: number | undefined;
  readonly current: string | undefined;
}

/** What another model does to the provider's cache. */
export function switchWords({ ref, price }: ModelChoice, { tokens, current }: Switching): string | undefined {
  if (tokens === undefined || tokens === 0 || current === ref) return undefined;
  const cost = price === undefined ? '' : `, ${money((tokens * price.input) / 1e6)}`;
  return `Another model has nothing in its cache: the next prompt reads about ${count(tokens)} tokens anew${cost}.`;
}

function money(amount: number): string {
  if (amount === 0) return 'for nothing';
  return amount < 0.01 ? 'less than $0.01' : `about $${amount.toFixed(2)}`;
}

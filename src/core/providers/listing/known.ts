import type { ListedModel } from './listed-model.ts';

type Loose = { readonly [K in keyof ListedModel]: ListedModel[K] | undefined } & { readonly id: string };

/** Only what is known: fields without a value are left out. */
export function known(model: Loose): ListedModel {
  return { ...Object.fromEntries(Object.entries(model).filter(([, value]) => value !== undefined)), id: model.id };
}

/** Text that says something. */
export function wordsOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number of tokens above zero. */
export function sizeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.round(value) : undefined;
}

/** A price per token, as services give it, for a million; `undefined` when it is none. */
export function perMillion(perToken: unknown): number | undefined {
  const price = typeof perToken === 'number' || (typeof perToken === 'string' && perToken !== '') ? Number(perToken) : Number.NaN;
  // Twelve digits hide what binary fractions add: 0.0000003 times a million is 0.3.
  return price >= 0 ? Number((price * 1e6).toPrecision(12)) : undefined;
}

/** Both sides of a price, or none. */
export function priceOf(parts: {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly cacheRead: number | undefined;
  readonly cacheWrite: number | undefined;
}): ListedModel['price'] {
  const { input, output, cacheRead, cacheWrite } = parts;
  if (input === undefined || output === undefined) return undefined;
  return { input, output, ...(cacheRead === undefined ? {} : { cacheRead }), ...(cacheWrite === undefined ? {} : { cacheWrite }) };
}

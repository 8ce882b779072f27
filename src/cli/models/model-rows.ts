import type { ModelChoice } from '../../shared/ipc.ts';
import type { Fact, FactSource, ModelFacts, ModelPrice } from '../../shared/model-facts.ts';
import type { ModelInspection, ModelListings, ProviderListing, RoleChoice } from '../../shared/model-list.ts';
import { formatCount } from '../format.ts';
import { harmless } from '../style.ts';

/** Reference, model, window, price, and what else there is to say. Names come from servers. */
export function choiceRow({ ref, provider, id, contextWindow, price, vision, ...choice }: ModelChoice): string[] {
  const notes = [
    choice.default ? 'default' : '',
    choice.favourite ? 'favourite' : '',
    vision ? 'vision' : '',
    choice.efforts === undefined || choice.efforts.length === 0 ? '' : `effort ${choice.efforts.join(' ')}`,
    choice.scripted ? 'scripted demo, not a model' : '',
    choice.unlisted ? 'not in the list of its provider' : '',
    choice.unavailable === undefined ? '' : `cannot be asked: ${choice.unavailable}`,
  ];
  return [
    ref,
    `${provider}/${id}`,
    contextWindow === undefined ? '' : formatCount(contextWindow, 'token'),
    price === undefined ? '' : priceText(price),
    notes.filter((note) => note !== '').join(', '),
  ].map(harmless);
}

/** For a million tokens, in and out. */
function priceText({ input, output }: ModelPrice): string {
  return `$${input} in, $${output} out`;
}

export function listingRows({ providers, catalogue }: ModelListings, now: number): string[][] {
  const shipped = catalogue
    ? [['catalogue', '', `of ${catalogue.date}`, formatCount(catalogue.models, 'model'), `from ${catalogue.from}`]]
    : [['catalogue', '', 'off', '', 'models.discovery_enabled is false']];
  return [...providers.map((listing) => listingRow(listing, now)), ...shipped].map((row) => row.map(harmless));
}

function listingRow({ provider, type, state, models, fetchedAt, problem }: ProviderListing, now: number): string[] {
  const age = fetchedAt === undefined ? '' : `, ${ageText(now - fetchedAt)} old`;
  return [
    provider,
    type,
    `${state}${age}`,
    formatCount(models, 'model'),
    problem === undefined ? '' : `${problem.message} ${problem.hint}`,
  ];
}

function ageText(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / 3_600_000));
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day');
}

const SOURCES: Readonly<Record<FactSource, string>> = {
  config: 'from the configuration',
  listing: "from the provider's list",
  catalogue: 'from the catalogue',
  family: 'guessed from its name',
  provider: 'by the provider type',
  default: 'assumed',
};

export function inspectionRows({ ref, provider, type, id, name, facts, effort, problem }: ModelInspection): string[][] {
  return [
    ['reference', ref],
    ['model', `${provider}/${id} (${type})${name === undefined ? '' : `: ${name}`}`],
    ...factRows(facts),
    ['effort', effort ?? "the provider's own default"],
    ...(problem === undefined ? [] : [['cannot be asked', `${problem.message} ${problem.hint}`]]),
  ].map((row) => row.map(harmless));
}

function factRows(facts: ModelFacts): string[][] {
  const tokens = (count: number) => formatCount(count, 'token');
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  return [
    factRow('context window', facts.contextWindow, tokens),
    factRow('output limit', facts.maxOutputTokens, tokens),
    factRow('pictures', facts.vision, yes),
    factRow('efforts', facts.efforts, (words) => (words.length === 0 ? 'none' : words.join(', '))),
    factRow('reasoning sent back', facts.echoBack, yes),
    factRow('transport', facts.transport, (wire) => wire.replaceAll('_', ' ')),
    factRow('price', facts.price, priceLine),
  ];
}

function factRow<T>(title: string, { value, source, confidence, note }: Fact<T>, words: (value: T) => string): string[] {
  if (value === undefined) return [title, 'not known', note ?? ''];
  const origin = source === undefined ? '' : SOURCES[source];
  return [
    title,
    words(value),
    [confidence === 'low' ? `${origin}, may be wrong` : origin, note ?? ''].filter((part) => part !== '').join('; '),
  ];
}

function priceLine({ input, output, cacheRead, cacheWrite }: ModelPrice): string {
  const cache = [
    cacheRead === undefined ? '' : `, $${cacheRead} cached`,
    cacheWrite === undefined ? '' : `, $${cacheWrite} written to the cache`,
  ];
  return `$${input} in${cache.join('')}, $${output} out, for a million tokens`;
}

export function roleRow({ role, ref, from, fallback }: RoleChoice): string[] {
  if (ref === undefined) return [role, 'none', ''];
  return [role, ref, fallback ? `default_model of ${from}` : `profile ${from}`].map(harmless);
}

import type { SearchHit, SearchMark } from '../../shared/search.ts';
import { composed, lowered, oneLine } from '../store/search-words.ts';
import { type SearchedText, searchedTexts } from '../store/searched-texts.ts';
import type { SearchQuery } from './search-query.ts';

/** `rank` says how well it fits: as it was typed, all as whole words, or at least as parts of words. */
export type Place = Pick<SearchHit, 'role' | 'snippet' | 'marks'> & { readonly item?: string; readonly rank: 2 | 1 | 0 };

const BEFORE = 40;
const AFTER = 120;
/** Of a word that stands in a text very often, so many places are looked at. */
const MOST_PLACES = 200;

/** Where it stands in a line of a log; undefined when none of its texts holds all of it. */
export function placeInLine(line: string, query: SearchQuery): Place | undefined {
  return placeInTexts(searchedTexts(line), query);
}

export function placeInTexts(texts: readonly SearchedText[], query: SearchQuery): Place | undefined {
  let best: Place | undefined;
  for (const { text, role, item } of texts) {
    const place = placeIn(text, query, { role, item });
    if (place && place.rank > (best?.rank ?? -1)) best = place;
  }
  return best;
}

export function placeIn(text: string, query: SearchQuery, of: Pick<Place, 'role' | 'item'>): Place | undefined {
  const { terms } = query;
  const whole = composed(text);
  const lower = lowered(whole);
  const places = terms.map((term) => placesOf(lower, term));
  if (terms.length === 0 || places.some(({ length }) => length === 0)) return undefined;
  const marks = places.flatMap((found, term) => found.map((mark) => ({ ...mark, term })));
  return { ...of, ...excerpt(whole, best(lower, marks), marks), rank: rankOf(lower, query, marks) };
}

/** On one line, with the places in it. */
function excerpt(text: string, { from, to }: SearchMark, all: readonly SearchMark[]): Pick<Place, 'snippet' | 'marks'> {
  const [begin, end] = [Math.max(0, from - BEFORE), to + AFTER];
  let snippet = from > BEFORE ? '…' : '';
  let at = begin;
  const marks = joined(all.filter((mark) => mark.from >= from && mark.to <= end)).map((mark) => {
    snippet += oneLine(text.slice(at, mark.from));
    const start = snippet.length;
    snippet += oneLine(text.slice(mark.from, mark.to));
    at = mark.to;
    return { from: start, to: snippet.length };
  });
  return { snippet: snippet + oneLine(text.slice(at, end)), marks };
}

interface Mark extends SearchMark {
  /** Which of the terms. */
  readonly term: number;
}

function placesOf(lower: string, term: string): readonly SearchMark[] {
  const places: SearchMark[] = [];
  if (term.includes(' ')) {
    for (const { index, 0: found } of lower.matchAll(phrase(term))) {
      places.push({ from: index, to: index + found.length });
      if (places.length === MOST_PLACES) break;
    }
    return places;
  }
  for (let from = lower.indexOf(term); from !== -1 && places.length < MOST_PLACES; from = lower.indexOf(term, from + term.length))
    places.push({ from, to: from + term.length });
  return places;
}

/** With any white space between its words. */
function phrase(term: string): RegExp {
  const words = term.split(' ').map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(words.join('\\s+'), 'g');
}

/** Where most of the terms stand together; of such places one where a word begins, and the first. */
function best(lower: string, marks: readonly Mark[]): SearchMark {
  const ordered = marks.toSorted((a, b) => a.from - b.from);
  let [found, most] = [ordered[0] ?? { from: 0, to: 0 }, -1];
  for (const [index, mark] of ordered.entries()) {
    const near = new Set<number>();
    for (let at = index; at < ordered.length && (ordered[at]?.to ?? 0) <= mark.to + AFTER; at += 1) near.add(ordered[at]?.term ?? 0);
    const worth = near.size * 2 + (beginsWord(lower, mark) ? 1 : 0);
    if (worth > most) [found, most] = [mark, worth];
  }
  return found;
}

function rankOf(lower: string, { terms, whole }: SearchQuery, marks: readonly Mark[]): Place['rank'] {
  if (terms.length > 1 && placesOf(lower, whole).some((mark) => beginsWord(lower, mark))) return 2;
  // The last word may still be being typed.
  const isWord = (mark: Mark): boolean => beginsWord(lower, mark) && (mark.term === terms.length - 1 || !isLetter(lower, mark.to));
  return terms.every((_, term) => marks.some((mark) => mark.term === term && isWord(mark))) ? 1 : 0;
}

function beginsWord(lower: string, { from }: SearchMark): boolean {
  return !isLetter(lower, from - 1);
}

function isLetter(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}

/** In order, and those that overlap as one. */
function joined(marks: readonly SearchMark[]): readonly SearchMark[] {
  const result: SearchMark[] = [];
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) result[result.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else result.push({ from, to });
  }
  return result;
}

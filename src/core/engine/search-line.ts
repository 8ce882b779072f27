import type { SearchHit } from '../../shared/search.ts';
import { type SearchedText, searchedTexts } from '../store/searched-texts.ts';

export type Place = Pick<SearchHit, 'role' | 'snippet' | 'from' | 'to'> & { readonly item?: string };

const BEFORE = 40;
const AFTER = 120;

/** Words that every line holds outside its texts. */
const FRAME =
  'id parent time type data message.end tool.end role user assistant origin prompt steer notice text blocks thinking signature tool_call name arguments model ' +
  'provider stop complete usage input output cacheRead cacheWrite call isError true false null detail kind path command exitCode truncated sandboxed ' +
  'duration files bash read grep glob ls mutate apply_patch changes created modified deleted moved added removed patch replay blobs sha256';

/**
 * The pattern that finds the lines of a log whose strings hold `query`, whatever its case. A string is escaped as JSON is, and so is what is looked
 * for. Words that could be part of the frame of a line are looked for in texts only, by a pattern that takes several times as long.
 */
export function linePattern(query: string): string {
  const escaped = JSON.stringify(query)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const words = `(?i:${escaped})`;
  if (!isFrame(query)) return `${words}${STRING_REST}"[,}\\]]`;
  return `"type":"(?:message|tool)\\.end","data":.*"(?:text|title)":"${STRING_REST}${words}`;
}

const STRING_REST = '(?:[^"\\\\]|\\\\.)*';

function isFrame(query: string): boolean {
  return /^[0-9a-f]{1,8}$/i.test(query) || FRAME.toLowerCase().includes(query.toLowerCase());
}

/** Where the words stand in a line of a log; undefined when they stand in none of its texts. */
export function placeInLine(line: string, query: string): Place | undefined {
  return placeInTexts(searchedTexts(line), query);
}

export function placeInTexts(texts: readonly SearchedText[], query: string): Place | undefined {
  for (const { text, role, item } of texts) {
    const place = placeIn(text, query, { role, item });
    if (place) return place;
  }
  return undefined;
}

export function placeIn(text: string, query: string, of: Pick<Place, 'role' | 'item'>): Place | undefined {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at === -1) return undefined;
  const before = oneLine(text.slice(Math.max(0, at - BEFORE), at));
  const found = oneLine(text.slice(at, at + query.length));
  const start = `${at > BEFORE ? '…' : ''}${before}`;
  const snippet = `${start}${found}${oneLine(text.slice(at + query.length, at + query.length + AFTER))}`;
  return { ...of, snippet, from: start.length, to: start.length + found.length };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

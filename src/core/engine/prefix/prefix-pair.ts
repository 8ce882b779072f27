import type { PrefixBytes, PrefixPair } from '../../../shared/prefix.ts';
import { hashOf, type Print } from '../../providers/sent/fingerprint.ts';
import { objectOf, objectsOf, textOf } from '../../providers/wire-json.ts';
import { compareAttempts, type Parting, partingOf } from './compare.ts';
import { firstByte } from './first-byte.ts';
import type { RecordedSession } from './lineage.ts';
import { rowOf } from './prefix-report.ts';
import type { SentAttempt } from './sent-tree.ts';

type ReadBlob = (blob: string) => Promise<string | undefined>;

/** What there is to say about two requests, with the bytes where their texts were kept. */
export async function pairOf({ lineage, events }: RecordedSession, a: SentAttempt, b: SentAttempt, read: ReadBlob): Promise<PrefixPair> {
  const parting = partingOf(a, b);
  const texts = parting && (await bothTexts(parting, [a, b], (print) => textOfPart(print, lineage.texts, read)));
  return {
    ...compareAttempts(a, b, events),
    a: rowOf(a, lineage, events),
    b: rowOf(b, lineage, events),
    ...(parting ? { sizes: { was: parting.was.bytes, is: parting.is.bytes } } : {}),
    ...(texts ? differenceOf(parting, texts) : {}),
  };
}

type Texts = readonly [was: string, is: string];

async function bothTexts(
  { place, was, is }: Parting,
  [a, b]: readonly [SentAttempt, SentAttempt],
  read: (print: Print) => Promise<string | undefined>,
): Promise<Texts | undefined> {
  if (place.part === 'params') return a.content && b.content && [a.content.params, b.content.params];
  const texts = [await read(was), await read(is)] as const;
  return texts[0] === undefined || texts[1] === undefined ? undefined : [texts[0], texts[1]];
}

/** What is not the text that was sent, such as one that was too long to keep, is none. */
async function textOfPart({ hash, bytes }: Print, texts: ReadonlyMap<string, string>, read: ReadBlob): Promise<string | undefined> {
  if (bytes === 0) return '';
  const blob = texts.get(hash);
  const text = blob === undefined ? undefined : await read(blob);
  return text !== undefined && hashOf(text) === hash ? text : undefined;
}

function differenceOf({ place }: Parting, [was, is]: Texts): { readonly bytes?: PrefixBytes } & Pick<PrefixPair, 'tools'> {
  const bytes = firstByte(was, is);
  return { ...(bytes ? { bytes } : {}), ...(place.part === 'tools' ? { tools: changedTools(was, is) } : {}) };
}

function changedTools(was: string, is: string): NonNullable<PrefixPair['tools']> {
  const [before, after] = [toolsOf(was), toolsOf(is)];
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: [...after].flatMap(([name, text]) => (before.has(name) && before.get(name) !== text ? [name] : [])),
  };
}

function toolsOf(text: string): ReadonlyMap<string, string> {
  const list: unknown = text === '' ? [] : JSON.parse(text);
  return new Map(objectsOf(list).map((tool) => [textOf(tool.name ?? objectOf(tool.function).name), JSON.stringify(tool)]));
}

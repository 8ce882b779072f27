import { err, ok, type Result } from '../../../shared/result.ts';
import { describeMiss, inLineEndsOf } from '../match.ts';
import { meantText } from '../shown-text.ts';
import type { Hunk, PatchLine } from './patch-parse.ts';
import { seek } from './seek.ts';

const BOM = '\ufeff';

/** The text after all hunks, which must stand in it in their order, or why one does not fit. Line ends, BOM and final newline stay. */
export function applyHunks(text: string, hunks: readonly Hunk[]): Result<string, string> {
  const bom = text.startsWith(BOM) ? BOM : '';
  const plain = text.slice(bom.length);
  const isCrlf = inLineEndsOf(plain, '\n') !== '\n';
  const body = isCrlf ? plain.replaceAll('\r\n', '\n') : plain;
  const hasFinalNewline = body === '' || body.endsWith('\n');
  const lines = body === '' ? [] : body.replace(/\n$/, '').split('\n');
  const changed = changeMeant(lines, hunks);
  if (!changed.ok) return changed;
  const joined = changed.value.join('\n') + (hasFinalNewline && changed.value.length > 0 ? '\n' : '');
  return ok(bom + (isCrlf ? joined.replaceAll('\n', '\r\n') : joined));
}

/** By what the marks of `read` in the patch stand for; or by the patch as it is written, where only that stands in the file. */
function changeMeant(lines: readonly string[], hunks: readonly Hunk[]): Result<readonly string[], string> {
  const changed = changeLines(lines, hunks.map(meantHunk));
  if (changed.ok) return changed;
  const written = changeLines(lines, hunks);
  return written.ok ? written : changed;
}

function meantHunk(hunk: Hunk): Hunk {
  const lines = hunk.lines.map(({ sign, text }) => ({ sign, text: meantText(text) }));
  return { ...hunk, anchors: hunk.anchors.map(meantText), lines };
}

function changeLines(lines: readonly string[], hunks: readonly Hunk[]): Result<readonly string[], string> {
  const out: (readonly string[])[] = [];
  let done = 0;
  for (const hunk of hunks) {
    const place = findHunk(lines, hunk, done);
    if (!place.ok) return place;
    const { start, old } = place.value;
    out.push(lines.slice(done, start), newLines(hunk.lines, lines.slice(start, start + old)));
    done = start + old;
  }
  return ok([...out, lines.slice(done)].flat());
}

interface Place {
  readonly start: number;
  /** How many lines of the file the hunk speaks of. */
  readonly old: number;
}

function findHunk(lines: readonly string[], hunk: Hunk, done: number): Result<Place, string> {
  let from = done;
  for (const anchor of hunk.anchors) {
    const at = seek(lines, [anchor], { from });
    if (at === undefined) return err(missed(lines, [anchor], hunk, from));
    from = at + 1;
  }
  const old = oldLines(hunk.lines);
  if (old.length === 0) return ok({ start: hunk.anchors.length > 0 && !hunk.atEnd ? from : lines.length, old: 0 });
  const at = seek(lines, old, { from, atEnd: hunk.atEnd });
  if (at !== undefined) return ok({ start: at, old: old.length });
  // An empty last line may only part the hunk from what follows in the patch.
  const shorter = hunk.lines.at(-1)?.sign === ' ' && old.at(-1) === '' ? old.slice(0, -1) : [];
  const short = shorter.length === 0 ? undefined : seek(lines, shorter, { from, atEnd: hunk.atEnd });
  return short === undefined ? err(missed(lines, old, hunk, from)) : ok({ start: short, old: shorter.length });
}

function oldLines(lines: readonly PatchLine[]): readonly string[] {
  return lines.filter(({ sign }) => sign !== '+').map(({ text }) => text);
}

/** Kept lines stay as they are in the file, however leniently they were found. */
function newLines(patch: readonly PatchLine[], found: readonly string[]): readonly string[] {
  let at = 0;
  return patch.flatMap(({ sign, text }) => {
    if (sign === '+') return [text];
    const kept = found[at];
    at += 1;
    return sign === ' ' && kept !== undefined ? [kept] : [];
  });
}

function missed(lines: readonly string[], wanted: readonly string[], hunk: Hunk, from: number): string {
  const name = `the hunk at line ${hunk.line} of the patch`;
  const earlier = from === 0 ? undefined : seek(lines, wanted, { from: 0 });
  if (earlier !== undefined)
    return `${name} stands at line ${earlier + 1}, before what an earlier hunk or anchor named; hunks must be in the order of the file`;
  return describeMiss(lines.join('\n'), wanted.join('\n'), name);
}

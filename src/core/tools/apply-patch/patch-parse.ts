import { err, ok, type Result } from '../../../shared/result.ts';

/** One line of a hunk: kept, taken out or put in. */
export interface PatchLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

export interface Hunk {
  /** Its first line in the patch, 1-based. */
  readonly line: number;
  /** Lines of the file to be found before the hunk, one after the other. */
  readonly anchors: string[];
  readonly lines: PatchLine[];
  /** Whether it ends where the file ends. */
  atEnd: boolean;
}

export type Section =
  | { readonly type: 'add'; readonly path: string; readonly content: string }
  | { readonly type: 'delete'; readonly path: string }
  | { readonly type: 'update'; readonly path: string; readonly moveTo: string | undefined; readonly hunks: readonly Hunk[] };

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const END_OF_FILE = '*** End of File';
const HEADER = /^\*\*\* (Add|Delete|Update) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

/** What is wrong with a patch. Thrown within this file only. */
class Fault extends Error {}

/** The sections of a patch, or what is wrong with it and where. */
export function parsePatch(text: string): Result<readonly Section[], string> {
  const reader = new Reader(text);
  try {
    const sections: Section[] = [];
    reader.expect(BEGIN);
    while (!reader.isAt(END)) sections.push(readSection(reader));
    reader.expect(END);
    if (reader.peek() !== undefined) throw new Fault(`nothing may follow "${END}"`);
    if (sections.length === 0) return err('The patch changes no file.');
    return ok(sections);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return err(`Line ${reader.line} of the patch: ${fault.message}`);
  }
}

class Reader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#lines = text.trim().split(/\r?\n/);
  }

  /** 1-based, of the line to be read next. */
  get line(): number {
    return this.#at + 1;
  }

  peek(): string | undefined {
    return this.#lines[this.#at];
  }

  next(): void {
    this.#at += 1;
  }

  isAt(marker: string): boolean {
    return this.peek()?.trimEnd() === marker;
  }

  expect(marker: string): void {
    if (!this.isAt(marker)) throw new Fault(`"${marker}" must be here`);
    this.next();
  }

  /** The next line when it belongs to the section, else undefined. */
  inSection(): string | undefined {
    const line = this.peek();
    return line === undefined || line.startsWith('*** ') ? undefined : line;
  }
}

function readSection(reader: Reader): Section {
  const [, verb, name = ''] = HEADER.exec(reader.peek() ?? '') ?? [];
  const path = name.trim();
  if (verb === undefined) throw new Fault(`"*** Add File: ", "*** Delete File: ", "*** Update File: " or "${END}" must be here`);
  reader.next();
  switch (verb) {
    case 'Add':
      return { type: 'add', path, content: readContent(reader) };
    case 'Delete':
      return { type: 'delete', path };
    default:
      return readUpdate(reader, path);
  }
}

function readContent(reader: Reader): string {
  const lines: string[] = [];
  for (let line = reader.inSection(); line !== undefined; line = reader.inSection()) {
    if (!line.startsWith('+')) throw new Fault('each line of an added file must begin with +');
    lines.push(line.slice(1));
    reader.next();
  }
  return lines.map((line) => `${line}\n`).join('');
}

function readUpdate(reader: Reader, path: string): Section {
  const moveTo = MOVE.exec(reader.peek() ?? '')?.[1]?.trim();
  if (moveTo !== undefined) reader.next();
  const hunks: Hunk[] = [];
  while (reader.inSection() !== undefined) hunks.push(readHunk(reader));
  if (hunks.length === 0 && moveTo === undefined) throw new Fault(`the update of ${path} has no hunk`);
  return { type: 'update', path, moveTo, hunks };
}

function readHunk(reader: Reader): Hunk {
  const hunk: Hunk = { line: reader.line, anchors: [], lines: [], atEnd: false };
  for (let line = reader.inSection(); line?.startsWith('@@'); line = reader.inSection()) {
    const anchor = line.slice(2).replace(/^ /, '');
    if (anchor.trim() !== '') hunk.anchors.push(anchor);
    reader.next();
  }
  for (let line = reader.inSection(); line !== undefined && !line.startsWith('@@'); line = reader.inSection()) {
    hunk.lines.push(readLine(line));
    reader.next();
  }
  if (hunk.lines.length === 0) throw new Fault('the hunk has no lines');
  if (reader.isAt(END_OF_FILE)) {
    hunk.atEnd = true;
    reader.next();
  }
  return hunk;
}

/** A line without anything is an empty line of the file whose leading space was lost. */
function readLine(line: string): PatchLine {
  if (line === '') return { sign: ' ', text: '' };
  const sign = line[0];
  if (sign !== ' ' && sign !== '-' && sign !== '+') throw new Fault('each line of a hunk must begin with a space, - or +');
  return { sign, text: line.slice(1) };
}

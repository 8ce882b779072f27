import { useState } from 'react';
import { Button } from './button.tsx';
import { plural } from './format.ts';
import styles from './output-text.module.css';
import { ScrollBox } from './scroll-box.tsx';

/** Lines shown before a person asks for the rest, and how much of a line that runs on. */
const SHOWN_LINES = 24;
const SHOWN_LINE_CHARS = 600;
/** Characters drawn at once at the very most; the rest stays in the session's files. */
const DRAWN_CHARS = 400_000;

export interface OutputTextProps {
  readonly text: string;
  /** Shows the newest lines instead of the first: where a command that failed says why. */
  readonly tail?: boolean;
  readonly empty: string;
}

/** Output of a tool as it was printed, in whole lines. All of it, once asked for, scrolls in a box of its own. */
export function OutputText({ text, tail = false, empty }: OutputTextProps) {
  const [all, setAll] = useState(false);
  if (text.trim() === '') return <p className={styles.empty}>{empty}</p>;
  const lines = stripEscapes(text).replace(/\n$/, '').split('\n');
  const some = excerpt(lines, tail);
  if (all || some.whole) {
    return (
      <ScrollBox className={all ? styles.all : styles.text}>
        <pre>{lines.join('\n').slice(0, DRAWN_CHARS)}</pre>
      </ScrollBox>
    );
  }
  return (
    <div className={styles.text} data-tail={tail || undefined}>
      <pre>{some.lines.join('\n')}</pre>
      <Button size="small" tone="plain" onClick={() => setAll(true)}>
        {`Show all ${plural(lines.length, 'line')}`}
      </Button>
    </div>
  );
}

function excerpt(lines: readonly string[], tail: boolean): { readonly lines: readonly string[]; readonly whole: boolean } {
  const kept = tail ? lines.slice(-SHOWN_LINES) : lines.slice(0, SHOWN_LINES);
  const cut = kept.map((line) => (line.length > SHOWN_LINE_CHARS ? `${line.slice(0, SHOWN_LINE_CHARS)} …` : line));
  return { lines: cut, whole: kept.length === lines.length && cut.every((line, index) => line === lines[index]) };
}

/** Terminal control sequences mean nothing here. */
function stripEscapes(text: string): string {
  return text
    .replace(ESCAPES, '')
    .replace(/\r\n/g, '\n')
    .replace(/^.*\r(?!$)/gm, '');
}

const ESCAPES = new RegExp(
  `${String.fromCharCode(27)}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^${String.fromCharCode(7)}${String.fromCharCode(27)}]*(?:${String.fromCharCode(7)}|${String.fromCharCode(27)}\\\\)|[@-Z\\\\-_])`,
  'g',
);

import { useState } from 'react';
import { Button } from './button.tsx';
import { plural } from './format.ts';
import styles from './output-text.module.css';
import { ScrollBox } from './scroll-box.tsx';

/** Lines shown before a person asks for the rest. */
const SHOWN_LINES = 40;
/** Characters drawn at once at the very most; the rest stays in the session's files. */
const DRAWN_CHARS = 400_000;

export interface OutputTextProps {
  readonly text: string;
  /** Shows the newest lines instead of the first. */
  readonly tail?: boolean;
  readonly empty: string;
}

/** Output of a tool as it was printed, cut to what a page can carry. */
export function OutputText({ text, tail = false, empty }: OutputTextProps) {
  const [all, setAll] = useState(false);
  if (text.trim() === '') return <p className={styles.empty}>{empty}</p>;
  const lines = stripEscapes(text).replace(/\n$/, '').split('\n');
  const short = lines.length <= SHOWN_LINES;
  const shown = all || short ? lines : tail ? lines.slice(-SHOWN_LINES) : [...lines.slice(0, SHOWN_LINES)];
  const drawn = shown.join('\n').slice(0, DRAWN_CHARS);
  return (
    <div className={styles.output}>
      <ScrollBox className={styles.text}>
        <pre>{drawn}</pre>
      </ScrollBox>
      {short || all ? null : (
        <Button size="small" tone="plain" onClick={() => setAll(true)}>
          {`Show all ${plural(lines.length, 'line')}`}
        </Button>
      )}
    </div>
  );
}

/** Terminal control sequences mean nothing here. */
function stripEscapes(text: string): string {
  return text
    .replace(ESCAPES, '')
    .replace(/\r\n/g, '\n')
    .replace(/^.*\r(?!$)/gm, '');
}

const ESCAPES = new RegExp(
  `${String.fromCharCode(27)}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^${String.fromCharCode(7)}]*${String.fromCharCode(7)}|[@-Z\\\\-_])`,
  'g',
);

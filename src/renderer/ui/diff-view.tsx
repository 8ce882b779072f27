import { lazy, memo, Suspense, useDeferredValue, useState } from 'react';
import type { FileChange } from '../../shared/tool-detail.ts';
import { Button } from './button.tsx';
import styles from './code.module.css';
import { plural } from './format.ts';
import { PlainCode } from './plain-code.tsx';
import { useThemeChoice } from './theme.ts';

const DiffSurface = lazy(async () => ({ default: (await import('./diff-surface.tsx')).DiffSurface }));

/** Diffs longer than this many lines are shown when a person asks for them. */
const LARGE_DIFF = 1_500;

export interface DiffViewProps {
  readonly change: FileChange;
  readonly layout: 'unified' | 'split';
}

/** The diff of one change, coloured once it is drawn. */
export const DiffView = memo(function DiffView({ change, layout }: DiffViewProps) {
  const theme = useThemeChoice();
  const settled = useDeferredValue(true, false);
  const [asked, setAsked] = useState(false);
  if (change.patch === undefined) return <p className={styles.note}>The diff is too large to keep. Open the file to see it.</p>;
  if (change.patch === '') return <p className={styles.note}>No line changed.</p>;
  const lines = change.patch.split('\n').length;
  if (lines > LARGE_DIFF && !asked) {
    return (
      <p className={styles.note}>
        {`A large diff. `}
        <Button size="small" onClick={() => setAsked(true)}>
          {`Show all ${plural(lines, 'line')}`}
        </Button>
      </p>
    );
  }
  const summary = `Diff of ${change.path}: ${plural(change.added, 'line')} added, ${plural(change.removed, 'line')} removed`;
  return (
    <figure className={styles.frame} aria-label={summary}>
      {settled ? (
        <Suspense fallback={<PlainCode text={change.patch} />}>
          <DiffSurface path={change.path} previousPath={change.movedFrom} patch={change.patch} layout={layout} theme={theme} />
        </Suspense>
      ) : (
        <PlainCode text={change.patch} />
      )}
    </figure>
  );
});

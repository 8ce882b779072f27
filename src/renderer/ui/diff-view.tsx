import { lazy, memo, Suspense, useDeferredValue, useRef, useState } from 'react';
import type { FileChange } from '../../shared/tool-detail.ts';
import { Button } from './button.tsx';
import styles from './code.module.css';
import { plural } from './format.ts';
import { PlainCode } from './plain-code.tsx';
import { useThemeChoice } from './theme.ts';
import { useWide } from './use-wide.ts';

const DiffSurface = lazy(async () => ({ default: (await import('./diff-surface.tsx')).DiffSurface }));

/** Diffs longer than this many lines are shown when a person asks for them. */
const LARGE_DIFF = 1_500;
/** Width in rem from which two sides can be read beside each other. */
export const SPLIT_REM = 38;

export interface DiffViewProps {
  readonly change: FileChange;
  readonly layout: 'unified' | 'split';
}

/** The diff of one change, coloured once it is drawn. Without the room for two sides, or with nothing on one of them, it stays unified. */
export const DiffView = memo(function DiffView({ change, layout }: DiffViewProps) {
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
  return <Drawn change={change} patch={change.patch} layout={layout} />;
});

interface DrawnProps extends DiffViewProps {
  readonly patch: string;
}

function Drawn({ change, patch, layout }: DrawnProps) {
  const theme = useThemeChoice();
  const settled = useDeferredValue(true, false);
  const frame = useRef<HTMLElement>(null);
  const wide = useWide(frame, SPLIT_REM);
  const sides = change.added > 0 && change.removed > 0;
  const summary = `Diff of ${change.path}: ${plural(change.added, 'line')} added, ${plural(change.removed, 'line')} removed`;
  const plain = <PlainCode text={patch} />;
  return (
    <figure ref={frame} className={styles.frame} aria-label={summary}>
      {settled ? (
        <Suspense fallback={plain}>
          <DiffSurface
            path={change.path}
            previousPath={change.movedFrom}
            patch={patch}
            layout={wide && sides ? layout : 'unified'}
            theme={theme}
          />
        </Suspense>
      ) : (
        plain
      )}
    </figure>
  );
}

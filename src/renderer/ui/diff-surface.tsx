import { parsePatchFiles } from '@pierre/diffs';
import { FileDiff, type FileDiffMetadata } from '@pierre/diffs/react';
import { useMemo } from 'react';
import type { Appearance } from '../../shared/settings.ts';
import styles from './code.module.css';
import { CODE_THEME, HighlightPool, makeScrollable, SURFACE_CSS } from './highlight-pool.tsx';
import { languageOfFile } from './languages.ts';
import { PlainCode } from './plain-code.tsx';

export interface DiffSurfaceProps {
  readonly path: string;
  readonly previousPath?: string | undefined;
  /** Hunks of a unified diff, without the file header. */
  readonly patch: string;
  readonly layout: 'unified' | 'split';
  readonly theme: Appearance['theme'];
}

/** A coloured diff. What cannot be parsed is shown as the text it is. */
export function DiffSurface({ path, previousPath, patch, layout, theme }: DiffSurfaceProps) {
  const file = useMemo(() => parse(path, previousPath ?? path, patch), [path, previousPath, patch]);
  const options = useMemo(
    () =>
      ({
        theme: CODE_THEME,
        themeType: theme,
        diffStyle: layout,
        diffIndicators: 'classic',
        hunkSeparators: 'line-info-basic',
        disableFileHeader: true,
        overflow: 'scroll',
        preferredHighlighter: 'shiki-js',
        onPostRender: makeScrollable,
        unsafeCSS: SURFACE_CSS,
        lineDiffType: 'word',
      }) as const,
    [layout, theme],
  );
  if (file === undefined) return <PlainCode text={patch} />;
  return (
    <HighlightPool>
      <div className={styles.surface} data-diff="">
        <FileDiff fileDiff={file} options={options} />
      </div>
    </HighlightPool>
  );
}

function parse(path: string, previous: string, patch: string): FileDiffMetadata | undefined {
  try {
    const text = `--- a/${previous}\n+++ b/${path}\n${patch}`;
    const file = parsePatchFiles(text, { cacheKeyPrefix: `${path}:${patch.length}`, throwOnError: true })[0]?.files[0];
    return file === undefined ? undefined : { ...file, lang: languageOfFile(path) };
  } catch {
    return undefined;
  }
}

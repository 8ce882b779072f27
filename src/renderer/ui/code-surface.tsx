import { File } from '@pierre/diffs/react';
import { useMemo } from 'react';
import type { Appearance } from '../../shared/settings.ts';
import styles from './code.module.css';
import { CODE_THEME, HighlightPool, makeScrollable, SURFACE_CSS } from './highlight-pool.tsx';
import { languageOfFence } from './languages.ts';

export interface CodeSurfaceProps {
  readonly code: string;
  /** What the fence named: a language or the extension of a file. */
  readonly language: string;
  readonly theme: Appearance['theme'];
}

export function CodeSurface({ code, language, theme }: CodeSurfaceProps) {
  const file = useMemo(() => ({ name: 'code', lang: languageOfFence(language), contents: code }), [code, language]);
  const options = useMemo(
    () =>
      ({
        theme: CODE_THEME,
        themeType: theme,
        disableFileHeader: true,
        disableLineNumbers: true,
        overflow: 'scroll',
        preferredHighlighter: 'shiki-js',
        onPostRender: makeScrollable,
        unsafeCSS: SURFACE_CSS,
      }) as const,
    [theme],
  );
  return (
    <HighlightPool>
      <div className={styles.surface}>
        <File file={file} options={options} />
      </div>
    </HighlightPool>
  );
}

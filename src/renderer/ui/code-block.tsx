import { Check, Copy } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react';
import styles from './code.module.css';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { PlainCode } from './plain-code.tsx';
import { useThemeChoice } from './theme.ts';

const CodeSurface = lazy(async () => ({ default: (await import('./code-surface.tsx')).CodeSurface }));

/** Code longer than this is shown without colours. */
const PLAIN_ABOVE = 60_000;
const COPIED_MS = 1_500;

export interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** The fence is still open: shown plain, since every token would be coloured again. */
  readonly growing: boolean;
}

export function CodeBlock({ code, language, growing }: CodeBlockProps) {
  const theme = useThemeChoice();
  const plain = <PlainCode text={code} />;
  // A page of rows appears plain first and is coloured when there is time: the height is the same.
  const settled = useDeferredValue(true, false);
  const coloured = settled && !growing && language !== '' && language !== 'text' && code.length < PLAIN_ABOVE;
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <span>{language === '' ? 'text' : language}</span>
        <CopyButton text={code} />
      </div>
      {coloured ? (
        <Suspense fallback={plain}>
          <CodeSurface code={code} language={language} theme={theme} />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  );
}

export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }
  return (
    <IconButton size="small" label={copied ? 'Copied' : label} onClick={() => void copy()}>
      <Icon of={copied ? Check : Copy} size={0.8125} />
    </IconButton>
  );
}

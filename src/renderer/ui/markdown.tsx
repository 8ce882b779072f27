import { createContext, memo, useContext } from 'react';
import { type Components, type ExtraProps, Streamdown, useIsCodeFenceIncomplete } from 'streamdown';
import { CodeBlock } from './code-block.tsx';
import { Fallback } from './fallback.tsx';
import { isOpenable } from './links.ts';
import styles from './markdown.module.css';

const LinkContext = createContext<(url: string) => void>(() => {});

/** Takes the links a person follows inside model text. */
export const LinkProvider = LinkContext.Provider;

export interface MarkdownProps {
  readonly text: string;
  /** More text is coming: half-open syntax is closed for the eye, and finished blocks are left alone. */
  readonly streaming: boolean;
}

/** Longer texts, in characters, are shown as they are: to parse them would stop the window for seconds. */
const MOST_PARSED = 500_000;
/** What is shown of a text that no model writes. The session keeps it. */
const MOST_SHOWN = 2_000_000;

/**
 * Model text as Markdown. HTML in it is shown as text, and nothing is loaded from anywhere. What the parser cannot take, such as quotes in quotes
 * thousands deep, is shown as it is.
 */
export const Markdown = memo(function Markdown({ text, streaming }: MarkdownProps) {
  if (text.length > MOST_PARSED) return <PlainText text={text} />;
  return (
    <div className={styles.markdown}>
      <Fallback instead={<PlainText text={text} />}>
        <Streamdown
          mode={streaming ? 'streaming' : 'static'}
          parseIncompleteMarkdown={streaming}
          components={COMPONENTS}
          rehypePlugins={NO_PLUGINS}
          urlTransform={keepUrl}
          controls={false}
        >
          {text}
        </Streamdown>
      </Fallback>
    </div>
  );
});

function PlainText({ text }: { readonly text: string }) {
  const rest = text.length - MOST_SHOWN;
  return (
    <div className={styles.plain}>
      {text.slice(0, MOST_SHOWN)}
      {rest > 0 ? <p>{`${rest} more characters are not shown. Export the session to read them.`}</p> : null}
    </div>
  );
}

const NO_PLUGINS: [] = [];

function keepUrl(url: string): string {
  return url;
}

const COMPONENTS: Components = {
  a: Link,
  img: Picture,
  pre: Fence,
  code: InlineCode,
  table: Table,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  ...plainTags('p', 'ul', 'ol', 'li', 'blockquote', 'hr', 'strong', 'thead', 'tbody', 'tr', 'th', 'td', 'sub', 'sup', 'section'),
};

/** The bare element, in place of the library's own styled ones. */
function plainTags(...names: readonly string[]): Components {
  return Object.fromEntries(names.map((name) => [name, name])) as Components;
}

function Link({ href, children }: React.ComponentProps<'a'> & ExtraProps) {
  const follow = useContext(LinkContext);
  if (href === undefined || !isOpenable(href)) return <span>{children}</span>;
  return (
    <a
      href={href}
      title={href}
      onClick={(event) => {
        event.preventDefault();
        follow(href);
      }}
    >
      {children}
    </a>
  );
}

function Picture({ src, alt }: React.ComponentProps<'img'> & ExtraProps) {
  const url = typeof src === 'string' ? src : '';
  return <Link href={url}>{`Image: ${alt === undefined || alt === '' ? url : alt}`}</Link>;
}

/** Headings of a message lie below those of the page. */
function Heading({ node, children }: { readonly children?: React.ReactNode } & ExtraProps) {
  const level = Number(node?.tagName.slice(1) ?? 3);
  const Tag = level <= 2 ? 'h3' : 'h4';
  return <Tag data-level={level}>{children}</Tag>;
}

function Table({ children }: React.ComponentProps<'table'> & ExtraProps) {
  return (
    <div className={styles.table}>
      <table>{children}</table>
    </div>
  );
}

function InlineCode({ children }: React.ComponentProps<'code'> & ExtraProps) {
  return <code className={styles.code}>{children}</code>;
}

function Fence({ node }: React.ComponentProps<'pre'> & ExtraProps) {
  const growing = useIsCodeFenceIncomplete();
  const { code, language } = readFence(node);
  return <CodeBlock code={code} language={language} growing={growing} />;
}

function readFence(node: ExtraProps['node']): { readonly code: string; readonly language: string } {
  const inner = node?.children[0];
  if (inner?.type !== 'element') return { code: '', language: '' };
  const names = inner.properties.className;
  const name = Array.isArray(names) ? names.find((each) => String(each).startsWith('language-')) : undefined;
  const code = inner.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  return { code: code.replace(/\n$/, ''), language: String(name ?? '').slice('language-'.length) };
}

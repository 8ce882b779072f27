export type Kind =
  | { readonly type: 'html' }
  /** `ending`: for the file it may be kept in. */
  | { readonly type: 'text'; readonly ending: string }
  | { readonly type: 'picture'; readonly ending: string }
  | { readonly type: 'unsupported'; readonly name: string };

const PICTURES: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
};
const HTML: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/[/+](x-)?(nd|geo|ld)?json$|json-seq|jsonlines/, '.json'],
  [/[/+](x-)?ya?ml$/, '.yaml'],
  [/\/csv$/, '.csv'],
  [/[/+]xml$/, '.xml'],
  [/\/markdown$/, '.md'],
  [/\/(x-)?(java|ecma)script$/, '.js'],
  [/\/(x-)?(sh|shellscript|toml|typescript|sql|graphql|tex|python|perl|ruby)$/, '.txt'],
  [/^text\//, '.txt'],
];

/** How an answer of that content type is shown. Without a type it is taken for text; the bytes decide whether it is. */
export function kindOf(contentType: string | undefined, url: URL): Kind {
  const name = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const picture = PICTURES[name] ?? (name === '' || name === 'application/octet-stream' ? pictureEnding(url) : undefined);
  if (picture !== undefined) return { type: 'picture', ending: picture };
  if (HTML.has(name)) return { type: 'html' };
  if (name === '') return { type: 'text', ending: '.txt' };
  const ending = ENDINGS.find(([pattern]) => pattern.test(name))?.[1];
  return ending === undefined ? { type: 'unsupported', name } : { type: 'text', ending };
}

function pictureEnding({ pathname }: URL): string | undefined {
  const ending = /\.(png|jpe?g|gif|webp)$/i.exec(pathname)?.[0].toLowerCase();
  return ending === '.jpeg' ? '.jpg' : ending;
}

export function charsetOf(contentType: string | undefined): string | undefined {
  return /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? '')?.[1];
}

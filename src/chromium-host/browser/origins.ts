/**
 * A stock browser does not route unknown schemes, so a page of `app://steiner/…` is shown as `https://steiner.app.invalid/…`.
 * `.invalid` never resolves (RFC 2606), name resolution is off besides, and every request is answered by the host; nothing
 * reaches a network. `https` is what Electron's privileged schemes amount to: a secure context with an origin of its own.
 * The app only ever sees its own scheme; just the page's `location` shows the other form.
 */
const SUFFIX = '.invalid';

/** `app://steiner/a?b#c` → `https://steiner.app.invalid/a?b#c`; web addresses and the like stay as they are. */
export function toBrowser(url: string, schemes: ReadonlySet<string>): string {
  const parsed = new URL(url);
  const scheme = parsed.protocol.slice(0, -1);
  if (!schemes.has(scheme)) return url;
  return `https://${parsed.host}.${scheme}${SUFFIX}${parsed.pathname || '/'}${parsed.search}${parsed.hash}`;
}

/** The way back; `undefined` for an address that no scheme of the app owns. */
export function fromBrowser(url: string, schemes: ReadonlySet<string>): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'https:' || !parsed.hostname.endsWith(SUFFIX) || parsed.port !== '') return undefined;
  const labels = parsed.hostname.slice(0, -SUFFIX.length).split('.');
  const scheme = labels.pop() ?? '';
  if (!schemes.has(scheme) || labels.length === 0) return undefined;
  return `${scheme}://${labels.join('.')}${parsed.pathname}${parsed.search}${parsed.hash}`;
}

export const SCHEME = 'app';
const HOST = 'steiner';

/** The only page of the app. */
export const START_PAGE = `${SCHEME}://${HOST}/index.html`;

/** Whether an address is one of the app's own. */
export function isOwnAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === `${SCHEME}:` && url.host === HOST;
}

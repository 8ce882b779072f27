const OPENABLE: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Whether a link from model text may be handed to the system's browser or mail program. */
export function isOpenable(href: string): boolean {
  return URL.canParse(href) && OPENABLE.has(new URL(href).protocol);
}

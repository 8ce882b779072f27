const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

export function isOutsideAddress(address: string): boolean {
  return URL.canParse(address) && SCHEMES.has(new URL(address).protocol);
}

/** To sort paths by: folder by folder, so that what lies in `a` comes before `a.txt`. */
export function pathKey(path: string): string {
  return path.replaceAll('/', '\0');
}

export function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** Maps in parallel, at most `limit` at a time; results keep the order of the items. Rejects with the first failure. */
export async function mapLimited<T, R>(items: readonly T[], limit: number, map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const entries = items.entries();
  async function work(): Promise<void> {
    for (const [index, item] of entries) results[index] = await map(item);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}

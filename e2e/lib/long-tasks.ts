import type { Page } from 'playwright-core';

/** Begins to note each piece of work that kept the page's main thread for 50 ms or more. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: number[] = [];
    Reflect.set(globalThis, 'longTasks', noted);
    new PerformanceObserver((list) => noted.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
  });
}

/** What was noted since the last call, in words. */
export async function longTasks(page: Page): Promise<string> {
  const noted = await page.evaluate(() => (Reflect.get(globalThis, 'longTasks') as number[]).splice(0));
  const longest = Math.round(Math.max(0, ...noted));
  return noted.length === 0 ? 'no task over 50 ms' : `${noted.length} tasks over 50 ms, the longest ${longest} ms`;
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds in the page as it is, a line each. Throws when it found next to nothing to check. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  if (passes.length <= 5) throw new Error(`axe checked only ${passes.length} rules`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`));
}

/** The same in both colour schemes. The page is left dark, and without motion. */
export async function axeFaultsInBoth(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await axeFaults(page)).map((fault) => `${colorScheme} ${fault}`));
  }
  return found;
}

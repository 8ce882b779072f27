import type { Page } from 'playwright-core';

/** More than any screen has. */
const MOST_STEPS = 300;

/** Walks once around the page with Tab. Names what looks the same with the focus and without it; throws when next to nothing was reached. */
export async function unseenFocus(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const walk = await page.evaluateHandle(beginWalk);
  const unseen: string[] = [];
  let reached = 0;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const { left, round } = await page.evaluate((from) => from.step(), walk);
    if (left !== undefined) reached += 1;
    if (left?.same === true) unseen.push(left.name);
    if (round) break;
  }
  await walk.dispose();
  if (reached < 2) throw new Error(`Tab reached ${reached} things`);
  return unseen;
}

interface Step {
  /** What had the focus before this step, and whether it looks now as it did then. */
  readonly left?: { readonly name: string; readonly same: boolean };
  /** Everything was met. */
  readonly round: boolean;
}

/** In the page. What is drawn anew while the focus leaves it cannot be compared, and is passed over. */
function beginWalk(): { readonly step: () => Step } {
  const met = new WeakSet<Element>();
  let before: { readonly element: Element; readonly look: string } | undefined;
  const focused = (): Element | null => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at === document.body ? null : at;
  };
  /** Outline, border, ground and shadow of it, and of what is around it. */
  const lookOf = (element: Element): string => {
    const parts: string[] = [];
    for (let at: Element | null = element, up = 0; at !== null && up < 4; at = at.parentElement, up += 1) {
      const { outlineStyle, outlineWidth, borderColor, backgroundColor, boxShadow } = getComputedStyle(at);
      parts.push(outlineStyle === 'none' ? '' : outlineWidth, borderColor, backgroundColor, boxShadow);
    }
    return parts.join('|');
  };
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 60)}`;
  return {
    step: () => {
      const element = focused();
      const left =
        before?.element.isConnected === true && before.element !== element
          ? { name: nameOf(before.element), same: before.look === lookOf(before.element) }
          : undefined;
      const round = element !== null && met.has(element);
      if (element !== null) met.add(element);
      before = element === null ? undefined : { element, look: lookOf(element) };
      return { ...(left === undefined ? {} : { left }), round };
    },
  };
}

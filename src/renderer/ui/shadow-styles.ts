const TAG = 'diffs-container';

/**
 * The diff view writes its theme into a `<style>` of its shadow tree, which the page's policy refuses. From here on such an element becomes a
 * constructed style sheet, which the policy allows. Does nothing the second time.
 */
export function adoptShadowStyles(): void {
  const view = customElements.get(TAG);
  if (view === undefined || Object.hasOwn(view.prototype, 'attachShadow')) return;
  view.prototype.attachShadow = function attachShadow(this: HTMLElement, init: ShadowRootInit): ShadowRoot {
    return adopting(HTMLElement.prototype.attachShadow.call(this, init));
  };
}

function adopting(root: ShadowRoot): ShadowRoot {
  const sheets = new WeakMap<HTMLStyleElement, CSSStyleSheet>();
  const appendChild = root.appendChild.bind(root);
  root.appendChild = function append<T extends Node>(node: T): T {
    if (!(node instanceof HTMLStyleElement)) return appendChild(node);
    const sheet = sheets.get(node) ?? following(node);
    sheet.replaceSync(node.textContent ?? '');
    sheets.set(node, sheet);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    return node;
  };
  return root;
}

/** The view fills some of its styles only after it has put them in place. */
function following(node: HTMLStyleElement): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const observer = new MutationObserver(() => sheet.replaceSync(node.textContent ?? ''));
  observer.observe(node, { childList: true, characterData: true, subtree: true });
  return sheet;
}

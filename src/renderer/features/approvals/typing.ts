/** Whether keys pressed here are text that someone writes. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null;
}

/** As a `ref`: gives the focus to what takes the place of the control that was pressed, which would be lost with it. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

/** The same for a group: its first control gets it, unless somebody is going through the tabs that show it. */
export function focusFirst(group: HTMLElement | null): void {
  if (document.activeElement?.getAttribute('role') === 'tab') return;
  group?.querySelector<HTMLElement>('input, select, button, [tabindex="0"]')?.focus();
}

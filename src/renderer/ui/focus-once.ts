/** As a `ref`: gives the focus to what takes the place of the control that was pressed, which would be lost with it. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}

/** The same for a group: its first control gets it. */
export function focusFirst(group: HTMLElement | null): void {
  group?.querySelector<HTMLElement>('input, select, button, [tabindex="0"]')?.focus();
}

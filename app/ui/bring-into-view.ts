/** Scrolls to an element when it is put there (as its `ref`): what went wrong may stand outside of a low panel's view. */
export function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

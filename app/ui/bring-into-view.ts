/** As a `ref`, scrolls the element to the top when it is mounted, because the person has asked for it. */
export function bringToTop(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' });
}

/** As a `ref`, scrolls to the element when it is mounted: an error may be outside the visible part of a low panel. */
export function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

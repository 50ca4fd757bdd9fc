/** Loads the page afresh. */
export function reloadPage(): void {
  location.reload();
}

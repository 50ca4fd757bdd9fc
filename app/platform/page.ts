/** Names the page in the browser's tab and history. */
export function setPageTitle(title: string): void {
  document.title = title;
}

/** Loads the page afresh. */
export function reloadPage(): void {
  location.reload();
}

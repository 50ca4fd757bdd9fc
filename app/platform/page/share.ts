/** How the system's share sheet was closed. */
export type ShareOutcome = 'shared' | 'dismissed' | 'failed';

/** True if the system has a share sheet for links. */
export function canShareLinks(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the system's share sheet. Must be called from a click. Never rejects. */
export async function shareLink(link: Required<Pick<ShareData, 'title' | 'url'>> & ShareData): Promise<ShareOutcome> {
  try {
    await navigator.share(link);
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'dismissed' : 'failed';
  }
}

/** Copies text to the clipboard. Returns false if the browser refuses, so that the text can be shown for selection. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the absolute URL of a path of the app. */
export function absoluteUrl(path: string): string {
  return new URL(path, location.origin).href;
}

/** Opens the browser's print dialog. */
export function printPage(): void {
  window.print();
}

/** What happened to something offered to the system's share sheet. */
export type ShareOutcome = 'shared' | 'dismissed' | 'failed';

/** True where the system has a share sheet that takes links. */
export function canShareLinks(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the system's share sheet. Must be called from a click. Never rejects. */
export async function shareLink(link: {
  readonly title: string;
  readonly text?: string;
  readonly url: string;
}): Promise<ShareOutcome> {
  try {
    await navigator.share(link);
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'dismissed' : 'failed';
  }
}

/** Puts text on the clipboard. Returns false where the browser refuses, so that the text can be shown for selecting. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** An address of the app in full: this page's origin before a path that starts with `/`. */
export function absoluteUrl(path: string): string {
  return new URL(path, location.origin).href;
}

import { proxy } from 'valtio';

/** Long enough to read two lines without haste. */
export const NOTICE_MS = 6000;

/** A short message that passes. */
export interface PassingNotice {
  readonly id: number;
  readonly text: string;
  /** Language of the text, where it is not the page's. */
  readonly lang: 'en' | undefined;
  /** Something that can be done about it while it is shown; the message goes with it. */
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

/** The messages on screen, oldest first. Shown by the shell. */
export const notices = proxy<{ shown: PassingNotice[] }>({ shown: [] });

let lastId = 0;

/**
 * Shows a message that survives a change of screen, and takes itself away after {@link NOTICE_MS}.
 *
 * @returns its id, for {@link dismissNotice}.
 */
export function showNotice(text: string, options: Partial<Pick<PassingNotice, 'lang' | 'action'>> = {}): number {
  lastId += 1;
  notices.shown.push({ id: lastId, text, lang: options.lang, action: options.action });
  return lastId;
}

/** Takes a message away. */
export function dismissNotice(id: number): void {
  notices.shown = notices.shown.filter((notice) => notice.id !== id);
}

import { proxy } from 'valtio';

/** A short message that passes. */
export interface PassingNotice {
  readonly id: number;
  readonly text: string;
  /** Language of the text, where it is not the page's. */
  readonly lang: 'en' | undefined;
}

/** The messages on screen, oldest first. Shown by the shell. */
export const notices = proxy<{ shown: PassingNotice[] }>({ shown: [] });

let lastId = 0;

/** Shows a message that survives a change of screen. Whoever shows it takes it away again with {@link dismissNotice}. */
export function showNotice(text: string, lang?: 'en'): void {
  lastId += 1;
  notices.shown.push({ id: lastId, text, lang });
}

/** Takes a message away. */
export function dismissNotice(id: number): void {
  notices.shown = notices.shown.filter((notice) => notice.id !== id);
}

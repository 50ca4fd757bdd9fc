import * as z from 'zod/mini';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';

/** What a tab stores about a welcome, so that a reload shows it again. */
export const WelcomeNote = z.object({ userId: UserId, mapId: ParcoursId });
/** What a tab stores about a welcome. */
export type WelcomeNote = z.infer<typeof WelcomeNote>;

const KEY = 'welcome';

/** Reads the tab's note; returns null if there is none or it is invalid. */
export function readWelcomeNote(): WelcomeNote | null {
  try {
    return WelcomeNote.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

/** Stores the note until the tab is closed. If the browser refuses (full or blocked), a reload forgets the welcome. */
export function writeWelcomeNote(note: WelcomeNote): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(note));
  } catch {
    // The welcome continues without the note.
  }
}

/** Removes the tab's note. */
export function forgetWelcomeNote(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so there is no note.
  }
}

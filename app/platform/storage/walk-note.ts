import * as z from 'zod/mini';
import { PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** What a tab stores about a walk, so that a reload neither ends it nor plays a story twice. */
export const WalkNote = z.object({
  userId: UserId,
  onSite: z.boolean(),
  autoplay: z.boolean(),
  /** Places whose story was started by autoplay. */
  begun: z.array(PlaceId),
  /** Places whose story does not start by itself again. */
  spent: z._default(z.array(PlaceId), []),
});
/** What a tab stores about a walk. */
export type WalkNote = z.infer<typeof WalkNote>;

const KEY = 'walk';

/** Reads the tab's note; returns null if there is none or it is invalid. */
export function readWalkNote(): WalkNote | null {
  try {
    return WalkNote.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

/** Stores the note until the tab is closed. If the browser refuses (full or blocked), a reload forgets the walk. */
export function writeWalkNote(note: WalkNote): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(note));
  } catch {
    // The walk continues without the note.
  }
}

/** Removes the tab's note. */
export function forgetWalkNote(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so there is no note.
  }
}

/** Transfers a guest's note to the account they sign up for. */
export function giveWalkNote(from: UserId, to: UserId): void {
  const note = readWalkNote();
  if (note?.userId === from) writeWalkNote({ ...note, userId: to });
}

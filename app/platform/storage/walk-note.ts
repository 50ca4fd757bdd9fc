import * as z from 'zod/mini';
import { PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** What a tab remembers of a walk, so that a reload neither ends it nor tells a story twice. */
export const WalkNote = z.object({
  userId: UserId,
  onSite: z.boolean(),
  autoplay: z.boolean(),
  /** Places whose story has begun by itself. */
  begun: z.array(PlaceId),
  /** Places whose story was heard. */
  heard: z.array(PlaceId),
});
/** What a tab remembers of a walk. */
export type WalkNote = z.infer<typeof WalkNote>;

const KEY = 'walk';

/** Reads the tab's note; null where there is none, or what is there is no note. */
export function readWalkNote(): WalkNote | null {
  try {
    return WalkNote.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

/** Keeps the note until the tab is closed. Where the browser refuses (full, or forbidden), a reload forgets the walk. */
export function keepWalkNote(note: WalkNote): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(note));
  } catch {
    // The walk itself goes on.
  }
}

/** Forgets the tab's note. */
export function forgetWalkNote(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Where nothing can be removed, nothing was kept.
  }
}

import * as z from 'zod/mini';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** The note of a walk: a reload neither ends it nor plays a story twice. */
export const WalkNote = z.object({
  userId: UserId,
  onSite: z.boolean(),
  autoplay: z.boolean(),
  /** Places whose story was started by autoplay. */
  begun: z.array(PlaceId),
  /** Places whose story does not start by itself again. */
  spent: z._default(z.array(PlaceId), []),
});
export type WalkNote = z.infer<typeof WalkNote>;

/** The note of a welcome: a reload shows it again. */
export const WelcomeNote = z.object({ userId: UserId, mapId: ParcoursId });

/** Data in session storage until the tab is closed. If the browser refuses (full or blocked), a reload forgets it. */
export function createTabNote<Note>(key: string, schema: z.ZodMiniType<Note>) {
  return {
    /** Null if there is none or it is invalid. */
    read(): Note | null {
      try {
        return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
      } catch {
        return null;
      }
    },
    write(note: Note): void {
      try {
        sessionStorage.setItem(key, JSON.stringify(note));
      } catch {
        // What it is about continues without the note.
      }
    },
    forget(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Storage is blocked, so there is no note.
      }
    },
  };
}

/** What a tab stores about a walk. */
export const walkNote = createTabNote('walk', WalkNote);

/** What a tab stores about a welcome. */
export const welcomeNote = createTabNote('welcome', WelcomeNote);

/** The code of a place that waits for a login. */
export const codeNote = createTabNote('code', z.string());

/** Transfers a guest's note to the account they sign up for. */
export function giveWalkNote(from: UserId, to: UserId): void {
  const note = walkNote.read();
  if (note?.userId === from) walkNote.write({ ...note, userId: to });
}

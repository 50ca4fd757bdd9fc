import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { storage } from '../../platform/storage/storage.ts';
import type { UnsavedWords } from '../../platform/storage/stored-values.ts';
import { session } from '../../session/session.ts';
import { isUnsaved, type TellingDraft, type Texts } from './telling-draft.ts';

/** Maximum number of versions with unsaved texts in one browser; the oldest are removed first. */
export const UNSAVED_WORDS_MAX = 30;

/** Stores the unsaved texts of a version on the device, or removes them once there are none. @param code of the version */
export function storeWords(placeId: PlaceId, code: string, draft: TellingDraft | null): void {
  const { user } = session;
  if (user === null) return;
  const others = storage.read('unsavedWords').filter((words) => !isOf(words, placeId) || words.telling !== code);
  const kept =
    draft === null || !isUnsaved(draft)
      ? []
      : [{ userId: user.id, placeId, telling: code, from: filled(draft.from), now: filled(draft.now) }];
  storage.write('unsavedWords', [...others, ...kept].slice(-UNSAVED_WORDS_MAX));
}

function filled(texts: Texts): UnsavedWords['now'] {
  return Object.entries(texts).flatMap(([field, text = '']) => (text === '' ? [] : [[field, text]]));
}

/** Returns the texts of a place that this person left unsaved, by the code of their version. */
export function listStored(placeId: PlaceId): Record<string, TellingDraft> {
  const own = storage.read('unsavedWords').filter((words) => isOf(words, placeId));
  return Object.fromEntries(
    own.map(({ telling, from, now }) => [telling, { from: Object.fromEntries(from), now: Object.fromEntries(now) }]),
  );
}

function isOf(words: UnsavedWords, placeId: PlaceId): boolean {
  return words.placeId === placeId && words.userId === session.user?.id;
}

import { TellingCode } from '../../../contracts/telling.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { storage } from '../../platform/storage/storage.ts';
import type { UnsavedWords } from '../../platform/storage/stored-values.ts';
import { storeWords, storeWordsLate, storeWordsNow } from '../../platform/storage/unsaved.ts';
import { session } from '../../session/session.ts';
import { isUnsaved, type TellingDraft, type Texts } from './telling-draft.ts';

/** Stores the unsaved texts of a version on the device, or removes them once there are none. @param code of the version */
export function storeTexts(placeId: PlaceId, code: string, draft: TellingDraft | null): void {
  const { user } = session;
  if (user === null) return;
  const words = draft === null || !isUnsaved(draft) ? null : listTexts(draft);
  storeWords({ userId: user.id, placeId, telling: code }, words);
}

/** Like {@link storeTexts}, of texts that are being typed. */
export function storeTextsLate(placeId: PlaceId, code: string, draft: TellingDraft): void {
  const { user } = session;
  if (user !== null) storeWordsLate({ userId: user.id, placeId, telling: code }, () => listTexts(draft));
}

function listTexts(draft: TellingDraft): Pick<UnsavedWords, 'from' | 'now'> {
  return { from: changed(draft), now: filled(draft.now) };
}

function filled(texts: Texts): UnsavedWords['now'] {
  return Object.entries(texts).flatMap(([field, text = '']) => (text === '' ? [] : [[field, text]]));
}

/** Only what differs: a long text that was not changed is stored once. */
function changed({ from, now }: TellingDraft): UnsavedWords['from'] {
  const fields = new Set([...Object.keys(from), ...Object.keys(now)]) as Set<keyof Texts>;
  return [...fields].flatMap((field) =>
    (from[field] ?? '') === (now[field] ?? '') ? [] : [[field, from[field] ?? '']],
  );
}

/** Returns the texts of a place that this person left unsaved, by the code of their version. */
export function listStored(placeId: PlaceId): Record<string, TellingDraft> {
  storeWordsNow();
  // A parcours' practical information is kept in the same list.
  const own = storage
    .read('unsavedWords')
    .filter((words) => isOf(words, placeId) && TellingCode.safeParse(words.telling).success);
  return Object.fromEntries(
    own.map(({ telling, from, now }) => {
      const texts: Texts = Object.fromEntries(now);
      const before: Texts = { ...texts, ...Object.fromEntries(from) };
      return [telling, { from: Object.fromEntries(filled(before)), now: texts }];
    }),
  );
}

function isOf(words: UnsavedWords, placeId: PlaceId): boolean {
  return words.placeId === placeId && words.userId === session.user?.id;
}

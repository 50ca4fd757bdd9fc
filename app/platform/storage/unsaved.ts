import { Scope } from '../scope.ts';
import { storage } from './storage.ts';
import type { UnsavedWords } from './stored-values.ts';

/** Whose unsaved words, and of what: a version of a place, or a parcours' practical information. */
export type WordsKey = Pick<UnsavedWords, 'userId' | 'placeId' | 'telling'>;

/**
 * The `telling` of a parcours' practical information, whose number is in `placeId`: the login screen loads this record
 * already, and has no room for another.
 */
export const ABOUT = 'about';

/** A pause in typing: each write reads and writes all unsaved words, among them long transcripts. */
const LATE_MS = 400;
/** Longest time between a letter and its write while typing goes on without a pause. */
const LATEST_MS = 4000;

let scope = new Scope();
/** What is not written yet. */
const late = new Map<string, () => void>();
let cancel = (): void => {};
let cancelLatest = (): void => {};
let isKept = true;

/** Whether the device has kept what was last stored: it may be full, or refuse. Otherwise it lasts as long as the page. */
export function keepsWords(): boolean {
  return isKept;
}

/** Stores unsaved words on the device, or removes them. @param words null if there are none */
export function storeWords(key: WordsKey, words: Pick<UnsavedWords, 'from' | 'now'> | null): void {
  late.delete(nameOf(key));
  const all = storage.read('unsavedWords');
  const others = all.filter((one) => nameOf(one) !== nameOf(key));
  if (words === null && others.length === all.length) return;
  isKept = storage.write('unsavedWords', [...others, ...(words === null ? [] : [{ ...key, ...words }])]);
}

/** Like {@link storeWords}, once no other letter has come for a moment. @param read returns them then */
export function storeWordsLate(key: WordsKey, read: () => Pick<UnsavedWords, 'from' | 'now'>): void {
  if (late.size === 0) cancelLatest = scope.timeout(storeWordsNow, LATEST_MS);
  late.set(nameOf(key), () => storeWords(key, read()));
  cancel();
  cancel = scope.timeout(storeWordsNow, LATE_MS);
}

/** Stores at once what waits for a pause. */
export function storeWordsNow(): void {
  cancel();
  cancelLatest();
  for (const store of late.values()) store();
}

/** Forgets what waits for a pause. */
export function forgetLateWords(): void {
  scope.dispose();
  scope = new Scope();
  late.clear();
}

function nameOf({ userId, placeId, telling }: WordsKey): string {
  return `${userId} ${placeId} ${telling}`;
}

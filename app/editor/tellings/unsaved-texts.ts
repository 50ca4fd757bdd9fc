import { TellingCode } from '../../../contracts/telling.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { Scope } from '../../platform/scope.ts';
import { storage } from '../../platform/storage/storage.ts';
import type { UnsavedWords } from '../../platform/storage/stored-values.ts';
import { session } from '../../session/session.ts';
import { isUnsaved, type TellingDraft, type Texts } from './telling-draft.ts';

/** A pause in typing: each write reads and writes the unsaved texts of all places, which may have long transcripts. */
const LATE_MS = 400;

const scope = new Scope();
/** What is not written yet, by place and code. */
const late = new Map<string, () => void>();
let cancel = (): void => {};
let isKept = true;

/** Whether the device has kept what was last stored: it may be full, or refuse. Otherwise it lasts as long as the page. */
export function keepsWords(): boolean {
  return isKept;
}

/** Stores the unsaved texts of a version on the device, or removes them once there are none. @param code of the version */
export function storeWords(placeId: PlaceId, code: string, draft: TellingDraft | null): void {
  const { user } = session;
  late.delete(`${placeId} ${code}`);
  if (user === null) return;
  const others = storage.read('unsavedWords').filter((words) => !isOf(words, placeId) || words.telling !== code);
  const kept =
    draft === null || !isUnsaved(draft)
      ? []
      : [{ userId: user.id, placeId, telling: code, from: changed(draft), now: filled(draft.now) }];
  isKept = storage.write('unsavedWords', [...others, ...kept]);
}

/** Like {@link storeWords}, once no other letter has come for a moment. */
export function storeWordsLate(placeId: PlaceId, code: string, draft: TellingDraft | null): void {
  late.set(`${placeId} ${code}`, () => storeWords(placeId, code, draft));
  cancel();
  cancel = scope.timeout(storeWordsNow, LATE_MS);
}

/** Stores at once what waits for a pause. */
export function storeWordsNow(): void {
  cancel();
  for (const store of late.values()) store();
}

/** Forgets what waits for a pause. */
export function forgetLateWords(): void {
  cancel();
  late.clear();
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

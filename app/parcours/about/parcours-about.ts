import { proxy, ref } from 'valtio';
import { tellingCalls } from '../../../contracts/calls/telling-calls.ts';
import type { ParcoursAbout } from '../../../contracts/telling.ts';
import { type ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { ApiError, addCalls, call } from '../../platform/net/api.ts';
import { parseJson } from '../../platform/net/http.ts';
import { storage } from '../../platform/storage/storage.ts';
import type { UnsavedWords } from '../../platform/storage/stored-values.ts';
import { ABOUT, forgetLateWords, storeWords, storeWordsLate, storeWordsNow } from '../../platform/storage/unsaved.ts';
import { session } from '../../session/session.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import {
  type AboutFault,
  type AboutFields,
  type Clash,
  findClashes,
  readFields,
  rebaseFields,
  type TranslationFields,
} from './about-fields.ts';

addCalls(tellingCalls);

/** Edited fields of what visitors should know of a parcours. */
export interface AboutEdit {
  /** What the fields were before the edit. */
  readonly from: AboutFields;
  readonly now: AboutFields;
}

/**
 * The unsaved edits, by parcours: here and not in the form, so that closing it loses nothing. The device keeps them, too.
 * Changed only in this file.
 */
export const aboutEdits = proxy<{ byMap: Record<ParcoursId, AboutEdit & { $$valtioSnapshot: AboutEdit }> }>({
  byMap: {},
});

/** Fetches what visitors should know of a parcours. @throws as `call` does */
export async function readAbout(parcoursId: ParcoursId): Promise<ParcoursAbout> {
  return (await call('readWords', { params: { mapId: parcoursId } })).words.about;
}

/** Changes a field of an edit, which begins with the first change and ends when the fields are as before. */
export function editAbout(parcoursId: ParcoursId, saved: AboutFields, change: Partial<AboutFields>): void {
  const { from, now } = aboutEdits.byMap[parcoursId] ?? { from: saved, now: saved };
  setEdit(parcoursId, { from, now: { ...now, ...change } });
}

function setEdit(parcoursId: ParcoursId, edit: AboutEdit): void {
  if (JSON.stringify(edit.now) === JSON.stringify(edit.from)) endAbout(parcoursId);
  else {
    aboutEdits.byMap[parcoursId] = ref(edit);
    keepAbout(parcoursId, edit);
  }
}

/** Ends an edit and discards its changes. */
export function endAbout(parcoursId: ParcoursId): void {
  delete aboutEdits.byMap[parcoursId];
  keepAbout(parcoursId, null);
}

/** Goes on with the edit of this page, or the one that an earlier page left on the device, over the fields that are saved now. */
export function resumeAbout(parcoursId: ParcoursId, saved: AboutFields): void {
  storeWordsNow();
  const kept = storage.read('unsavedWords').find((words) => isAbout(words, parcoursId));
  const stored = kept && { from: readList(kept.from, saved), now: readList(kept.now, saved) };
  const edit = aboutEdits.byMap[parcoursId] ?? stored;
  if (edit === undefined) return;
  setEdit(parcoursId, { from: saved, now: rebaseFields(edit.from, edit.now, saved) });
}

function isAbout({ userId, placeId, telling }: UnsavedWords, parcoursId: ParcoursId): boolean {
  return telling === ABOUT && Number(placeId) === Number(parcoursId) && userId === session.user?.id;
}

function keepAbout(parcoursId: ParcoursId, edit: AboutEdit | null): void {
  const { user } = session;
  if (user === null) return;
  const key = { userId: user.id, placeId: PlaceId.parse(Number(parcoursId)), telling: ABOUT };
  if (edit === null) storeWords(key, null);
  else storeWordsLate(key, () => ({ from: listFields(edit.from), now: listFields(edit.now) }));
}

function listFields(fields: AboutFields): [string, string][] {
  return Object.entries(fields).map(([field, value]) => [field, JSON.stringify(value)]);
}

/** Reads what {@link listFields} wrote; `saved` has the fields that it lacks or damaged, as of an earlier version of the app. */
function readList(list: UnsavedWords['now'], saved: AboutFields): AboutFields {
  const known = list.flatMap(([field, written]) => {
    const value = field in saved ? parseJson(written) : undefined;
    return (field === 'translations' ? areTranslations(value) : typeof value === 'string')
      ? [[field, value] as const]
      : [];
  });
  return { ...saved, ...Object.fromEntries(known) };
}

function areTranslations(value: unknown): boolean {
  const isWhole = (one: Partial<TranslationFields> | null): boolean =>
    [one?.language, one?.name, one?.description].every((text) => typeof text === 'string');
  return Array.isArray(value) && value.every(isWhole);
}

/** The fields can't be saved as they are. */
export class AboutFaultError extends Error {
  override readonly name = 'AboutFaultError';
  readonly fault: AboutFault;

  constructor(fault: AboutFault) {
    super(`The fields of a parcours can't be saved: ${fault.why}`);
    this.fault = fault;
  }
}

/** Others have changed the same meanwhile. The edit, which is not saved, now lies over what they have `saved`. */
export class AboutClashError extends Error {
  override readonly name = 'AboutClashError';
  readonly clashes: readonly Clash[];
  readonly saved: ParcoursAbout;

  constructor(clashes: readonly Clash[], saved: ParcoursAbout) {
    super('Others have changed the same fields of a parcours');
    this.clashes = clashes;
    this.saved = saved;
  }
}

/**
 * Saves the fields that `was` has become, over what others have saved meanwhile. An edit that goes on meanwhile stays.
 *
 * @param toFields returns the fields of what is stored
 * @throws AboutFaultError, AboutClashError; as `call` does
 */
export async function saveAbout(
  parcoursId: ParcoursId,
  was: ParcoursAbout,
  fields: AboutFields,
  toFields: (about: ParcoursAbout) => AboutFields,
): Promise<void> {
  await write(parcoursId, was, fields, toFields);
  if (aboutEdits.byMap[parcoursId]?.now === fields) endAbout(parcoursId);
}

async function write(
  parcoursId: ParcoursId,
  was: ParcoursAbout,
  fields: AboutFields,
  toFields: (about: ParcoursAbout) => AboutFields,
): Promise<void> {
  const read = readFields(fields);
  if ('fault' in read) throw new AboutFaultError(read.fault);
  try {
    await call('changeAbout', { params: { mapId: parcoursId }, body: { ...read.about, was } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    const saved = await readAbout(parcoursId);
    // Its first language is that of another version.
    if (JSON.stringify(saved) === JSON.stringify(was)) throw error;
    const [from, theirs] = [toFields(was), toFields(saved)];
    const clashes = findClashes(from, fields, theirs);
    if (clashes.length > 0) {
      resumeAbout(parcoursId, theirs);
      throw new AboutClashError(clashes, saved);
    }
    await write(parcoursId, saved, rebaseFields(from, fields, theirs), toFields);
  }
}

forgetAtSessionEnd(() => {
  forgetLateWords();
  aboutEdits.byMap = {};
});

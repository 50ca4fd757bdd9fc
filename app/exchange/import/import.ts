import { proxy, ref } from 'valtio';
import { importCalls } from '../../../contracts/calls/import-calls.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import type { GpxLine, ImportedSound, SkippedParts } from '../../../contracts/imported-file.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { readImport, unpackSound } from '../../../workers/client/import-client.ts';
import { pickFiles } from '../../drops/batch/picked-files.ts';
import { maxAudioBytes } from '../../drops/device-storage.ts';
import { currentOutbox, outbox } from '../../drops/drop-services.ts';
import { guardPage } from '../../page/busy.ts';
import { deletePlaces } from '../../places/many/managed-places.ts';
import { places, refreshPlaces } from '../../places/places.ts';
import { addCalls, call, isRefused } from '../../platform/net/api.ts';
import { randomKey } from '../../platform/page/random.ts';
import { Scope } from '../../platform/scope.ts';
import { type AskedImport, importNote } from '../../platform/storage/import-note.ts';
import { session } from '../../session/session.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import {
  bodyOf,
  cutIntoRequests,
  type ImportRequest,
  type ImportRow,
  looksSwapped,
  type SoundForPlace,
  soundsOf,
  toRows,
} from './import-rows.ts';

addCalls(importCalls);

/** Marks a value that valtio doesn't look into. */
type Whole<T> = T & { readonly $$valtioSnapshot: T };

/** What a file would become. */
interface Preview {
  readonly rows: readonly ImportRow[];
  readonly skipped: readonly SkippedParts[];
  readonly lines: readonly GpxLine[];
  readonly shortened: number;
  readonly forPlaces: readonly SoundForPlace[];
  /** The sounds that belong to no place. */
  readonly unused: readonly ImportedSound[];
  /** Whether the file is the ZIP of a whole parcours. */
  readonly isParcours: boolean;
  readonly isSwapped: boolean;
  /** Whether longitude and latitude seem to be the other way round. */
  readonly looksSwapped: boolean;
}

/** A finished import, or as much of one as was done, which can be taken back. */
interface DoneImport {
  readonly parcoursId: ParcoursId;
  readonly fileName: string;
  readonly placeIds: readonly PlaceId[];
  /** The sounds that were put into the outbox, and those that could not be. */
  readonly sounds: readonly { readonly itemId: string; readonly placeId: PlaceId }[];
  readonly lostSounds: readonly string[];
  /** How many places and sounds a reload of the page has left out; 0 for none. */
  readonly left: number;
}

/**
 * `halted`: an import was interrupted, and can go on or be taken back. `taking-back`: its places are being deleted.
 */
export type ImportPhase = 'choosing' | 'reading' | 'shown' | 'importing' | 'halted' | 'taking-back' | 'done';

interface ImportView {
  parcoursId: ParcoursId | null;
  phase: ImportPhase;
  fileName: string;
  preview: Whole<Preview> | null;
  /** The rows that become places, by their ids. */
  chosen: Whole<ReadonlySet<number>>;
  /** The places of the parcours that get their sounds. */
  sounded: Whole<ReadonlySet<PlaceId>>;
  /** What is done of the import, and of how much: places, then sounds. */
  done: number;
  total: number;
  /** Why the last step failed; null if it didn't. */
  failure: Whole<Error> | null;
  /** The last import of this session, or the running one. */
  last: Whole<DoneImport> | null;
}

const CLOSED: Omit<ImportView, 'chosen' | 'sounded' | 'last'> = {
  ...{ parcoursId: null, phase: 'choosing', fileName: '', preview: null, done: 0, total: 0, failure: null },
};

/** The open import. Changed only in this file. */
export const imports = proxy<ImportView>({ ...CLOSED, ...nothingChosen(), last: null });

function nothingChosen(): Pick<ImportView, 'chosen' | 'sounded'> {
  return { chosen: ref(new Set<number>()), sounded: ref(new Set<PlaceId>()) };
}

/** The running import: what is still to be sent. */
interface Work {
  readonly parcoursId: ParcoursId;
  readonly file: File;
  readonly requests: readonly ImportRequest[];
  /** The next request, and whether it was sent without an answer. */
  next: number;
  isUnanswered: boolean;
  /** The sounds that are still to be put into the outbox. */
  sounds: { readonly sound: ImportedSound; readonly placeId: PlaceId; readonly geometry: Geometry }[];
}

let scope = new Scope();
let file: File | null = null;
let work: Work | null = null;
/** The request that a reload interrupted: the server may have made its places. */
let asked: AskedImport | null = null;

/**
 * Opens the import of a parcours. One that runs or was interrupted is shown first, also of another parcours: what it has
 * made could not be taken back any more.
 */
export function openImport(parcoursId: ParcoursId): void {
  if (work === null && imports.phase !== 'taking-back') reset();
  imports.parcoursId = parcoursId;
  if (imports.last === null) recallLast();
}

/** Finds the import that ended with a reload of the page, or before it. */
function recallLast(): void {
  const note = importNote.read();
  if (note === null || note.userId !== session.user?.id) return;
  const { userId: _, asked: unanswered, ...last } = note;
  asked = unanswered;
  imports.last = ref({ ...last, lostSounds: [] });
}

/** Stores what a reload would forget. @param unanswered the request that is being sent; null for none */
function noteLast(unanswered: AskedImport | null): void {
  const { last, done, total } = imports;
  const userId = session.user?.id;
  if (last === null || userId === undefined) return;
  const { lostSounds: _, parcoursId, fileName, placeIds, sounds } = last;
  const made = { placeIds: [...placeIds], sounds: [...sounds] };
  importNote.write({
    userId,
    parcoursId,
    fileName,
    ...made,
    left: work === null ? last.left : total - done,
    asked: unanswered,
  });
}

let settling: Promise<void> | null = null;

/** Repeats the request that a reload interrupted, once, and notes the places that it has made, now or then. @throws as `call` does */
function settleAsked({ parcoursId }: DoneImport): Promise<void> {
  if (asked === null) return Promise.resolve();
  settling ??= repeat(parcoursId, asked).finally(() => {
    settling = null;
  });
  return settling;
}

async function repeat(parcoursId: ParcoursId, unanswered: NonNullable<typeof asked>): Promise<void> {
  const { key, body } = unanswered;
  try {
    const { placeIds } = await call('importPlaces', { params: { mapId: parcoursId }, body }, { idempotencyKey: key });
    if (asked !== unanswered) return;
    noteDone({ placeIds }, placeIds.length);
    await refreshPlaces();
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  if (asked === unanswered) asked = null;
}

/** Closes the import: a file that was not imported is forgotten; a running or interrupted import goes on, or waits. */
export function closeImport(): void {
  if (work === null && imports.phase !== 'taking-back') reset();
}

function reset(): void {
  scope.dispose();
  scope = new Scope();
  [file, work] = [null, null];
  Object.assign(imports, { ...CLOSED, ...nothingChosen() });
}

/** Reads a file, and shows what would become of it. Never rejects. */
export async function chooseImport(chosen: File, isSwapped = false): Promise<void> {
  const { parcoursId } = imports;
  if (parcoursId === null) return;
  scope.dispose();
  scope = new Scope();
  const signal = scope.signal();
  [file, work] = [chosen, null];
  Object.assign(imports, { phase: 'reading', fileName: chosen.name, failure: null, preview: null });
  try {
    // What of this file is there already must be seen.
    if (isSameAsLast(chosen.name) && imports.last !== null) await settleAsked(imports.last);
    const read = await readImport(chosen, isSwapped, signal);
    const existing = places.list.filter(({ map }) => map.id === parcoursId);
    const waiting = new Set(outbox.items.map(({ placeId }) => placeId));
    const found = toRows(read.places, read.sounds, existing, waiting);
    const { skipped, lines, shortened, isParcours } = read;
    const suspects = skipped.some(({ reason }) => reason === 'swapped') || looksSwapped(read.places, existing);
    Object.assign(imports, {
      phase: 'shown',
      preview: ref({ ...found, skipped, lines, shortened, isParcours, isSwapped, looksSwapped: suspects }),
      chosen: ref(new Set(found.rows.filter(({ twin }) => twin === null).map(({ id }) => id))),
      sounded: ref(new Set(found.forPlaces.map(({ place }) => place.id))),
    });
  } catch (error) {
    if (signal.aborted) return;
    Object.assign(imports, { phase: 'choosing', failure: asFailure(error) });
  }
}

/** Whether a file goes on with the import that a reload interrupted. */
function isSameAsLast(fileName: string): boolean {
  const { last, parcoursId } = imports;
  return last !== null && last.left > 0 && last.fileName === fileName && last.parcoursId === parcoursId;
}

/** Reads the file again, with longitude and latitude the other way round. Never rejects. */
export async function swapCoordinates(): Promise<void> {
  const { preview } = imports;
  if (file !== null && preview !== null) await chooseImport(file, !preview.isSwapped);
}

/** Hands the chosen file over, and forgets it here; null if there is none. */
export function takeChosenFile(): File | null {
  const taken = file;
  chooseAgain();
  return taken;
}

/** Forgets the chosen file. */
export function chooseAgain(): void {
  const { parcoursId } = imports;
  reset();
  imports.parcoursId = parcoursId;
}

/** Chooses rows, or leaves them out. */
export function chooseRows(ids: readonly number[], isChosen: boolean): void {
  imports.chosen = ref(withOrWithout(imports.chosen, ids, isChosen));
}

/** Gives places of the parcours their sounds, or not. */
export function chooseSounded(ids: readonly PlaceId[], isChosen: boolean): void {
  imports.sounded = ref(withOrWithout(imports.sounded, ids, isChosen));
}

function withOrWithout<T>(before: ReadonlySet<T>, some: readonly T[], isWith: boolean): Set<T> {
  const after = new Set(before);
  for (const one of some) {
    if (isWith) after.add(one);
    else after.delete(one);
  }
  return after;
}

/** Gives the sounds of a ZIP that belong to no place to the composer of several files. Never rejects. */
export async function composeUnused(): Promise<boolean> {
  const { preview } = imports;
  if (file === null || preview === null) return false;
  const signal = scope.signal();
  imports.phase = 'reading';
  try {
    const files: File[] = [];
    for (const sound of preview.unused) files.push(await unpack(file, sound, signal));
    pickFiles(files);
    reset();
    return true;
  } catch (error) {
    if (!signal.aborted) Object.assign(imports, { phase: 'shown', failure: asFailure(error) });
    return false;
  }
}

/** Imports the chosen rows, and puts the sounds into the outbox. Never rejects: the view says why it was interrupted. */
export async function startImport(): Promise<void> {
  const { parcoursId, preview, chosen, sounded, phase } = imports;
  if (parcoursId === null || preview === null || file === null || phase !== 'shown') return;
  const rows = preview.rows.filter(({ id }) => chosen.has(id));
  const sounds = preview.forPlaces
    .filter(({ place }) => sounded.has(place.id))
    .map(({ sound, place }) => ({ sound, placeId: place.id, geometry: place.feature }));
  work = { parcoursId, file, requests: cutIntoRequests(rows, randomKey), next: 0, isUnanswered: false, sounds };
  imports.done = 0;
  imports.total = rows.length + rows.filter(({ sound }) => sound !== null).length + sounds.length;
  // What the same file made before a reload is taken back with it.
  const { placeIds = [], sounds: sent = [] } = isSameAsLast(file.name) ? (imports.last ?? {}) : {};
  imports.last = ref({ parcoursId, fileName: file.name, placeIds, sounds: sent, lostSounds: [], left: 0 });
  asked = null;
  await continueImport();
}

/** Goes on with an interrupted import: what the server already has is not made again. Never rejects. */
export async function continueImport(): Promise<void> {
  const current = work;
  if (current === null || imports.phase === 'importing') return;
  Object.assign(imports, { phase: 'importing', failure: null });
  const release = guardPage('upload');
  try {
    // The session may end meanwhile.
    while (work === current && current.next < current.requests.length) await sendNext(current);
    if (work === current) await queueSounds(current);
    if (work !== current) return;
    work = null;
    imports.phase = 'done';
  } catch (error) {
    if (work === current) Object.assign(imports, { phase: 'halted', failure: asFailure(error) });
  } finally {
    release();
    void refreshPlaces();
  }
}

/** Sends the next request of an import. @throws as `call` does */
async function sendNext(current: Work): Promise<void> {
  const request = current.requests[current.next];
  if (request === undefined) return;
  const input = { params: { mapId: current.parcoursId }, body: bodyOf(request.rows) };
  noteLast({ key: request.key, body: input.body });
  try {
    const { placeIds } = await call('importPlaces', input, { idempotencyKey: request.key });
    if (work !== current) return;
    current.next += 1;
    current.isUnanswered = false;
    current.sounds.push(...soundsOf(request.rows, placeIds));
    noteDone({ placeIds }, request.rows.length);
  } catch (error) {
    current.isUnanswered = !isRefused(error);
    if (work === current && !current.isUnanswered) noteLast(null);
    throw error;
  }
}

/** Unpacks one sound after the other, which then belongs to the outbox: it converts and sends it, also after a restart. */
async function queueSounds(current: Work): Promise<void> {
  const signal = scope.signal();
  for (;;) {
    const [next] = current.sounds;
    if (next === undefined) return;
    const { sound, placeId, geometry } = next;
    let audio: File | null = null;
    try {
      audio = await unpack(current.file, sound, signal);
    } catch (error) {
      // One damaged sound doesn't stop the others.
      signal.throwIfAborted();
      if (!(error instanceof Error && error.name === 'ImportError')) throw error;
    }
    signal.throwIfAborted();
    if (audio === null) noteDone({ lostSounds: [sound.name] }, 1);
    else {
      const place = { mapId: current.parcoursId, geometry, placeId, title: '', sessionId: null };
      const itemId = await currentOutbox().add({ ...place, audio, fileName: sound.name });
      signal.throwIfAborted();
      noteDone({ sounds: [{ itemId, placeId }] }, 1);
    }
    current.sounds.shift();
  }
}

async function unpack(zip: File, { path, name }: ImportedSound, signal: AbortSignal): Promise<File> {
  const bytesMax = Math.min(maxAudioBytes(), Number.MAX_SAFE_INTEGER);
  return new File([await unpackSound(zip, path, bytesMax, signal)], name);
}

function noteDone(added: Partial<Pick<DoneImport, 'placeIds' | 'sounds' | 'lostSounds'>>, count: number): void {
  imports.done += count;
  const { last } = imports;
  if (last === null) return;
  imports.last = ref({
    ...last,
    placeIds: [...last.placeIds, ...(added.placeIds ?? [])],
    sounds: [...last.sounds, ...(added.sounds ?? [])],
    lostSounds: [...last.lostSounds, ...(added.lostSounds ?? [])],
    left: Math.max(0, last.left - count),
  });
  noteLast(null);
}

/** What became of an import that was taken back. */
export interface TakenBack {
  readonly deletedPlaces: number;
  /** The sounds of places that the parcours had before: they had been sent, and stay there. */
  readonly keptSounds: number;
}

/**
 * Takes the last import back: its sounds that still wait here are discarded, and its places deleted, which can be restored
 * for some days. Never rejects. @returns null if that failed, as the view says
 */
export async function takeBack(): Promise<TakenBack | null> {
  const before = imports.phase;
  if (imports.last === null || before === 'importing' || before === 'taking-back') return null;
  Object.assign(imports, { phase: 'taking-back', failure: null });
  const signal = scope.signal();
  const release = guardPage('upload');
  try {
    // The server may have made the places of a request whose response was lost: only a repetition tells which.
    if (work?.isUnanswered === true) await sendNext(work);
    else await settleAsked(imports.last);
    signal.throwIfAborted();
    const keptSounds = await discardSounds(signal);
    const { parcoursId, placeIds } = imports.last;
    const deletedPlaces = await deletePlaces(parcoursId, placeIds);
    signal.throwIfAborted();
    forgetLast();
    chooseAgain();
    return { deletedPlaces, keptSounds };
  } catch (error) {
    // Otherwise the session has ended.
    if (!signal.aborted) Object.assign(imports, { phase: before, failure: asFailure(error) });
    return null;
  } finally {
    release();
  }
}

/**
 * Discards the sounds of the last import. Those that were sent go with its places.
 * @returns how many of the other places' sounds were sent @throws if the device can't discard one
 */
async function discardSounds(signal: AbortSignal): Promise<number> {
  const { sounds = [], placeIds = [] } = imports.last ?? {};
  const imported = new Set(placeIds);
  let kept = 0;
  for (const one of sounds) {
    const wasHere = await currentOutbox().discard(one.itemId);
    signal.throwIfAborted();
    if (!wasHere && !imported.has(one.placeId)) kept += 1;
    // A repetition must not take a discarded one for one that was sent.
    else forgetSound(one.itemId);
  }
  return kept;
}

function forgetSound(gone: string): void {
  const { last } = imports;
  if (last !== null) imports.last = ref({ ...last, sounds: last.sounds.filter(({ itemId }) => itemId !== gone) });
}

function asFailure(error: unknown): Whole<Error> {
  return ref(error instanceof Error ? error : new Error('The import failed', { cause: error }));
}

function forgetLast(): void {
  imports.last = null;
  [asked, settling] = [null, null];
  importNote.forget();
}

forgetAtSessionEnd(() => {
  reset();
  forgetLast();
});

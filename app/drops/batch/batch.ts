import { proxy, ref, subscribe } from 'valtio';
import type { Position } from '../../../contracts/geo.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { mayBeAudio } from '../../platform/audio/audio-files.ts';
import { Scope } from '../../platform/scope.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { shownLanguage } from '../../ui/language.ts';
import { type AudioWorkers, type Composer, createComposer, startAudioWorkers } from '../composer/composer.ts';
import { type Composition, compose, type DropFault, isPartOnly, losesFile } from '../composer/composition.ts';
import { titleFromFile } from '../composer/title-from-file.ts';
import { createUnsentGuard, maxAudioBytes } from '../device-storage.ts';
import { type Fix, findShift, joinFixes, listFixes, placeOnWalk, type Span } from './along-walk.ts';
import { pickedFiles, placing } from './picked-files.ts';
import { type RecordedAt, readRecordedAt } from './recorded-at.ts';

/** One of several files that become drops. Immutable, but for its composer. */
export interface BatchFile {
  readonly id: number;
  readonly file: File;
  readonly composer: Composer;
  /** Null until its audio is ready. */
  readonly recorded: RecordedAt | null;
  /** Where the person placed it; null if they haven't. */
  readonly byHand: Position | null;
  /** Where the recorded walk was then; null if that doesn't tell. */
  readonly onWalk: Position | null;
}

/** A list that valtio doesn't look into. */
type BatchFiles = readonly BatchFile[] & { readonly $$valtioSnapshot: readonly BatchFile[] };

interface BatchView {
  readonly parcoursId: ParcoursId | null;
  /** In the order of their names. */
  files: BatchFiles;
  /** How many files were too many. */
  leftOut: number;
  /** The walk of the GPX files: its fixes, and its line; null without one. */
  walk: { readonly fixes: readonly Fix[]; readonly line: readonly Position[] } | null;
  /** Why one of the last GPX files could not be used; null if all could. */
  walkFault: Error | 'no-times' | null;
  isReadingWalk: boolean;
  /** Added to the files' times, because their clock was wrong. */
  shiftMs: number;
  /** The file that is being placed on the map; null while none is. */
  placingId: number | null;
  /** Which files are being placed: all, those without a place, or one. */
  placed: 'all' | 'rest' | 'one';
  isQueuing: boolean;
  asksToClose: boolean;
}

/** So many files can be checked at a glance, and their audio fits on most devices. */
export const FILES_MAX = 50;

const CLOSED: BatchView = {
  ...{ parcoursId: null, files: ref([]), leftOut: 0, walk: null, walkFault: null, isReadingWalk: false, shiftMs: 0 },
  ...{ placingId: null, placed: 'all', isQueuing: false, asksToClose: false },
};

/** The open batch. Changed only in this file. */
export const batch = proxy<BatchView>({ ...CLOSED });

/** Owns what the open batch uses. */
let open: {
  readonly scope: Scope;
  readonly workers: AudioWorkers;
  readonly hold: (isUnsent: boolean) => void;
  /** Ends with the walk, whose GPX files may still be read. */
  walkScope: Scope;
} | null = null;
/** Ends with the conversion of the last file: one runs at a time. */
let converting: Promise<void> = Promise.resolve();
/** Ends with the last GPX file, which joins those before it. */
let reading: Promise<void> = Promise.resolve();
let lastId = 0;

/** Adds files, and converts them one by one. @param parcoursId where their drops go, if these are the first */
export function addFiles(files: readonly File[], parcoursId: ParcoursId): void {
  if (open === null) {
    const scope = new Scope();
    // Titles and places of many files are much work: leaving the page asks first.
    open = { scope, workers: startAudioWorkers(scope), hold: createUnsentGuard(scope), walkScope: scope.child() };
    Object.assign(batch, { parcoursId });
  }
  const room = FILES_MAX - batch.files.length;
  const added = files.slice(0, room).map((file) => addFile(file, open?.workers ?? null));
  batch.leftOut = Math.max(0, files.length - room);
  const sorted = [...batch.files, ...added].sort((a, b) =>
    a.file.name.localeCompare(b.file.name, shownLanguage(), { numeric: true }),
  );
  show(sorted);
  for (const { id } of added) converting = converting.then(() => convert(id));
}

function addFile(file: File, workers: AudioWorkers | null): BatchFile {
  const composer = createComposer(compose('picked', titleFromFile(file.name)), undefined, workers);
  let before = composer.view.now;
  const follow = (): void => {
    const { now } = composer.view;
    // The progress of a conversion concerns only its row, which follows it itself.
    const isProgress = before.conversion !== null && now.conversion !== null;
    before = now;
    if (!isProgress) show(batch.files);
  };
  composer.scope.add(subscribe(composer.view, follow, true));
  if (!mayBeAudio(file)) composer.change({ type: 'refused', error: 'file-type' });
  lastId += 1;
  return { id: lastId, file, composer, recorded: null, byHand: null, onWalk: null };
}

async function convert(id: number): Promise<void> {
  const found = batch.files.find((one) => one.id === id);
  if (found === undefined || stateOf(found).error !== null) return;
  const { composer, file } = found;
  // Without files of the device, all of them are in memory at once.
  const usedBytes = batch.files.reduce((sum, one) => {
    const { audio } = stateOf(one);
    return audio === null ? sum : sum + one.file.size + audio.wav.size;
  }, 0);
  if (usedBytes + file.size > maxAudioBytes()) {
    composer.change({ type: 'failed', error: 'memory-full' });
    return;
  }
  const audio = await composer.convertFile(file, { draws: true });
  if (audio === null) return;
  const recorded = await readRecordedAt(file, audio.durationS);
  show(batch.files.map((one) => (one.id === id ? { ...one, recorded } : one)));
}

/** Tries again to convert a file, which waits for its turn. */
export function retryFile(id: number): void {
  const found = batch.files.find((one) => one.id === id);
  if (found === undefined || stateOf(found).error === null) return;
  found.composer.change({ type: 'awaited' });
  converting = converting.then(() => convert(id));
}

/** Faults that another attempt may end. */
export function mayRetry(fault: DropFault): boolean {
  const ofFile = ['file-type', 'no-sound', 'NotAudioError', 'NoAudioTrackError', 'ProtectedFileError'];
  return ![...ofFile, 'UnsupportedFormatError', 'TooManyChannelsError', 'DamagedFileError'].includes(fault);
}

/** Removes a file that isn't queued. */
export function removeFile(id: number): void {
  const removed = batch.files.find((one) => one.id === id);
  removed?.composer.callOff();
  removed?.composer.scope.dispose();
  show(batch.files.filter((one) => one.id !== id));
  if (batch.files.length === 0) closeBatch();
}

/** Returns the state of a file's composer. */
export const stateOf = ({ composer }: BatchFile): Composition => composer.view.now;

/** Returns where a file's drop goes; null while that is unknown. */
export const placeOf = ({ byHand, onWalk }: BatchFile): Position | null => byHand ?? onWalk;

/** Whether a file has audio that can become a drop. */
export function isUsable(one: BatchFile): boolean {
  const { audio, itemId, step } = stateOf(one);
  return audio !== null && itemId === null && step === 'resting' && !isPartOnly(stateOf(one));
}

/** Whether a file can be queued now. */
export const isReady = (one: BatchFile): boolean => isUsable(one) && placeOf(one) !== null;

/** Reads the GPX files of the walks during which the files were recorded, beside those that were read before. */
export async function readWalks(gpxFiles: readonly Blob[]): Promise<void> {
  if (open === null || gpxFiles.length === 0) return;
  const signal = open.walkScope.signal();
  Object.assign(batch, { walkFault: null, isReadingWalk: true });
  for (const gpx of gpxFiles) reading = reading.then(() => readWalk(gpx, signal));
  const last = reading;
  await last;
  if (!signal.aborted && last === reading) batch.isReadingWalk = false;
}

async function readWalk(gpx: Blob, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  try {
    // Loaded on demand.
    const { readTracks } = await import('../../../workers/client/import-client.ts');
    const read = listFixes(await readTracks(gpx, signal));
    if (signal.aborted) return;
    if (read.length === 0) {
      batch.walkFault = 'no-times';
      return;
    }
    const fixes = joinFixes(batch.walk?.fixes ?? [], read);
    batch.walk = ref({ fixes, line: fixes.map(({ position }) => position) });
    show(batch.files);
  } catch (error) {
    if (signal.aborted) return;
    batch.walkFault = ref(error instanceof Error ? error : new Error('Reading failed', { cause: error }));
  }
}

/** Forgets the walk, and the GPX files that are still being read. */
export function forgetWalk(): void {
  if (open !== null) {
    open.walkScope.dispose();
    open.walkScope = open.scope.child();
  }
  Object.assign(batch, { walk: null, walkFault: null, isReadingWalk: false, shiftMs: 0 });
  show(batch.files);
}

/** Corrects the clock of the files by this much. */
export function shiftClock(shiftMs: number): void {
  batch.shiftMs = shiftMs;
  show(batch.files);
}

/** Returns a correction that differs by whole hours and puts more files on the walk; null if there is none. */
export function proposeShift(): number | null {
  return findShift(
    batch.walk?.fixes ?? [],
    batch.files.flatMap((one) => spanOf(one) ?? []),
    batch.shiftMs,
  );
}

function spanOf(one: BatchFile): Span | null {
  const { audio } = stateOf(one);
  return audio === null || one.recorded === null ? null : { startMs: one.recorded.startMs, durationS: audio.durationS };
}

/** Shows the files, where the walk puts them, and on the map those that are placed. */
function show(files: readonly BatchFile[]): void {
  const { walk, shiftMs } = batch;
  const shown = files.map((one) => {
    const span = walk === null ? null : spanOf(one);
    const onWalk =
      walk === null || span === null ? null : placeOnWalk(walk.fixes, { ...span, startMs: span.startMs + shiftMs });
    // The same object if nothing changes, because each row is rendered only if its own does.
    return `${onWalk}` === `${one.onWalk}` ? one : { ...one, onWalk };
  });
  batch.files = ref(shown);
  open?.hold(shown.some((one) => losesFile(stateOf(one))));
  if (batch.placingId === null) {
    placing.now = null;
    return;
  }
  const placed = shown.flatMap((one) => {
    const position = placeOf(one);
    if (position === null) return [];
    const geometry = { type: 'Point' as const, coordinates: position };
    return [{ id: `batch-${one.id}`, name: stateOf(one).title, geometry }];
  });
  placing.now = ref({ placed, walk: walk?.line ?? [], onTap: placeByTap });
}

/** Starts to place on the map the files that have no place yet, or all again if each has one. */
export function startPlacing(): void {
  const usable = batch.files.filter(isUsable);
  const first = usable.find((one) => placeOf(one) === null);
  batch.placed = first === undefined ? 'all' : 'rest';
  placeNext(first ?? usable[0]);
}

/** Starts to place this file alone. */
export function placeFile(id: number): void {
  batch.placed = 'one';
  placeNext(batch.files.find((one) => one.id === id));
}

/** Places the current file, and goes on to the next. */
export function placeCurrent(position: Position): void {
  const { placingId } = batch;
  show(batch.files.map((one) => (one.id === placingId ? { ...one, byHand: position } : one)));
  stepPlacing(1);
}

/** The second click of a double-click, which zooms, would place the next file too. */
const DOUBLE_CLICK_MS = 350;
let lastTapMs = 0;

function placeByTap(position: Position): void {
  const nowMs = Date.now();
  if (nowMs - lastTapMs > DOUBLE_CLICK_MS) placeCurrent(position);
  lastTapMs = nowMs;
}

/** Goes on to the next file that is to be placed, or back to the one before; ends after the last one. */
export function stepPlacing(by: 1 | -1): void {
  const usable = batch.files.filter(isUsable);
  const index = usable.findIndex(({ id }) => id === batch.placingId);
  const ahead = batch.placed === 'one' ? [] : usable.slice(index + 1);
  if (by < 0) placeNext(usable[Math.max(0, index - 1)]);
  else placeNext(ahead.find((one) => batch.placed === 'all' || placeOf(one) === null));
}

/** Ends placing files on the map. */
export const stopPlacing = (): void => placeNext(undefined);

function placeNext(one: BatchFile | undefined): void {
  batch.placingId = one?.id ?? null;
  show(batch.files);
}

/** Puts the files that are ready into the outbox, in their order. @returns their drops' ids there */
export async function queueBatch(): Promise<string[]> {
  const { parcoursId: mapId } = batch;
  if (mapId === null || batch.isQueuing) return [];
  batch.isQueuing = true;
  const queued: string[] = [];
  try {
    for (const { id } of batch.files.filter(isReady)) {
      const itemId = await queueFile(id, mapId);
      if (itemId === null) continue;
      queued.push(itemId);
      show(batch.files.filter((one) => one.id !== id));
    }
  } finally {
    batch.isQueuing = false;
  }
  if (batch.files.length === 0) closeBatch();
  return queued;
}

async function queueFile(id: number, mapId: ParcoursId): Promise<string | null> {
  // It may have been changed or removed, or the batch closed, while another was being stored.
  const one = batch.files.find((found) => found.id === id);
  if (one === undefined || !isReady(one)) return null;
  const { file, composer } = one;
  const [coordinates, { audio, title }] = [placeOf(one), stateOf(one)];
  if (coordinates === null || audio === null) return null;
  const place = { mapId, geometry: { type: 'Point' as const, coordinates }, placeId: null, sessionId: null };
  const draft = { ...place, title, audio: file, fileName: file.name, prepared: audio };
  const itemId = await composer.queue(draft, 'queuing');
  if (itemId !== null) composer.scope.dispose();
  return itemId;
}

/** Closes the batch; asks first if files would be lost. */
export function askToCloseBatch(): void {
  // Storing takes a moment, and ends by itself.
  if (batch.isQueuing) return;
  if (batch.files.some((one) => losesFile(stateOf(one)))) batch.asksToClose = true;
  else closeBatch();
}

/** Returns to the files after the question. */
export function keepBatch(): void {
  batch.asksToClose = false;
}

/** Closes the batch, and gives up the files that are not queued. */
export function closeBatch(): void {
  for (const { composer } of batch.files) {
    composer.callOff();
    composer.scope.dispose();
  }
  open?.scope.dispose();
  open = null;
  Object.assign(batch, CLOSED);
  placing.now = null;
  Object.assign(pickedFiles, { isOpen: false, waiting: ref([]) });
}

forgetAtSessionEnd(closeBatch);

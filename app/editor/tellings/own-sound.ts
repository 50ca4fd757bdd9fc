import { proxy, ref } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { type Composer, createComposer, discardAudio } from '../../drops/composer/composer.ts';
import { type Composition, compose, isPartOnly } from '../../drops/composer/composition.ts';
import { currentOutbox, outbox } from '../../drops/drop-services.ts';
import type { DropDraft } from '../../drops/outbox/outbox-records.ts';
import type { OutboxItem } from '../../drops/outbox/outbox-view.ts';
import {
  beginRecording,
  dismissRecorderFault,
  type EndedRecording,
  type RecorderFault,
  recorder,
} from '../../drops/record/recorder.ts';
import { putAside } from '../../drops/record/recordings.ts';
import { guardPage } from '../../page/busy.ts';
import { firstPosition } from '../../position/coordinates.ts';
import { session } from '../../session/session.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { placeWords, reloadWords, removeTelling } from './place-texts.ts';

/** What the outbox needs to know of a place. */
export type SoundedPlace = Pick<Place, 'id' | 'map' | 'feature'>;

/** A file or a recording that becomes the own sound of a version. */
export interface SoundWork {
  readonly composer: Composer;
  readonly source: Pick<DropDraft, 'audio' | 'fileName' | 'sessionId'>;
  readonly place: SoundedPlace;
  /** Of its version. */
  readonly code: string;
}

/** What becomes sounds of versions, by {@link soundKey}. It goes on when the sheet is closed. Changed only in this file. */
export const ownSounds = proxy<{
  /** Until the outbox has them; a refused one until the next. */
  works: Record<string, SoundWork & { $$valtioSnapshot: SoundWork }>;
  /** The version for which the recorder runs; null if it runs for none. */
  recorded: string | null;
  /** Why the last recording for a version didn't begin, or ended by itself; null if neither. */
  fault: { readonly key: string; readonly why: RecorderFault } | null;
}>({ works: {}, recorded: null, fault: null });

/** Identifies a version of a place. */
export function soundKey(placeId: PlaceId, code: string): string {
  return `${placeId}.${code}`;
}

/** The version of a place, by its code, for which the recorder runs; null if it runs for none of them. */
export function recordedCode(placeId: PlaceId): string | null {
  const start = soundKey(placeId, '');
  return ownSounds.recorded?.startsWith(start) === true ? ownSounds.recorded.slice(start.length) : null;
}

/** The sounds of a version that wait on this device among `items`. Pure. */
export function waitingSounds(items: readonly OutboxItem[], placeId: PlaceId, code: string): OutboxItem[] {
  return items.filter((item) => item.placeId === placeId && item.telling === code);
}

/** Whether a file is being converted or stored, or waits for an answer about its readable part. */
export function isAtWork(now: Composition): boolean {
  return now.conversion !== null || now.step !== 'resting' || isPartOnly(now);
}

/**
 * Converts a file, and gives it to the outbox as the own sound of a version, unless only a part of it is readable. Never
 * rejects: the composer's view says why it failed. @returns the number of unreadable tracks that were skipped
 */
export async function sendSound(place: SoundedPlace, code: string, file: File): Promise<number> {
  const earlier = ownSounds.works[soundKey(place.id, code)];
  if (earlier !== undefined && isAtWork(earlier.composer.view.now)) return 0;
  const source = { audio: file, fileName: file.name, sessionId: null };
  const work = begin({ composer: createComposer(compose('picked')), source, place, code });
  const release = guardPage('upload');
  try {
    const audio = await work.composer.convertFile(file, { draws: true });
    if (audio !== null && !isPartOnly(work.composer.view.now)) await store(work);
    return audio?.skippedTracks ?? 0;
  } finally {
    release();
  }
}

/** Gives the readable part of a file to the outbox. */
export async function acceptPart(work: SoundWork): Promise<void> {
  work.composer.change({ type: 'part-accepted' });
  await store(work);
}

/**
 * Starts a recording that becomes the own sound of a version once it ends. The note on the device names the version, so that
 * a crash doesn't lose it. Must be called from a tap. `ownSounds` says why it failed.
 */
export async function recordSound(place: SoundedPlace, code: string): Promise<void> {
  const { user } = session;
  if (user === null || ownSounds.recorded !== null) return;
  const { id: placeId, map, feature: geometry } = place;
  const pinned = { geometry, placeId, pendingId: null, plannedId: null, telling: code };
  const destination = { parcoursId: map.id, position: firstPosition(geometry), pinned };
  Object.assign(ownSounds, { recorded: soundKey(placeId, code), fault: null });
  const hasBegun = await beginRecording(user.id, destination, (ended) => void sendRecording(place, code, ended));
  if (hasBegun) return;
  ownSounds.recorded = null;
  noteFault(place, code, recorder.fault);
}

/** Takes over the recorder's fault, which belongs to this version alone. */
function noteFault({ id }: SoundedPlace, code: string, why: RecorderFault | null): void {
  ownSounds.fault = why === null ? null : { key: soundKey(id, code), why };
  dismissRecorderFault();
}

async function sendRecording(place: SoundedPlace, code: string, { id, note, fault }: EndedRecording): Promise<void> {
  ownSounds.recorded = null;
  noteFault(place, code, fault);
  const source = { audio: { recordingId: id }, fileName: null, sessionId: note.sessionId };
  await store(begin({ composer: createComposer(compose('fresh')), source, place, code }));
  // It is either queued, or found again as a recording.
  await putAside(id, note.userId);
}

/** Gives a file up, unless the outbox already sends it. */
export function cancelSound(work: SoundWork): void {
  work.composer.callOff();
  end(work);
}

/**
 * Deletes a version of the open place, and then its sounds that wait on this device, which would make it again. They stay
 * if the version stays. @returns whether it is gone
 */
export async function removeVersion(code: string): Promise<boolean> {
  const { place } = placeWords;
  if (place === null) return false;
  const waiting = waitingSounds(outbox.items, place.id, code);
  if (!(await removeTelling(code))) return false;
  const work = ownSounds.works[soundKey(place.id, code)];
  if (work !== undefined) cancelSound(work);
  let areHere = true;
  for (const { id } of waiting) areHere = (await currentOutbox().discard(id)) && areHere;
  if (areHere) return true;
  // One was sent meanwhile, perhaps after the deletion.
  await reloadWords(place);
  return removeTelling(code);
}

async function store(work: SoundWork): Promise<void> {
  const { composer, source, place, code } = work;
  const { audio } = composer.view.now;
  const { id: placeId, map, feature: geometry } = place;
  const draft = { mapId: map.id, geometry, placeId, telling: code, title: '', ...source };
  const itemId = await composer.queue({ ...draft, ...(audio === null ? {} : { prepared: audio }) }, 'queuing');
  if (itemId === null) {
    // Called off meanwhile, or the device is full: the file can be chosen again, the recording is found again.
    if (audio !== null) discardAudio(audio);
    return;
  }
  end(work);
  void followSound(itemId, place);
}

/** Shows a work in the place of an earlier one, which failed. */
function begin(work: SoundWork): SoundWork {
  const key = soundKey(work.place.id, work.code);
  const earlier = ownSounds.works[key];
  if (earlier !== undefined) end(earlier);
  ownSounds.works[key] = ref(work);
  return work;
}

function end(work: SoundWork): void {
  work.composer.scope.dispose();
  const key = soundKey(work.place.id, work.code);
  if (ownSounds.works[key]?.composer === work.composer) delete ownSounds.works[key];
}

const followed = new Set<string>();

/** Shows the sound of a version once the outbox has sent it. Never rejects. */
export async function followSound(itemId: string, place: Pick<Place, 'id' | 'map'>): Promise<void> {
  if (followed.has(itemId)) return;
  followed.add(itemId);
  try {
    await currentOutbox().whenSent(itemId);
    await reloadWords(place);
  } catch {
    // Discarded, or its owner has logged out.
  } finally {
    followed.delete(itemId);
  }
}

forgetAtSessionEnd(() => {
  for (const work of Object.values(ownSounds.works)) cancelSound(work);
  Object.assign(ownSounds, { recorded: null, fault: null });
});

import { proxy, ref } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { type Composer, createComposer, discardAudio } from '../../drops/composer/composer.ts';
import { type Composition, compose, isPartOnly } from '../../drops/composer/composition.ts';
import { currentOutbox } from '../../drops/drop-services.ts';
import { guardPage } from '../../page/busy.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { reloadWords } from './place-texts.ts';

/** What the outbox needs to know of a place. */
export type SoundedPlace = Pick<Place, 'id' | 'map' | 'feature'>;

/** A file that becomes the own sound of a version. */
export interface SoundWork {
  readonly composer: Composer;
  readonly file: File;
  readonly place: SoundedPlace;
  /** Of its version. */
  readonly code: string;
}

/**
 * The files that become sounds of versions, by {@link soundKey}, until the outbox has them; a refused one until the next.
 * They go on when the sheet is closed. Changed only in this file.
 */
export const ownSounds = proxy<{ works: Record<string, SoundWork & { $$valtioSnapshot: SoundWork }> }>({ works: {} });

/** Identifies a version of a place. */
export function soundKey(placeId: PlaceId, code: string): string {
  return `${placeId}.${code}`;
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
  const key = soundKey(place.id, code);
  const earlier = ownSounds.works[key];
  if (earlier !== undefined) {
    if (isAtWork(earlier.composer.view.now)) return 0;
    end(earlier);
  }
  const work: SoundWork = { composer: createComposer(compose('picked')), file, place, code };
  ownSounds.works[key] = ref(work);
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

/** Gives a file up, unless the outbox already sends it. */
export function cancelSound(work: SoundWork): void {
  work.composer.callOff();
  end(work);
}

async function store(work: SoundWork): Promise<void> {
  const { composer, file, place, code } = work;
  const { audio } = composer.view.now;
  if (audio === null) return;
  const { id: placeId, map, feature: geometry } = place;
  const draft = { mapId: map.id, geometry, placeId, telling: code, title: '', fileName: file.name, sessionId: null };
  const itemId = await composer.queue({ ...draft, audio: file, prepared: audio }, 'queuing');
  // Called off meanwhile, or the device is full: the file can be chosen again.
  if (itemId === null) return discardAudio(audio);
  end(work);
  void followSound(itemId, place);
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
});

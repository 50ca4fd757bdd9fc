import { proxy, ref } from 'valtio';
import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { holdPage } from '../../page/busy.ts';
import type { RecordingNote } from '../../platform/storage/recording-note.ts';
import { firstPosition } from '../../position/coordinates.ts';
import { session } from '../../session/session.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { type Composer, createComposer } from '../composer/composer.ts';
import { type Composition, compose, type LossQuestion } from '../composer/composition.ts';
import type { ReplacedDrop } from '../composer/destination.ts';
import { type Here, readHere, whyNotHere } from '../drop-mode.ts';
import { currentOutbox, outbox, publishDraft } from '../drop-services.ts';
import { outboxFaultOf } from '../outbox/outbox-records.ts';
import type { OutboxItem } from '../outbox/outbox-view.ts';
import { beginRecording, dismissRecorderFault, type EndedRecording } from './recorder.ts';
import {
  changeNote,
  type FoundRecording,
  openRecording,
  putAside,
  recordingFiles,
  removeRecording,
} from './recordings.ts';

/** A finished recording in its popup. */
export interface OpenTake {
  readonly take: Take;
  readonly composer: Composer;
  /** Resolves with the id of its drop once that is queued, or with null if it isn't. */
  queuing: Promise<string | null>;
}

/** The open recording. Changed only in this file. */
export const takes = proxy<{ open: (OpenTake & { $$valtioSnapshot: OpenTake }) | null }>({ open: null });

/** Starts a recording at the person's position. Must be called from a tap. Resolves with whether it has begun. */
export async function recordHere(): Promise<boolean> {
  const here = readHere();
  return here !== null && session.user !== null && beginRecording(session.user.id, here, takeUp);
}

/** Starts a recording that fills a planned place. Must be called from a tap. */
export function recordPlanned({ id, appelation, feature: geometry, map }: PlannedPlace): void {
  void recordPinned({
    mapId: map.id,
    position: firstPosition(geometry),
    title: appelation === DEFAULT_PLACE_TITLE ? '' : appelation,
    pinned: { geometry, placeId: null, pendingId: null, plannedId: id },
  });
}

/**
 * Starts a recording that replaces the audio of a drop, once it is saved and sent. Must be called from a tap. Resolves with
 * whether it has begun.
 */
export function recordAgain({ id, feature: geometry, map, newTitle: title, isMoved }: ReplacedDrop): Promise<boolean> {
  const pinned = { geometry, placeId: id, pendingId: null, plannedId: null, isMoved };
  return recordPinned({ mapId: map.id, position: firstPosition(geometry), title, pinned });
}

async function recordPinned(note: Pick<RecordingNote, 'mapId' | 'position' | 'title' | 'pinned'>): Promise<boolean> {
  const { user } = session;
  const { mapId: parcoursId, position, title, pinned } = note;
  return user !== null && beginRecording(user.id, { parcoursId, position, title, pinned }, takeUp);
}

/** Queues a recording that has just ended as a drop, before anything is asked, and opens its popup. */
export function takeUp({ id, note }: EndedRecording): void {
  const open = show(takeOf(id, 'fresh', note, note.userId));
  void queueAsDraft(open).then((itemId) => prepare(open, itemId));
}

/** Opens a recording that was left on this device. */
export function openLeft(take: Take): void {
  void prepare(show(take), take.itemId);
}

/** Closes the open recording, which stays on the device, at the end of a session. */
export function forgetTakes(): void {
  takes.open?.composer.scope.dispose();
  takes.open = null;
}

/** Stores the title, so that a crash does not lose it. */
export function titleTake({ take, composer }: OpenTake, title: string): void {
  composer.change({ type: 'titled', title });
  const { itemId } = composer.view.now;
  if (itemId === null) void changeNote(take.id, { title });
  else
    void currentOutbox()
      .titleDraft(itemId, title)
      .catch(() => {});
}

/** Tries again to queue a fresh recording. */
export function retryTake(open: OpenTake): void {
  void queueAsDraft(open);
}

/** Saves the recording for good, and closes its popup. @returns the id of its drop; null if that failed */
export async function saveTake(open: OpenTake): Promise<string | null> {
  const { take, composer } = open;
  const { itemId, title } = composer.view.now;
  const savedId = itemId ?? (await queue(open, false));
  if (savedId === null) return null;
  composer.change({ type: 'step-began', step: 'saving' });
  try {
    await publishDraft({ id: savedId, pendingId: take.note?.pinned?.pendingId ?? null }, title);
  } catch (error) {
    composer.change({ type: 'failed', error: outboxFaultOf(error) });
    return null;
  }
  void closeTake(open);
  return savedId;
}

/**
 * Deletes the place and the recording after the person confirmed that, once another one has begun if `about` says so. Must
 * be called from a tap.
 */
export async function confirmLoss(open: OpenTake, about: LossQuestion | null): Promise<void> {
  const { take, composer } = open;
  const pinned = take.note?.pinned;
  const fixed = pinned?.plannedId == null && pinned?.placeId == null ? null : (take.note ?? null);
  composer.change({ type: 'denied' });
  if (about === 'redo' && fixed === null && readHere() === null) {
    composer.change({ type: 'failed', error: whyNotHere() });
    return;
  }
  composer.change({ type: 'step-began', step: 'removing' });
  // Nothing is deleted before: without a microphone, the correction that goes with this one would be lost.
  if (about === 'redo' && !(await (fixed === null ? recordHere() : recordPinned(fixed)))) {
    composer.change({ type: 'failed', error: null });
    return;
  }
  try {
    // A recording that is being queued at this moment becomes a drop in the next.
    const itemId = composer.view.now.itemId ?? (await open.queuing);
    if (itemId !== null) await currentOutbox().discard(itemId);
    else await removeRecording(take.id, take.userId);
  } catch {
    // Behind this popup the next one runs already; this one stays on the device.
    if (about !== 'redo') {
      composer.change({ type: 'failed', error: 'not-removed' });
      return;
    }
  }
  void closeTake(open);
}

/** Closes the popup and leaves the recording on the device. */
export async function closeTake(open: OpenTake): Promise<void> {
  open.composer.change({ type: 'closed' });
  dismissRecorderFault();
  await putAside(open.take.id, open.take.userId);
  open.composer.scope.dispose();
  if (takes.open?.composer === open.composer) takes.open = null;
}

function show(take: Take): OpenTake {
  const replaced = takes.open;
  replaced?.composer.scope.dispose();
  if (replaced !== null) void putAside(replaced.take.id, replaced.take.userId);
  const composer = createComposer(compose(take.origin, take.title, take.itemId));
  composer.scope.add(holdPage('recording'));
  const open = { take, composer, queuing: Promise.resolve(null) };
  takes.open = ref(open);
  return open;
}

function queueAsDraft(open: OpenTake): Promise<string | null> {
  open.queuing = queue(open, true);
  return open.queuing;
}

async function queue({ take, composer }: OpenTake, isDraft: boolean): Promise<string | null> {
  // A recording whose note is unreadable after a crash goes where a new one would.
  const destination = take.destination ?? readHere();
  if (destination === null) {
    composer.change({ type: 'failed', error: whyNotHere() });
    return null;
  }
  const { parcoursId, position } = destination;
  const { title, audio } = composer.view.now;
  const atPoint = { geometry: { type: 'Point' as const, coordinates: position }, placeId: null, pendingId: null };
  const draft = {
    ...(take.note?.pinned ?? atPoint),
    mapId: parcoursId,
    title,
    isDraft,
    audio: { recordingId: take.id },
  };
  const sessionId = take.note?.sessionId ?? null;
  const prepared = audio === null ? {} : { prepared: audio };
  return composer.queue({ ...draft, ...prepared, sessionId, fileName: null }, isDraft ? 'queuing' : 'saving');
}

/** The outbox converts unsent audio, once for its popup and for sending. */
function prepare({ take, composer }: OpenTake, itemId: string | null): Promise<void> {
  return composer.prepare(async ({ convert }, signal) => {
    const isUnsent = outbox.items.some((item) => item.id === itemId && item.isUnsent);
    if (itemId !== null && isUnsent) return currentOutbox().readConverted(itemId);
    // A found recording is claimed for this tab.
    const wav = take.origin === 'found' ? await openRecording(take) : await recordingFiles()?.read(take.id);
    return wav == null ? null : convert(wav, { signal });
  });
}

forgetAtSessionEnd(forgetTakes);

/** A finished recording on this device. */
export interface Take {
  /** The recording's id. */
  readonly id: string;
  readonly origin: Exclude<Composition['origin'], 'picked'>;
  /** Its drop in the outbox; null if there is none. */
  readonly itemId: string | null;
  readonly title: string;
  /** When it was recorded or queued; null if unknown. */
  readonly atMs: number | null;
  readonly userId: UserId;
  /** Where its drop is placed; null if unknown, which means the person's position when it is saved. */
  readonly destination: Here | null;
  /** The note stored with the recording; null if a crash left nothing readable. */
  readonly note: RecordingNote | null;
}

/** Returns the oldest unsaved recording, which a crash left or the person put aside; null if there is none. */
export function firstLeft(found: readonly FoundRecording[], items: readonly OutboxItem[], userId: UserId): Take | null {
  const [left] = found;
  if (left !== undefined) return takeOf(left.id, 'found', left.note, userId);
  const draft = items.find(({ isDraft, recordingId }) => isDraft && recordingId !== null);
  if (draft === undefined || draft.recordingId === null) return null;
  const { id: itemId, recordingId: id, title, keptAtMs: atMs } = draft;
  return { id, origin: 'queued', itemId, title, atMs, userId, destination: null, note: null };
}

/** Makes a take from a recording that has just ended, or was found after a crash. */
function takeOf(id: string, origin: 'fresh' | 'found', note: RecordingNote | null, userId: UserId): Take {
  const destination = note === null ? null : { parcoursId: note.mapId, position: note.position };
  const [title, atMs] = [note?.title ?? '', note?.startedAtMs ?? null];
  return { id, origin, itemId: null, title, atMs, userId, destination, note };
}

import type { UserId } from '../../../contracts/vocabulary.ts';
import type { RecordingNote } from '../../platform/storage/recording-note.ts';
import type { Here } from '../here.ts';
import type { OutboxItem } from '../outbox/outbox-view.ts';
import type { FoundRecording } from '../record/recordings.ts';
import type { Composition } from './composition.ts';

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
  return { id, origin: 'kept', itemId, title, atMs, userId, destination: null, note: null };
}

/** Makes a take from a recording that has just ended, or was found after a crash. */
export function takeOf(id: string, origin: 'fresh' | 'found', note: RecordingNote | null, userId: UserId): Take {
  const destination = note === null ? null : { mapId: note.mapId, position: note.position };
  const [title, atMs] = [note?.title ?? '', note?.startedAtMs ?? null];
  return { id, origin, itemId: null, title, atMs, userId, destination, note };
}

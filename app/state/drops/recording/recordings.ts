import { proxy, ref } from 'valtio';
import { dropCalls } from '../../../../contracts/calls/drops.ts';
import type { UserId } from '../../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../../workers/client/recording-client.ts';
import { ApiError, addCalls, call } from '../../../platform/net/api.ts';
import type { Scope } from '../../../platform/scope.ts';
import { parseNote, type RecordingNote } from '../../../platform/storage/recording-note.ts';

addCalls(dropCalls);

const SESSION_TIMEOUT_MS = 15_000;

/** A recording that is kept on this device. */
export interface FoundRecording {
  readonly id: string;
  /** Null where a crash left nothing readable. */
  readonly note: RecordingNote | null;
  readonly durationS: number;
}

/** The recordings of this device that belong to no drop. Changed by the functions of this file alone. */
export const recordings = proxy<{
  /** It is known what was left on this device. */
  hasLooked: boolean;
  /** This person's, oldest first, without those that this page works with. Replaced as a whole. */
  found: FoundRecording[] & { $$valtioSnapshot: FoundRecording[] };
}>({ hasLooked: false, found: ref([]) });

let client: RecordingClient | null = null;
/** Of the recordings that this page works with. */
const notes = new Map<string, RecordingNote>();
const sessions = new Map<string, Promise<string | null>>();
/** Recordings that belong to a drop, or did until it was sent. */
const claimed = new Set<string>();

/** Looks for what a crash left of this person's recordings, until `scope` is disposed. */
export function startRecordings(scope: Scope, userId: UserId, files: RecordingClient): void {
  client = files;
  scope.add(() => {
    if (client === files) client = null;
    notes.clear();
    sessions.clear();
    claimed.clear();
    Object.assign(recordings, { hasLooked: false, found: ref([]) });
  });
  void lookForRecordings(userId);
}

/** The device's recordings; null while nobody may record. */
export function recordingFiles(): RecordingClient | null {
  return client;
}

/** Looks for recordings that wait on this device. Where there can be none, there are none: recording itself says why. */
async function lookForRecordings(userId: UserId): Promise<void> {
  const asked = client;
  try {
    const kept = (await asked?.list()) ?? [];
    if (asked !== client) return;
    const found = kept
      .filter(({ id }) => !notes.has(id) && !claimed.has(id))
      .map(({ id, note, durationS }) => ({ id, note: parseNote(note), durationS }));
    recordings.found = ref(found.filter(({ note }) => note === null || note.userId === userId));
  } catch {
    // As above.
  } finally {
    if (asked === client && asked !== null) recordings.hasLooked = true;
  }
}

/** Marks recordings as parts of drops: they are not found any more. */
export function claimRecordings(ids: readonly string[]): void {
  for (const id of ids) claimed.add(id);
  if (recordings.found.some(({ id }) => claimed.has(id))) {
    recordings.found = ref(recordings.found.filter(({ id }) => !claimed.has(id)));
  }
}

/** Opens a recording that was found; null where it has gone or another tab has it. Its note is {@link noteOf}'s then. */
export async function openRecording({ id, note }: Pick<FoundRecording, 'id' | 'note'>): Promise<Blob | null> {
  const wav = (await client?.open(id)) ?? null;
  // Of a recording that was made on this page, more may be known by now.
  if (wav !== null && note !== null && !notes.has(id)) notes.set(id, note);
  return wav;
}

/** The note of a recording that this page works with. */
export function noteOf(id: string): RecordingNote | null {
  return notes.get(id) ?? null;
}

/** Notes what a recording is for: it is this page's from now on. */
export function startNote(id: string, note: RecordingNote): void {
  notes.set(id, note);
}

/** Changes the note of a recording, here and on the device. */
export async function changeNote(id: string, change: Partial<RecordingNote>): Promise<void> {
  const note = notes.get(id);
  if (note === undefined) return;
  const changed = { ...note, ...change };
  notes.set(id, changed);
  // A note that can't be written costs comfort after a crash, and nothing before.
  await client?.annotate(id, JSON.stringify(changed)).catch(() => {});
}

/** Removes a recording that never began. */
export async function forgetRecording(id: string): Promise<void> {
  notes.delete(id);
  const files = client;
  await files?.finish(id).catch(() => {});
  await files?.remove(id).catch(() => {});
}

/** Removes a recording from this device for good. */
export async function removeRecording(id: string, userId: UserId): Promise<void> {
  await client?.remove(id).catch(() => {});
  await putAside(id, userId);
}

/** Leaves a recording on this device for later. */
export async function putAside(id: string, userId: UserId): Promise<void> {
  notes.delete(id);
  sessions.delete(id);
  await lookForRecordings(userId);
}

/** Why a recording has no session: no response, one without the id, or a refusal. */
export type SessionFailure = 'unreachable' | 'empty' | 'refused';

/**
 * Asks the server for a recording's session.
 *
 * @param onFailed called where there is none
 */
export function openSession(id: string, onFailed: (why: SessionFailure) => void): void {
  sessions.set(id, askForSession(id, onFailed));
}

/** Resolves with the recording's session once that is known, null where there is none; and never rejects. */
export function sessionSettled(id: string): Promise<string | null> {
  return sessions.get(id) ?? Promise.resolve(noteOf(id)?.sessionId ?? null);
}

async function askForSession(id: string, onFailed: (why: SessionFailure) => void): Promise<string | null> {
  try {
    const options = { signal: AbortSignal.timeout(SESSION_TIMEOUT_MS) };
    const { sessionId } = await call('startRecording', { body: {} }, options);
    await changeNote(id, { sessionId });
    return sessionId;
  } catch (error) {
    if (!(error instanceof ApiError)) onFailed('unreachable');
    else onFailed(error.status < 300 ? 'empty' : 'refused');
    return null;
  }
}

import { proxy, ref, subscribe } from 'valtio';
import { dropCalls } from '../../../contracts/calls/drop-calls.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../workers/client/recording-client.ts';
import { ApiError, addCalls, call } from '../../platform/net/api.ts';
import type { Scope } from '../../platform/scope.ts';
import { parseNote, type RecordingNote } from '../../platform/storage/recording-note.ts';
import { createUnsentGuard, deviceStorage } from '../device-storage.ts';

addCalls(dropCalls);

const SESSION_TIMEOUT_MS = 15_000;

/** A recording stored on this device. */
export interface FoundRecording {
  readonly id: string;
  /** Null if a crash left nothing readable. */
  readonly note: RecordingNote | null;
  readonly durationS: number;
}

/** The recordings of this device that belong to no drop. Changed only in this file. */
export const recordings = proxy<{
  /** The search for recordings on this device has finished. */
  hasLooked: boolean;
  /** This person's recordings, oldest first, without those that this page uses. Replaced as a whole. */
  found: FoundRecording[] & { $$valtioSnapshot: FoundRecording[] };
}>({ hasLooked: false, found: ref([]) });

let client: RecordingClient | null = null;
/** Notes of the recordings that this page uses. */
const notes = new Map<string, RecordingNote>();
const sessions = new Map<string, Promise<string | null>>();
/** Recordings that belong to a drop, or did until it was sent. */
const claimed = new Set<string>();

/** Finds this person's recordings that a crash left, until `scope` is disposed. */
export function startRecordings(scope: Scope, userId: UserId, files: RecordingClient): void {
  client = files;
  scope.add(() => {
    if (client === files) client = null;
    notes.clear();
    sessions.clear();
    claimed.clear();
    Object.assign(recordings, { hasLooked: false, found: ref([]) });
  });
  guardFound(scope);
  void lookForRecordings(userId);
}

/** Returns the device's recordings; null while nobody may record. */
export function recordingFiles(): RecordingClient | null {
  return client;
}

/** Finds the recordings on this device. Without storage there are none, and a new recording reports why. */
async function lookForRecordings(userId: UserId): Promise<void> {
  const asked = client;
  try {
    const stored = (await asked?.list()) ?? [];
    if (asked !== client) return;
    const found = stored
      .filter(({ id }) => !notes.has(id) && !claimed.has(id))
      .map(({ id, note, durationS }) => ({ id, note: parseNote(note), durationS }));
    recordings.found = ref(found.filter(({ note }) => note === null || note.userId === userId));
  } catch {
    // There is no storage.
  } finally {
    if (asked === client && asked !== null) recordings.hasLooked = true;
  }
}

/** Marks recordings as parts of drops, so that they are no longer listed as found. */
export function claimRecordings(ids: readonly string[]): void {
  for (const id of ids) claimed.add(id);
  if (recordings.found.some(({ id }) => claimed.has(id))) {
    recordings.found = ref(recordings.found.filter(({ id }) => !claimed.has(id)));
  }
}

/** Opens a found recording; null if it is gone or another tab has it. {@link noteOf} then returns its note. */
export async function openRecording({ id, note }: Pick<FoundRecording, 'id' | 'note'>): Promise<Blob | null> {
  const wav = (await client?.open(id)) ?? null;
  // The note of a recording that was made on this page may be newer.
  if (wav !== null && note !== null && !notes.has(id)) notes.set(id, note);
  return wav;
}

/** Returns the note of a recording that this page uses. */
export function noteOf(id: string): RecordingNote | null {
  return notes.get(id) ?? null;
}

/** Sets the note of a recording, which this page uses from now on. */
export function startNote(id: string, note: RecordingNote): void {
  notes.set(id, note);
}

/** Changes the note of a recording, here and on the device. */
export async function changeNote(id: string, change: Partial<RecordingNote>): Promise<void> {
  const note = notes.get(id);
  if (note === undefined) return;
  const changed = { ...note, ...change };
  notes.set(id, changed);
  // Without the note, a recording can still be found after a crash, only less conveniently.
  await client?.annotate(id, JSON.stringify(changed)).catch(() => {});
}

/** Removes a recording that never started. */
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

/** Asks the server for a recording's session. @param onFailed called if there is none */
export function openSession(id: string, onFailed: (why: SessionFailure) => void): void {
  sessions.set(id, askForSession(id, onFailed));
}

/** Resolves with the recording's session once it is known, or null if there is none; never rejects. */
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

/** Holds the page while recordings without a drop are only in memory: no reload, and no closing without a question. */
function guardFound(scope: Scope): void {
  const hold = createUnsentGuard(scope);
  const look = (): void => hold(!deviceStorage.isLasting && recordings.found.length > 0);
  scope.add(subscribe(recordings, look));
  scope.add(subscribe(deviceStorage, look));
}

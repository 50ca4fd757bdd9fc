import { proxy, ref, subscribe } from 'valtio';
import { UPLOAD_DEFAULT_MAX_BYTES } from '../../../contracts/limits.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import {
  CAPTURE_WORKLET_URL,
  createRecordingClient,
  type RecordingClient,
} from '../../../workers/client/recording-client.ts';
import { MicrophoneError, openMicrophone } from '../../platform/audio/microphone.ts';
import type { PcmRecorder, RecorderLevel } from '../../platform/audio/pcm-recorder.ts';
import { ApiError, call } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/config.ts';
import { warnBeforeLeaving } from '../../platform/page/page.ts';
import { randomHex } from '../../platform/page/random.ts';
import { printDuration } from '../../platform/page/time.ts';
import { keepScreenOn } from '../../platform/page/wake-lock.ts';
import { Scope } from '../../platform/scope.ts';
import { parseNote, type RecordingNote } from '../../platform/storage/recording-note.ts';
import { outboxStrings } from '../../words/outbox.ts';
import { strings } from '../../words/strings.ts';
import { holdPage } from '../page/busy.ts';
import { location } from '../position/location.ts';
import { listening, pauseStory } from '../walk/listening.ts';
import { LEVEL_FLOOR_DB, nextLevelDb } from './level-meter.ts';
import { longestRecordingS } from './recording-limit.ts';

/** Of a recording's name: nobody draws the same twice. */
const KEY_BYTES = 16;
const SESSION_TIMEOUT_MS = 15_000;

/** A recording that is kept on this device. */
export interface FoundRecording {
  readonly id: string;
  /** Null where a crash left nothing readable. */
  readonly note: RecordingNote | null;
  readonly durationS: number;
}

/** What the recorder does. */
export interface RecorderView {
  phase: 'idle' | 'starting' | 'recording' | 'paused' | 'stopping';
  /** Recorded so far. */
  seconds: number;
  /** What the meter shows, in dBFS. */
  levelDb: number;
  /** Something else has the microphone for now; the recording goes on after it. */
  isInterrupted: boolean;
  /** Why a recording could not begin, or ended by itself, in words. */
  fault: string | null;
  /** Why the server has no session for the recording that runs, in words; it is kept and sent all the same. */
  sessionFault: string | null;
  /** The recording that has just ended, until it is dealt with. */
  endedId: string | null;
  /** It is known what was left on this device. */
  hasLooked: boolean;
  /** Recordings of this person that wait on this device and belong to no drop, oldest first. Replaced as a whole. */
  found: FoundRecording[] & { $$valtioSnapshot: FoundRecording[] };
}

/** What the recorder does. Changed by the functions of this file alone. */
export const recorder = proxy<RecorderView>({
  phase: 'idle',
  seconds: 0,
  levelDb: LEVEL_FLOOR_DB,
  isInterrupted: false,
  fault: null,
  sessionFault: null,
  endedId: null,
  hasLooked: false,
  found: ref([]),
});

interface Running {
  readonly id: string;
  readonly pcm: PcmRecorder;
  readonly scope: Scope;
  /** It was paused because of an interruption, and not by the person. */
  isHeld: boolean;
}

let client: RecordingClient | null = null;
let running: Running | null = null;
/** Largest recording that the server takes; what is usual until it has said so. */
let uploadMaxBytes = UPLOAD_DEFAULT_MAX_BYTES;
const notes = new Map<string, RecordingNote>();
const sessions = new Map<string, Promise<string | null>>();
/** Recordings that belong to a drop, or did until it was sent. */
const claimed = new Set<string>();

/** Lets this person record, and looks for what a crash left of them, until `scope` is disposed. */
export function startRecorder(scope: Scope, userId: UserId): void {
  const started = createRecordingClient();
  client = started;
  scope.add(() => {
    running?.scope.dispose();
    running = null;
    started.dispose();
    if (client === started) client = null;
    notes.clear();
    sessions.clear();
    claimed.clear();
    Object.assign(recorder, { phase: 'idle', endedId: null, fault: null, sessionFault: null });
    Object.assign(recorder, { hasLooked: false, found: ref([]) });
  });
  void lookForRecordings(userId);
}

/** Looks for recordings that wait on this device. Where there can be none, there are none: recording itself says why. */
export async function lookForRecordings(userId: UserId): Promise<void> {
  const asked = client;
  try {
    const kept = (await asked?.list()) ?? [];
    if (asked !== client) return;
    const found = kept
      .filter(({ id }) => id !== running?.id && id !== recorder.endedId && !claimed.has(id))
      .map(({ id, note, durationS }) => ({ id, note: parseNote(note), durationS }));
    recorder.found = ref(found.filter(({ note }) => note === null || note.userId === userId));
  } catch {
    // As above.
  } finally {
    if (asked === client && asked !== null) recorder.hasLooked = true;
  }
}

/** Says that recordings belong to drops: they are not found any more. */
export function claimRecordings(ids: readonly string[]): void {
  for (const id of ids) claimed.add(id);
  if (recorder.found.some(({ id }) => claimed.has(id))) {
    recorder.found = ref(recorder.found.filter(({ id }) => !claimed.has(id)));
  }
}

/**
 * Starts a recording, which asks for the microphone: to be called from a tap. What goes wrong becomes `fault`.
 *
 * @param destination where its place will be, unless the position is another when it ends. What is `pinned` stays.
 */
export async function record(
  userId: UserId,
  destination: Pick<RecordingNote, 'mapId' | 'position'> & Partial<Pick<RecordingNote, 'title' | 'pinned'>>,
): Promise<void> {
  const store = client;
  if (store === null || recorder.phase !== 'idle' || recorder.endedId !== null) return;
  Object.assign(recorder, { phase: 'starting', seconds: 0, levelDb: LEVEL_FLOOR_DB, isInterrupted: false });
  Object.assign(recorder, { fault: null, sessionFault: null });
  pauseStory();
  void learnUploadLimit();
  const id = randomHex(KEY_BYTES);
  const scope = new Scope();
  let isLost = false;
  let isInterrupted = false;
  scope.add(holdPage('recording'));
  try {
    const pcm = await openMicrophone(scope, CAPTURE_WORKLET_URL, {
      onInterrupted: (is) => {
        isInterrupted = is;
        onInterruption(is);
      },
      onLost: () => {
        isLost = true;
        void stopRecording(strings.record.unplugged);
      },
    });
    const note = {
      ...{ startedAtMs: Date.now(), userId, title: '', sessionId: null, pinned: null },
      ...destination,
    };
    notes.set(id, note);
    const { sampleRateHz, channels } = pcm;
    const blocks = await store.begin(id, JSON.stringify(note), { sampleRateHz, channels }, (fault) => {
      void stopRecording(fault === 'disk-full' ? strings.record.diskFull : strings.record.writeFailed);
    });
    if (store !== client) throw new DOMException('The recorder has gone', 'AbortError');
    sessions.set(id, openSession(id));
    keepScreenOn(scope);
    warnBeforeLeaving(scope);
    running = { id, pcm, scope, isHeld: false };
    let shownAtMs = performance.now();
    pcm.onLevel = (level) => {
      const nowMs = performance.now();
      handleLevel(level, pcm, (nowMs - shownAtMs) / 1000);
      shownAtMs = nowMs;
    };
    // A story that starts by itself would be recorded with the rest.
    scope.add(subscribe(listening, () => listening.audio.phase === 'playing' && pauseStory()));
    pcm.start(blocks);
    recorder.phase = 'recording';
    // While the file was being made, or before.
    onInterruption(isInterrupted);
    if (isLost) await stopRecording(strings.record.unplugged);
  } catch (error) {
    scope.dispose();
    notes.delete(id);
    if (running?.id === id) running = null;
    void store
      .finish(id)
      .then(() => store.remove(id))
      .catch(() => {});
    if (store !== client) return;
    recorder.phase = 'idle';
    recorder.fault = wordsForRecording(error);
  }
}

/** Lets what is heard pass by until {@link resumeRecording}. */
export function pauseRecording(): void {
  if (running === null || recorder.phase !== 'recording') return;
  if (!running.isHeld) running.pcm.pause();
  running.isHeld = false;
  recorder.phase = 'paused';
}

/** Goes on after a pause. */
export function resumeRecording(): void {
  if (running === null || recorder.phase !== 'paused') return;
  recorder.phase = 'recording';
  if (recorder.isInterrupted) running.isHeld = true;
  else running.pcm.resume();
}

/**
 * Ends the recording; it is `endedId` when this resolves.
 *
 * @param fault why, in words, where the person did not ask for it.
 */
export async function stopRecording(fault: string | null = null): Promise<void> {
  const ending = running;
  if (ending === null) return;
  running = null;
  recorder.phase = 'stopping';
  recorder.fault = fault;
  ending.pcm.stop();
  const { fix } = location;
  const isPinned = noteOf(ending.id)?.pinned != null;
  if (fix !== null && !isPinned) await changeNote(ending.id, { position: [fix.lng, fix.lat] });
  await client?.finish(ending.id).catch(() => {});
  // Only now: the last samples must have left the audio thread.
  ending.scope.dispose();
  if (notes.has(ending.id)) Object.assign(recorder, { phase: 'idle', endedId: ending.id });
}

/** Takes the message away that says why a recording could not begin or ended. */
export function dismissRecorderFault(): void {
  recorder.fault = null;
}

/** Takes up a recording that was found; null where it has gone or another tab has it. Its note is {@link noteOf}'s then. */
export async function openRecording(found: {
  readonly id: string;
  readonly note: RecordingNote | null;
}): Promise<Blob | null> {
  const wav = (await client?.open(found.id)) ?? null;
  // Of a recording that was made on this page, more may be known by now.
  if (wav !== null && found.note !== null && !notes.has(found.id)) notes.set(found.id, found.note);
  return wav;
}

/** What is noted of a recording that this page works with. */
export function noteOf(id: string): RecordingNote | null {
  return notes.get(id) ?? null;
}

/** Resolves with the recording's session once that is known, null where there is none; and never rejects. */
export function sessionSettled(id: string): Promise<string | null> {
  return sessions.get(id) ?? Promise.resolve(noteOf(id)?.sessionId ?? null);
}

/**
 * Makes a recording whole and takes it for this tab, so that it can be kept as a drop's audio.
 *
 * @throws DOMException `NotFoundError` where it has gone or another tab works with it; as the recording's worker does.
 */
export async function takeRecording(id: string): Promise<void> {
  if (((await client?.open(id)) ?? null) !== null) return;
  throw new DOMException(`There is no recording ${id} to be taken`, 'NotFoundError');
}

/** Lets every tab have a recording, once a record says what it is part of. */
export async function letGoOfRecording(id: string): Promise<void> {
  // What ends the recorder lets go of it, too.
  await client?.release(id).catch(() => {});
}

/** A recording that belongs to a drop, as a whole WAV; null where it has gone. */
export async function readRecording(id: string): Promise<Blob | null> {
  return (await client?.read(id)) ?? null;
}

/** Removes the file of a recording that belongs to a drop. */
export async function removeRecordingFile(id: string): Promise<void> {
  await client?.remove(id);
}

/** Changes what is noted of a recording, here and on the device. */
export async function changeNote(id: string, change: Partial<RecordingNote>): Promise<void> {
  const note = notes.get(id);
  if (note === undefined) return;
  const changed = { ...note, ...change };
  notes.set(id, changed);
  // A note that can't be written costs comfort after a crash, and nothing before.
  await client?.annotate(id, JSON.stringify(changed)).catch(() => {});
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
  if (recorder.endedId === id) Object.assign(recorder, { endedId: null, fault: null });
  await lookForRecordings(userId);
}

async function openSession(id: string): Promise<string | null> {
  try {
    const options = { signal: AbortSignal.timeout(SESSION_TIMEOUT_MS) };
    const { sessionId } = await call('startRecording', { body: {} }, options);
    await changeNote(id, { sessionId });
    return sessionId;
  } catch (error) {
    // An answer that was one, but without an id in it.
    const isEmpty = error instanceof ApiError && error.status < 300;
    recorder.sessionFault = isEmpty ? strings.record.noSession : strings.record.startFailed;
    return null;
  }
}

function onInterruption(isInterrupted: boolean): void {
  if (running === null || isInterrupted === recorder.isInterrupted) return;
  recorder.isInterrupted = isInterrupted;
  if (isInterrupted && recorder.phase === 'recording') {
    running.pcm.pause();
    running.isHeld = true;
  } else if (!isInterrupted && running.isHeld) {
    running.pcm.resume();
    running.isHeld = false;
  }
}

function handleLevel({ frames, peak }: RecorderLevel, { sampleRateHz, channels }: PcmRecorder, elapsedS: number): void {
  recorder.seconds = frames / sampleRateHz;
  recorder.levelDb = nextLevelDb(recorder.levelDb, peak, elapsedS);
  const longestS = longestRecordingS(uploadMaxBytes, channels);
  if (recorder.seconds >= longestS) void stopRecording(strings.record.tooLong(printDuration(longestS)));
}

async function learnUploadLimit(): Promise<void> {
  const told = await loadConfig().catch(() => null);
  if (told !== null) uploadMaxBytes = told.uploadMaxBytes;
}

function wordsForRecording(error: unknown): string {
  if (error instanceof MicrophoneError) return strings.record.microphone[error.failure];
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return outboxStrings.diskFull;
  return name === 'RecordingStoreError' ? strings.record.noStore : strings.record.beginFailed;
}

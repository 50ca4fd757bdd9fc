import { proxy, subscribe } from 'valtio';
import { AUDIO_BITS_PER_SAMPLE, AUDIO_SAMPLE_RATE_HZ, UPLOAD_DEFAULT_MAX_BYTES } from '../../../contracts/limits.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { CAPTURE_WORKLET_URL } from '../../../workers/client/recording-client.ts';
import { holdPage } from '../../page/busy.ts';
import { MicrophoneError, type MicrophoneFailure, openMicrophone } from '../../platform/audio/microphone.ts';
import type { PcmRecorder, RecorderLevel } from '../../platform/audio/pcm-recorders.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { warnBeforeLeaving } from '../../platform/page/page-events.ts';
import { randomKey } from '../../platform/page/random.ts';
import { keepScreenOn } from '../../platform/page/wake-lock.ts';
import { Scope } from '../../platform/scope.ts';
import type { RecordingNote } from '../../platform/storage/recording-note.ts';
import { location } from '../../position/location.ts';
import { listening, pauseStory } from '../../walk/listening.ts';
import { maxAudioBytes } from '../device-storage.ts';
import {
  changeNote,
  forgetRecording,
  noteOf,
  openSession,
  recordingFiles,
  type SessionFailure,
  startNote,
} from './recordings.ts';

/** The quietest level that a meter shows. */
export const LEVEL_FLOOR_DB = -60;

/** How fast a meter falls after a peak: slowly enough to read, as on a mixing desk. */
const FALL_DB_PER_S = 24;

/** A recording ends by itself, within the server's limit: 4 GiB of 44.1 kHz stereo are 6 h 45 min. */
export const RECORDING_MAX_S = 6 * 3600;

/** Bytes of a WAV before its samples. */
const HEADER_BYTES = 44;
/** Margin for samples that are still in transit when a recording is stopped. */
const MARGIN_S = 10;

/** The default until the server's configuration is loaded. */
let uploadMaxBytes = UPLOAD_DEFAULT_MAX_BYTES;

/** Why a recording could not start, or ended by itself. */
export type RecorderFault =
  | { readonly why: `microphone-${MicrophoneFailure}` | 'device-full' | 'no-storage' | 'not-begun' }
  /** It ended; what was recorded before is stored. */
  | { readonly why: 'unplugged' | 'filled-up' | 'not-written' }
  | { readonly why: 'too-long'; readonly longestS: number };

interface RecorderView {
  phase: 'idle' | 'starting' | 'recording' | 'paused' | 'stopping';
  /** Recorded so far. */
  seconds: number;
  /** Level of the meter, in dBFS. */
  levelDb: number;
  /** Another program uses the microphone, for example during a call; the recording continues after it. */
  isInterrupted: boolean;
  fault: RecorderFault | null;
  /** Why the running recording has no session on the server; it is stored and sent nevertheless. */
  sessionFault: SessionFailure | null;
}

/** State of the recorder. Changed only in this file. */
export const recorder = proxy<RecorderView>({
  phase: 'idle',
  seconds: 0,
  levelDb: LEVEL_FLOOR_DB,
  isInterrupted: false,
  fault: null,
  sessionFault: null,
});

/** A recording that has ended and is complete on this device. */
export interface EndedRecording {
  readonly id: string;
  readonly note: RecordingNote;
  /** Why it ended by itself; null if the person stopped it. */
  readonly fault: RecorderFault | null;
}

/** Target of a recording. Unless it is `pinned`, its final position is where it ends. */
type RecordingDestination = { readonly parcoursId: ParcoursId } & Pick<RecordingNote, 'position'> &
  Partial<Pick<RecordingNote, 'title' | 'pinned'>>;

interface Running {
  readonly id: string;
  readonly onEnded: (ended: EndedRecording) => void;
  readonly pcm: PcmRecorder;
  readonly scope: Scope;
  /** It was paused because of an interruption, not by the person. */
  isHeld: boolean;
}

let running: Running | null = null;

/** Ends a running recording when `scope` is disposed. Recordings must have been started with the same scope. */
export function startRecorder(scope: Scope): void {
  scope.add(() => {
    running?.scope.dispose();
    running = null;
    Object.assign(recorder, { phase: 'idle', fault: null, sessionFault: null });
  });
}

/**
 * Starts a recording, which asks for the microphone. Must be called from a tap. An error becomes `fault`.
 *
 * @param onEnded called once, when all of it is on the device; not if the session ends first
 */
export async function beginRecording(
  userId: UserId,
  { parcoursId: mapId, ...destination }: RecordingDestination,
  onEnded: (ended: EndedRecording) => void,
): Promise<boolean> {
  const files = recordingFiles();
  if (files === null || recorder.phase !== 'idle') return false;
  Object.assign(recorder, { phase: 'starting', seconds: 0, levelDb: LEVEL_FLOOR_DB, isInterrupted: false });
  Object.assign(recorder, { fault: null, sessionFault: null });
  void learnUploadLimit();
  const id = randomKey();
  const scope = new Scope();
  let isLost = false;
  let isInterrupted = false;
  guardRecording(scope);
  try {
    const pcm = await openMicrophone(scope, CAPTURE_WORKLET_URL, {
      onInterrupted: (is) => {
        isInterrupted = is;
        onInterruption(is);
      },
      onLost: () => {
        isLost = true;
        void stopRecording({ why: 'unplugged' });
      },
    });
    const note = {
      ...{ startedAtMs: Date.now(), userId, title: '', sessionId: null, pinned: null },
      ...{ mapId, ...destination },
    };
    startNote(id, note);
    const { sampleRateHz, channels } = pcm;
    const blocks = await files.begin(id, JSON.stringify(note), { sampleRateHz, channels }, (fault) => {
      void stopRecording({ why: fault === 'disk-full' ? 'filled-up' : 'not-written' });
    });
    if (files !== recordingFiles()) throw new DOMException('The recorder has gone', 'AbortError');
    openSession(id, (why) => {
      recorder.sessionFault = why;
    });
    running = { id, onEnded, pcm, scope, isHeld: false };
    let shownAtMs = performance.now();
    pcm.onLevel = (level) => {
      const nowMs = performance.now();
      handleLevel(level, pcm, (nowMs - shownAtMs) / 1000);
      shownAtMs = nowMs;
    };
    pcm.start(blocks);
    recorder.phase = 'recording';
    // An interruption may have begun before the file was created.
    onInterruption(isInterrupted);
    if (isLost) await stopRecording({ why: 'unplugged' });
    return true;
  } catch (error) {
    scope.dispose();
    if (running?.id === id) running = null;
    void forgetRecording(id);
    if (files === recordingFiles()) Object.assign(recorder, { phase: 'idle', fault: startFaultOf(error) });
    return false;
  }
}

/** Pauses; {@link resumeRecording} continues. */
export function pauseRecording(): void {
  if (running === null || recorder.phase !== 'recording') return;
  if (!running.isHeld) running.pcm.pause();
  running.isHeld = false;
  recorder.phase = 'paused';
}

/** Continues after a pause. */
export function resumeRecording(): void {
  if (running === null || recorder.phase !== 'paused') return;
  recorder.phase = 'recording';
  if (recorder.isInterrupted) running.isHeld = true;
  else running.pcm.resume();
}

/** Ends the recording; its `onEnded` has been called when this resolves. @param fault why, if not asked for */
export async function stopRecording(fault: RecorderFault | null = null): Promise<void> {
  const ending = running;
  if (ending === null) return;
  running = null;
  recorder.phase = 'stopping';
  recorder.fault = fault;
  ending.pcm.stop();
  const { fix } = location;
  const isPinned = noteOf(ending.id)?.pinned != null;
  if (fix !== null && !isPinned) await changeNote(ending.id, { position: [fix.lng, fix.lat] });
  await recordingFiles()
    ?.finish(ending.id)
    .catch(() => {});
  // Only now: the last samples must have left the audio thread.
  ending.scope.dispose();
  const note = noteOf(ending.id);
  // Null if the session has ended meanwhile.
  if (note === null) return;
  recorder.phase = 'idle';
  ending.onEnded({ id: ending.id, note, fault });
}

/** Dismisses the message that says why a recording could not start or ended. */
export function dismissRecorderFault(): void {
  recorder.fault = null;
}

function startFaultOf(error: unknown): RecorderFault {
  if (error instanceof MicrophoneError) return { why: `microphone-${error.failure}` };
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return { why: 'device-full' };
  return { why: name === 'RecordingStoreError' ? 'no-storage' : 'not-begun' };
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
  const longestS = longestRecordingS(channels);
  if (recorder.seconds >= longestS) void stopRecording({ why: 'too-long', longestS });
}

/** Returns a peak meter's next level, in dBFS: a louder peak (0 to 1) at once; otherwise it falls towards it. */
export function nextLevelDb(shownDb: number, peak: number, elapsedS: number): number {
  const peakDb = peak > 0 ? 20 * Math.log10(peak) : LEVEL_FLOOR_DB;
  const fallenDb = shownDb - FALL_DB_PER_S * Math.max(0, elapsedS);
  return Math.min(0, Math.max(LEVEL_FLOOR_DB, peakDb, fallenDb));
}

async function learnUploadLimit(): Promise<void> {
  const config = await loadConfig().catch(() => null);
  if (config !== null) uploadMaxBytes = config.uploadMaxBytes;
}

/** Returns the longest recording, in seconds, whose WAV has at most `maxBytes`. */
export function longestRecordingS(channels: number, maxBytes = Math.min(uploadMaxBytes, maxAudioBytes())): number {
  const bytesPerS = AUDIO_SAMPLE_RATE_HZ * channels * (AUDIO_BITS_PER_SAMPLE / 8);
  const takenS = (maxBytes - HEADER_BYTES) / bytesPerS - MARGIN_S;
  return Math.min(RECORDING_MAX_S, Math.max(0, takenS));
}

/** Protects a running recording: no reload, no closing without a question, no dark screen, no story. */
function guardRecording(scope: Scope): void {
  scope.add(holdPage('recording'));
  warnBeforeLeaving(scope);
  keepScreenOn(scope);
  pauseStory();
  scope.add(subscribe(listening, () => listening.audio.phase === 'playing' && pauseStory()));
}

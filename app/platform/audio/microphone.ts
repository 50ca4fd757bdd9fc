import { AUDIO_MAX_CHANNELS, AUDIO_SAMPLE_RATE_HZ } from '../../../contracts/limits.ts';
import type { Scope } from '../scope.ts';
import {
  FallbackRecorder,
  findTrackProcessor,
  type PcmRecorder,
  TrackRecorder,
  WorkletRecorder,
} from './pcm-recorders.ts';

/** Why the microphone can't be used. `taken`: another program or the system is using it. */
export type MicrophoneFailure = 'refused' | 'missing' | 'taken' | 'unsupported';

/** The microphone can't be used. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly failure: MicrophoneFailure;

  constructor(failure: MicrophoneFailure, cause?: unknown) {
    super(`No microphone: ${failure}`, { cause });
    this.failure = failure;
  }
}

interface MicrophoneListeners {
  /** The system has muted the microphone temporarily (a call), or has unmuted it. */
  readonly onInterrupted: (isInterrupted: boolean) => void;
  /** The microphone is gone for good: unplugged, or its permission revoked. */
  readonly onLost: () => void;
}

/** Longest wait for the audio context to start. */
const RESUME_MS = 5000;

/** Unprocessed sound: the filters for calls ruin music and the sound of a place. */
const CONSTRAINTS: MediaTrackConstraints = {
  sampleRate: AUDIO_SAMPLE_RATE_HZ,
  channelCount: AUDIO_MAX_CHANNELS,
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
};

/**
 * The context plays nothing, so it runs on a clock instead of the loudspeaker (`sinkId`), and in large blocks, to lose
 * as little as possible. With four more busy threads than the machine has cores, 40 seconds were recorded completely
 * with both, 180 ms short or long without `sinkId`, and a second short with blocks of 0.1 s. Browsers without `sinkId`
 * ignore it.
 */
const CONTEXT_OPTIONS = { latencyHint: 0.2, sinkId: { type: 'none' } } as AudioContextOptions;

/**
 * Asks for the microphone and creates a recorder for it. Must be called from a tap. `scope` owns everything, including
 * the microphone's light.
 *
 * @param workletUrl for browsers that can't read a track directly
 * @throws MicrophoneError, or an AbortError if `scope` is disposed meanwhile
 */
export async function openMicrophone(
  scope: Scope,
  workletUrl: string,
  listeners: MicrophoneListeners,
): Promise<PcmRecorder> {
  const stream = await requestStream();
  scope.add(() => {
    for (const track of stream.getTracks()) track.stop();
  });
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw new MicrophoneError('missing');
  scope.listen(track, 'ended', listeners.onLost);
  const Processor = findTrackProcessor();
  const recorder =
    Processor === null
      ? await recordWithContext(scope, stream, track, workletUrl, listeners)
      : new TrackRecorder(track, Processor);
  if (Processor !== null) {
    const report = (): void => listeners.onInterrupted(track.muted);
    scope.listen(track, 'mute', report);
    scope.listen(track, 'unmute', report);
    report();
  }
  if (scope.disposed) throw new DOMException('The microphone is no longer needed', 'AbortError');
  return recorder;
}

async function recordWithContext(
  scope: Scope,
  stream: MediaStream,
  track: MediaStreamTrack,
  workletUrl: string,
  { onInterrupted }: MicrophoneListeners,
): Promise<PcmRecorder> {
  const { context, source } = openContext(scope, stream);
  await failAfterTimeout(scope, context.resume());
  const recorder = await makeRecorder(context, source, workletUrl);
  const report = (): void => onInterrupted(track.muted || context.state !== 'running');
  scope.listen(track, 'mute', report);
  scope.listen(track, 'unmute', () => {
    // The system suspends the context during a call and does not resume it.
    context.resume().then(report, report);
  });
  scope.listen(context, 'statechange', () => {
    if (context.state !== 'closed') report();
  });
  scope.listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible' && context.state !== 'running') context.resume().then(report, report);
  });
  report();
  return recorder;
}

/** Rejects after {@link RESUME_MS}, because `resume` may stay pending until a call ends. */
function failAfterTimeout(scope: Scope, resumed: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    resumed.then(resolve, reject);
    scope.timeout(() => reject(new MicrophoneError('taken')), RESUME_MS);
  });
}

async function requestStream(): Promise<MediaStream> {
  // Undefined in insecure contexts, despite its type.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new MicrophoneError('unsupported');
  try {
    return await devices.getUserMedia({ audio: CONSTRAINTS });
  } catch (error) {
    throw new MicrophoneError(failureOf(error), error);
  }
}

/** Returns the reason of an error of `getUserMedia`. */
export function failureOf(error: unknown): MicrophoneFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'unsupported';
}

/**
 * Opens a context at our sample rate; in Firefox at the microphone's: such a recording is converted before it is sent.
 */
function openContext(scope: Scope, stream: MediaStream): { context: AudioContext; source: MediaStreamAudioSourceNode } {
  const open = (options: AudioContextOptions) => {
    const context = new AudioContext({ ...CONTEXT_OPTIONS, ...options });
    scope.add(() => void context.close());
    return { context, source: context.createMediaStreamSource(stream) };
  };
  try {
    return open({ sampleRate: AUDIO_SAMPLE_RATE_HZ });
  } catch {
    return open({});
  }
}

async function makeRecorder(context: AudioContext, source: AudioNode, workletUrl: string): Promise<PcmRecorder> {
  try {
    await context.audioWorklet.addModule(workletUrl);
    return new WorkletRecorder(source);
  } catch {
    return new FallbackRecorder(source);
  }
}

/** Whether the browser grants the microphone without asking. False if it doesn't tell. */
export async function isMicrophoneGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state === 'granted';
  } catch {
    // Some browsers don't know of this permission.
    return false;
  }
}

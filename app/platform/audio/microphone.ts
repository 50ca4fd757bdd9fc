import { AUDIO_MAX_CHANNELS, AUDIO_SAMPLE_RATE_HZ } from '../../../contracts/limits.ts';
import type { Scope } from '../scope.ts';
import { FallbackRecorder } from './fallback-recorder.ts';
import type { PcmRecorder } from './pcm-recorder.ts';
import { findTrackProcessor, TrackRecorder } from './track-recorder.ts';
import { WorkletRecorder } from './worklet-recorder.ts';

/** Why there is no microphone to record with. `taken`: another program, or the system, keeps it. */
export type MicrophoneFailure = 'refused' | 'missing' | 'taken' | 'unsupported';

/** No microphone; `failure` says why. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly failure: MicrophoneFailure;

  constructor(failure: MicrophoneFailure, cause?: unknown) {
    super(`No microphone: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Callbacks of the owner of a microphone. */
export interface MicrophoneListeners {
  /** Something else has the microphone for now (a call), or has given it back. */
  readonly onInterrupted: (isInterrupted: boolean) => void;
  /** The microphone is gone for good: unplugged, or its permission taken back. */
  readonly onLost: () => void;
}

/** Longest wait for the sound to begin. */
const RESUME_MS = 5000;

/** The sound as it is: what browsers do for calls ruins music and the sound of a place. */
const SOUND: MediaTrackConstraints = {
  sampleRate: AUDIO_SAMPLE_RATE_HZ,
  channelCount: AUDIO_MAX_CHANNELS,
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
};

/**
 * Nothing is to be heard, so the context gets a clock instead of the loudspeaker; and as little as possible is to be
 * missed, so it works in large pieces. On a machine with four busy threads more than cores, 40 seconds came out whole with
 * these two, 180 ms short or long without the first, and a second short with pieces of 0.1 s. Browsers that don't know
 * `sinkId` pass it over.
 */
const CONTEXT = { latencyHint: 0.2, sinkId: { type: 'none' } } as AudioContextOptions;

/**
 * Asks for the microphone and makes a recorder that listens to it. To be called from a tap. Everything ends with `scope`,
 * the microphone's light included.
 *
 * @param workletUrl script of the recorder in the audio thread, for browsers that can't hand out a track's own sound;
 *   where that can't be had either, the fallback takes its place.
 * @throws MicrophoneError, and the scope's abort reason where that is disposed meanwhile
 */
export async function openMicrophone(
  scope: Scope,
  workletUrl: string,
  listeners: MicrophoneListeners,
): Promise<PcmRecorder> {
  const stream = await askForStream();
  scope.add(() => {
    for (const track of stream.getTracks()) track.stop();
  });
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw new MicrophoneError('missing');
  scope.listen(track, 'ended', listeners.onLost);
  const Processor = findTrackProcessor();
  const recorder =
    Processor === null
      ? await recordByContext(scope, stream, track, workletUrl, listeners)
      : recordTrack(scope, track, Processor, listeners);
  if (scope.disposed) throw new DOMException('The microphone is not wanted any more', 'AbortError');
  return recorder;
}

function recordTrack(
  scope: Scope,
  track: MediaStreamTrack,
  Processor: NonNullable<ReturnType<typeof findTrackProcessor>>,
  { onInterrupted }: MicrophoneListeners,
): PcmRecorder {
  const tell = (): void => onInterrupted(track.muted);
  scope.listen(track, 'mute', tell);
  scope.listen(track, 'unmute', tell);
  tell();
  return new TrackRecorder(track, Processor);
}

async function recordByContext(
  scope: Scope,
  stream: MediaStream,
  track: MediaStreamTrack,
  workletUrl: string,
  { onInterrupted }: MicrophoneListeners,
): Promise<PcmRecorder> {
  const { context, source } = openContext(scope, stream);
  await soon(scope, context.resume());
  const recorder = await makeRecorder(context, source, workletUrl);
  const tell = (): void => onInterrupted(track.muted || context.state !== 'running');
  scope.listen(track, 'mute', tell);
  scope.listen(track, 'unmute', () => {
    // The system stops the context with the call, and does not start it again.
    context.resume().then(tell, tell);
  });
  scope.listen(context, 'statechange', () => {
    if (context.state !== 'closed') tell();
  });
  scope.listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible' && context.state !== 'running') context.resume().then(tell, tell);
  });
  tell();
  return recorder;
}

/** During a call a context may wait for its end: nobody could leave that. */
function soon(scope: Scope, resumed: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    resumed.then(resolve, reject);
    scope.timeout(() => reject(new MicrophoneError('taken')), RESUME_MS);
  });
}

async function askForStream(): Promise<MediaStream> {
  // Missing on pages that are not secure, whatever the types say.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new MicrophoneError('unsupported');
  try {
    return await devices.getUserMedia({ audio: SOUND });
  } catch (error) {
    throw new MicrophoneError(failureOf(error), error);
  }
}

/** Why `getUserMedia` said no, by the error that it rejected with. */
export function failureOf(error: unknown): MicrophoneFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'unsupported';
}

/** Firefox lets a microphone into contexts of its own rate alone; such a recording is converted before it is sent. */
function openContext(scope: Scope, stream: MediaStream): { context: AudioContext; source: MediaStreamAudioSourceNode } {
  const open = (options: AudioContextOptions) => {
    const context = new AudioContext({ ...CONTEXT, ...options });
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

import { SPEECH_RATE_HZ } from '../../../contracts/limits.ts';
import type { Cue } from '../../../contracts/web-vtt.ts';
import { Scope } from '../scope.ts';

/** What the browser's recogniser needs for one language before it works on the device. */
export type RecogniserState = 'available' | 'downloadable' | 'downloading' | 'unavailable';

/** The recogniser of the Web Speech API, as far as we use it; not all browsers with the name have these members. */
interface Recogniser extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(track: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
}

interface RecogniserClass {
  new (): Recogniser;
  available(options: { langs: string[]; processLocally: true }): Promise<RecogniserState>;
  install(options: { langs: string[]; processLocally: true }): Promise<boolean>;
}

interface ResultEvent extends Event {
  readonly resultIndex: number;
  readonly results: ArrayLike<{ readonly isFinal: boolean } & ArrayLike<{ readonly transcript: string }>>;
}

/** Failures after which it may be started again: it ends by itself in a long silence. */
const HARMLESS: readonly string[] = ['no-speech', 'aborted'];
/** About how long after the first word its first guess comes. */
const GUESS_LATE_MS = 400;

/**
 * Finds out whether the browser recognises speech in this language on the device itself, from a track. Those that only
 * ask a service, or only hear the microphone, count as unavailable: they don't know `processLocally`, which came after
 * tracks did.
 */
export async function findRecogniser(language: string): Promise<RecogniserState> {
  const Class = recogniserClass();
  if (Class === null) return 'unavailable';
  return Class.available({ langs: [withRegion(language)], processLocally: true }).catch(() => 'unavailable');
}

/**
 * Lets the browser recognise what is said, on the device and never by a service, in the time that the sound takes. It is
 * not heard meanwhile. Installs the language first if the browser lacks it.
 *
 * @param samples one channel at 16 kHz; they stay the caller's
 * @param on `cue` gets what is said, with about its times; `share` the part that is done, from 0 to 1
 * @throws Error with the recogniser's code; the signal's reason
 */
export async function recogniseSamples(
  samples: Float32Array<ArrayBuffer>,
  language: string,
  signal: AbortSignal,
  on: { readonly cue: (cue: Cue) => void; readonly share: (share: number) => void },
): Promise<void> {
  const Class = recogniserClass();
  const lang = withRegion(language);
  const isReady = await Class?.install({ langs: [lang], processLocally: true });
  signal.throwIfAborted();
  if (Class === null || isReady !== true) throw new Error('language-not-supported');
  const scope = new Scope();
  try {
    const sound = openTrack(scope, samples);
    await new Promise<void>((resolve, reject) => {
      const recogniser = new Class();
      recogniser.lang = lang;
      recogniser.continuous = true;
      recogniser.interimResults = true;
      recogniser.processLocally = true;
      let hasEnded = false;
      let guessedMs: number | null = null;
      let lastMs = 0;
      scope.listen<ResultEvent>(recogniser, 'result', ({ resultIndex, results }) => {
        for (let index = resultIndex; index < results.length; index++) {
          const result = results[index];
          const nowMs = sound.timeMs();
          guessedMs ??= Math.max(lastMs, nowMs - GUESS_LATE_MS);
          if (result?.isFinal !== true) continue;
          const text = result[0]?.transcript.trim() ?? '';
          if (text !== '') on.cue({ startMs: guessedMs, endMs: nowMs, text, isMachine: true });
          [guessedMs, lastMs] = [null, nowMs];
        }
      });
      scope.listen<Event & { readonly error: string }>(recogniser, 'error', ({ error }) => {
        if (!HARMLESS.includes(error)) reject(new Error(error));
      });
      scope.listen(recogniser, 'end', () => {
        try {
          if (hasEnded) resolve();
          else recogniser.start(sound.track);
        } catch (error) {
          reject(error);
        }
      });
      scope.listen(sound.source, 'ended', () => {
        hasEnded = true;
        recogniser.stop();
      });
      scope.listen(signal, 'abort', () => reject(signal.reason));
      scope.add(() => recogniser.abort());
      scope.interval(() => on.share(Math.min(1, sound.timeMs() / sound.lengthMs)), 500);
      recogniser.start(sound.track);
      sound.start();
    });
  } finally {
    scope.dispose();
  }
}

/** Makes a track of samples. It isn't connected to the loudspeaker. */
function openTrack(scope: Scope, samples: Float32Array<ArrayBuffer>) {
  const context = new AudioContext();
  scope.add(() => void context.close());
  const buffer = context.createBuffer(1, samples.length, SPEECH_RATE_HZ);
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  const { stream } = source.connect(context.createMediaStreamDestination()) as MediaStreamAudioDestinationNode;
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw new Error('audio-capture');
  scope.add(() => track.stop());
  let startS = 0;
  const lengthMs = buffer.duration * 1000;
  return {
    track,
    source,
    lengthMs,
    start: () => {
      startS = context.currentTime;
      source.start();
    },
    timeMs: () => Math.round(Math.min(lengthMs, (context.currentTime - startS) * 1000)),
  };
}

function recogniserClass(): RecogniserClass | null {
  const found: unknown = Reflect.get(globalThis, 'SpeechRecognition');
  if (typeof found !== 'function' || !('available' in found) || !('install' in found)) return null;
  return 'processLocally' in found.prototype ? (found as unknown as RecogniserClass) : null;
}

/** The recognisers' languages have a region: the likeliest one, as in 'fr-FR'. */
function withRegion(language: string): string {
  const { region } = new Intl.Locale(language).maximize();
  return region === undefined ? language : `${language}-${region}`;
}

import type { Cue } from '../../../../contracts/web-vtt.ts';
import { createSpeechClient } from '../../../../workers/client/speech-client.ts';
import { findRecogniser, recogniseSamples } from '../../../platform/audio/track-recogniser.ts';
import { loadConfig } from '../../../platform/net/app-config.ts';
import { matchesMedia, wholeAddress } from '../../../platform/page/device.ts';

/** A screen and a pointer for long work; a phone would lack memory and power for it. */
const DESK = '(min-width: 1024px) and (pointer: fine)';

/** What a maker needs before it can write. */
export interface DraftNeeds {
  /** Bytes that it downloads first; 0 for none, null if only the browser knows. */
  readonly downloadBytes: number | null;
}

/** How far a maker is; `share` is from 0 to 1, or null while unknown. */
export interface DraftProgress {
  readonly stage: 'download' | 'writing';
  readonly share: number | null;
}

/** A machine that writes down, on this device, what is said in a sound. Tests put another one in its place. */
export interface DraftMaker {
  /** `browser` is the browser's own recogniser, `model` the one of the deployment. */
  readonly kind: 'browser' | 'model';
  /** Finds out whether it can write this language here; null if not. Downloads nothing. */
  isAvailable(language: string): Promise<DraftNeeds | null>;
  /**
   * Writes down a sound.
   *
   * @param samples one channel at 16 kHz; they stay the caller's
   * @param on `cues` gets what is written, in the order of the sound
   * @throws the signal's reason; the recogniser's errors
   */
  make(
    samples: Float32Array<ArrayBuffer>,
    language: string,
    signal: AbortSignal,
    on: { readonly progress: (progress: DraftProgress) => void; readonly cues: (cues: readonly Cue[]) => void },
  ): Promise<void>;
}

const browserMaker: DraftMaker = {
  kind: 'browser',
  async isAvailable(language) {
    const state = await findRecogniser(language);
    return state === 'unavailable' ? null : { downloadBytes: state === 'available' ? 0 : null };
  },
  make: (samples, language, signal, on) =>
    recogniseSamples(samples, language, signal, {
      cue: (cue) => on.cues([cue]),
      share: (share) => on.progress({ stage: 'writing', share }),
    }),
};

/** @param folder as `createSpeechClient` takes it */
function modelMaker(folder: string): DraftMaker {
  const client = createSpeechClient(folder);
  let downloadBytes: number | null = null;
  return {
    kind: 'model',
    async isAvailable(language) {
      downloadBytes = await client.findDownload(language);
      return downloadBytes === null ? null : { downloadBytes };
    },
    make: (samples, language, signal, on) =>
      client.write(samples, language, signal, {
        cues: on.cues,
        progress: (progress) =>
          on.progress(
            progress.stage === 'writing'
              ? progress
              : { stage: 'download', share: downloadBytes ? progress.bytes / downloadBytes : null },
          ),
      }),
  };
}

let makers: Promise<readonly DraftMaker[]> | null = null;

/** The makers that this device may have, the preferred one first: none away from a desk. */
export async function deviceMakers(): Promise<readonly DraftMaker[]> {
  if (!matchesMedia(DESK)) return [];
  makers ??= loadConfig().then(
    ({ speechModelUrl }) => [browserMaker, ...(speechModelUrl ? [modelMaker(wholeAddress(speechModelUrl))] : [])],
    () => [browserMaker],
  );
  return makers;
}

/** Returns the first maker that can write this language, with what it needs; null for none. */
export async function findMaker(
  candidates: readonly DraftMaker[],
  language: string,
): Promise<{ readonly maker: DraftMaker; readonly needs: DraftNeeds } | null> {
  for (const maker of candidates) {
    const needs = await maker.isAvailable(language).catch(() => null);
    if (needs !== null) return { maker, needs };
  }
  return null;
}

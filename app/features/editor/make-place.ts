import type { Geometry } from '../../../contracts/geo.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { createTranscoder } from '../../../workers/client/transcode-client.ts';
import { randomHex } from '../../platform/random.ts';
import { Scope } from '../../platform/scope.ts';
import { strings } from '../../platform/strings.ts';
import { attachAudio, createPlace, findPlace } from '../../state/places.ts';
import { noteOf, openRecording, removeRecording } from '../../state/recorder.ts';

const KEY_BYTES = 16;

/** Audio for a place that exists, or that is made for it. */
export interface PlaceAudio {
  readonly userId: UserId;
  readonly mapId: ParcoursId;
  readonly geometry: Geometry;
  readonly title: string;
  /** Null makes one. */
  readonly placeId: PlaceId | null;
  /** Names the making of the place to the server, which so makes one only. */
  readonly placeKey: string;
  readonly audio: File | { readonly recordingId: string };
}

/** What is heard of the work. */
export interface MakingListeners {
  readonly signal: AbortSignal;
  readonly onConverted: (share: number, remainingS: number | null) => void;
  /** The place exists, and has no audio yet. */
  readonly onMade: (placeId: PlaceId) => void;
  readonly onSent: (share: number) => void;
}

/**
 * Makes the place where there is none, and gives it the audio.
 *
 * @throws {Error} 'No file received', 'Missing file or audio length.', 'No audio URL returned after upload'; as the
 * transcoder, `createPlace` and `attachAudio` do.
 */
export async function makePlace(wanted: PlaceAudio, heard: MakingListeners): Promise<PlaceId> {
  const { signal } = heard;
  const scope = new Scope();
  try {
    const source = await readSource(wanted);
    const transcoder = createTranscoder();
    scope.add(() => transcoder.dispose());
    const { wav, durationS } = await transcoder.transcode(source, {
      signal,
      onProgress: ({ fraction, remainingS }) => heard.onConverted(fraction, remainingS),
    });
    if (wav.size === 0 || durationS === 0) throw new Error(strings.drops.missing);
    let { placeId } = wanted;
    if (placeId === null) {
      const { geometry, title, mapId, placeKey } = wanted;
      placeId = await createPlace(geometry, title, mapId, { signal, idempotencyKey: placeKey });
      heard.onMade(placeId);
    }
    const options = { signal, onProgress: heard.onSent, idempotencyKey: randomHex(KEY_BYTES) };
    await attachAudio(placeId, wav, durationS, options);
    if (!findPlace(placeId)?.media?.data.link) throw new Error(strings.editor.noAudioUrl);
    if ('recordingId' in wanted.audio) await removeRecording(wanted.audio.recordingId, wanted.userId);
    return placeId;
  } finally {
    scope.dispose();
  }
}

async function readSource({ audio }: PlaceAudio): Promise<Blob> {
  const source =
    'recordingId' in audio ? await openRecording({ id: audio.recordingId, note: noteOf(audio.recordingId) }) : audio;
  if (source === null || source.size === 0) throw new Error(strings.editor.noFile);
  return source;
}

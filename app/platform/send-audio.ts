import type { MediaLink } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { call } from './api.ts';

/** Audio on its way to a place. */
export interface AudioToSend {
  readonly placeId: PlaceId;
  /** The recording session that it belongs to; null where there is none. */
  readonly sessionId: string | null;
  /** 16-bit PCM WAV at 44.1 kHz. */
  readonly wav: Blob;
  readonly lengthS: number;
  /** Names this sending to the server, which so knows a repeat. */
  readonly key: string;
  /** Where an earlier attempt got to; null for the first. */
  readonly resumeUrl: string | null;
}

/** What is heard of audio on its way. */
export interface SendOptions {
  readonly signal: AbortSignal;
  /** Share that has left, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Told where the next attempt could go on, to be kept with the drop; null where there is no such place any more. */
  readonly onResumeUrl: (url: string | null) => void;
}

/**
 * Sends audio to a place in one request, and answers where it is heard from then on.
 *
 * @throws {ApiError | NetworkError} as `call` does; the place keeps what it had.
 */
export async function sendAudio(
  { placeId, sessionId, wav, lengthS, key }: AudioToSend,
  { signal, onProgress }: SendOptions,
): Promise<MediaLink> {
  const fields = { place_id: placeId, size: wav.size, length: lengthS };
  const options = { signal, onProgress, idempotencyKey: key };
  const { media_data: link } =
    sessionId === null
      ? await call('uploadAudio', { fields, file: wav }, options)
      : await call('uploadSessionAudio', { params: { sessionId }, fields, file: wav }, options);
  return link;
}

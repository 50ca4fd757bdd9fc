import type { DetailedError } from 'tus-js-client';
import { RESUMABLE_PATH, type UploadedAudio } from '../../../contracts/recording.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { strings } from '../../words/strings.ts';
import { ApiError, accessRaw, call, NetworkError } from './api.ts';
import type { Received } from './http.ts';

/**
 * Size of a part. Where a proxy gathers a request before it passes it on, a break loses no more than one part and its limit
 * for bodies need not be larger; at 5 Mbit/s a part takes 13 s, so that the pause between two, a tenth of a second, is lost
 * in it. The browser reads a part from the Blob while it sends: none of this is memory of ours.
 */
export const PART_BYTES = 8 * 1024 * 1024;
/** Audio that one part would hold, 47 s of stereo, travels whole: cutting it would save nothing and cost two requests. */
const WHOLE_MAX_BYTES = PART_BYTES;
/**
 * Waits between tries when the connection breaks, begun anew each time something came through: a lift, a tunnel, a server
 * that starts again. Longer breaks are for whoever asked, who can tell the person.
 */
const RETRY_DELAYS_MS = [500, 1000, 3000, 5000, 10_000];
/** Uploads that another request holds, or that stand elsewhere than was thought: asking where they stand mends it. */
const MENDED_BY_ASKING = [409, 423];
const RESUME_URL = new RegExp(`^${RESUMABLE_PATH}/([0-9a-f-]{36})$`);

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
  /** Where an earlier attempt got to, as `onResumeUrl` told it; null for the first. */
  readonly resumeUrl: string | null;
}

/** What is heard of audio on its way. */
export interface SendOptions {
  /** Aborting it rejects with the signal's reason and ends the request; what the server has stays there. */
  readonly signal: AbortSignal;
  /** Share of all bytes that has left, 0 to 1; falls back where a break lost some. */
  readonly onProgress: (share: number) => void;
  /** Awaited before the server gets anything of it under the audio's `key`, by which it can be given up from then on. */
  readonly onBegin: () => Promise<void>;
  /**
   * Told where another attempt can go on, to be kept until this audio is at its place: a repeat with it gets the first
   * answer. Null where there is no such place any more.
   */
  readonly onResumeUrl: (url: string | null) => void;
}

/**
 * Sends audio to a place: short audio in one request, longer audio in parts that an interrupted upload goes on after.
 * Short breaks are waited out.
 *
 * @throws {ApiError | NetworkError} as `call` does; the place keeps what it had. An ApiError with status 404 is about the
 * place or the session, never about the upload: one that the server has forgotten is begun anew, by the next attempt where
 * that is found out in the midst of it.
 */
export async function sendAudio(audio: AudioToSend, options: SendOptions): Promise<UploadedAudio> {
  options.signal.throwIfAborted();
  if (audio.wav.size <= WHOLE_MAX_BYTES) return sendWhole(audio, options);
  const uploadId = audio.resumeUrl === null ? undefined : idOf(audio.resumeUrl);
  const earlier = uploadId === undefined ? 'forgotten' : await finishEarlier(audio, uploadId, options.signal);
  if (typeof earlier === 'object') return earlier;
  await options.onBegin();
  const sentId = await sendParts(earlier === 'forgotten' ? { ...audio, resumeUrl: null } : audio, options);
  try {
    return await withPatience(options.signal, () => finish(audio, sentId, options.signal));
  } catch (error) {
    // No other end is possible for these bytes.
    if (error instanceof ApiError && error.code === 'invalid_audio') {
      options.onResumeUrl(null);
      await abandonUploads(audio.key, options.signal).catch(() => undefined);
    }
    if (error instanceof ApiError && error.status === 404) throw forgotten(error, options);
    throw error;
  }
}

/**
 * Gives up whatever is sent under this key, whole or in parts, also where nobody heard of it: the server forgets its parts,
 * and attaches none of it any more. What it attached before stays; none is no error.
 *
 * @throws {ApiError | NetworkError} as `call` does; the server forgets parts by itself after some days.
 */
export function abandonUploads(key: string, signal: AbortSignal): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', 'idempotency-key': key } as const;
  // Goes on when the page leaves.
  return call('abandonUploads', { headers }, { signal, keepalive: true });
}

async function sendWhole(audio: AudioToSend, { signal, onProgress, onBegin }: SendOptions): Promise<UploadedAudio> {
  const { placeId, sessionId, wav, lengthS, key } = audio;
  const fields = { place_id: placeId, size: wav.size, length: lengthS };
  const options = { signal, onProgress, idempotencyKey: key };
  await onBegin();
  if (sessionId === null) return call('uploadAudio', { fields, file: wav }, options);
  return call('uploadSessionAudio', { params: { sessionId }, fields, file: wav }, options);
}

function finish(audio: AudioToSend, uploadId: string, signal: AbortSignal): Promise<UploadedAudio> {
  const { placeId, sessionId, wav, lengthS, key } = audio;
  const body = {
    uploadId,
    place_id: placeId,
    size: wav.size,
    length: lengthS,
    ...(sessionId === null ? {} : { sessionId }),
  };
  return call('finishUpload', { body }, { signal, idempotencyKey: key });
}

/**
 * The answer, where all bytes arrived earlier or the answer alone was lost. Otherwise whether the server has some of them, or
 * none: also where the upload was of other bytes, since the audio was converted anew by another version.
 */
async function finishEarlier(
  audio: AudioToSend,
  uploadId: string,
  signal: AbortSignal,
): Promise<UploadedAudio | 'begun' | 'forgotten'> {
  try {
    return await finish(audio, uploadId, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return 'begun';
    if (error instanceof ApiError && error.status === 404) return 'forgotten';
    throw error;
  }
}

/** Sends what the server does not have yet; returns the upload's id. */
async function sendParts(audio: AudioToSend, options: SendOptions): Promise<string> {
  const { signal, onProgress, onResumeUrl } = options;
  const { placeId, sessionId, wav, key, resumeUrl } = audio;
  const { baseUrl } = accessRaw();
  const { Upload } = await import('tus-js-client').catch((cause: unknown) => {
    throw new NetworkError(strings.errors.network, { cause });
  });
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const absolute = (path: string): string => new URL(baseUrl + path, document.baseURI).href;
    const upload = new Upload(wav, {
      endpoint: absolute(RESUMABLE_PATH),
      uploadUrl: resumeUrl === null ? null : absolute(resumeUrl),
      chunkSize: PART_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      // The address is its caller's to keep, with the audio.
      storeFingerprintForResuming: false,
      metadata: { place_id: String(placeId), key, ...(sessionId === null ? {} : { session_id: sessionId }) },
      onBeforeRequest: (request) => {
        // Anew each time: a long upload outlives many things.
        for (const [name, value] of Object.entries(accessRaw().headers)) request.setHeader(name, value);
      },
      onShouldRetry: isPassing,
      onUploadUrlAvailable: () => onResumeUrl(pathOf(upload.url)),
      onProgress: (sentBytes, allBytes) => onProgress(sentBytes / allBytes),
      onSuccess: () => settle(() => resolve(idOf(pathOf(upload.url)) ?? '')),
      onError: (error) => settle(() => reject(isForgotten(error) ? forgotten(error, options) : explain(error))),
    });
    const stop = (): void => {
      void upload.abort().catch(() => undefined);
      settle(() => reject(signal.reason));
    };
    const settle = (end: () => void): void => {
      signal.removeEventListener('abort', stop);
      end();
    };
    signal.addEventListener('abort', stop);
    upload.start();
  });
}

function isPassing(error: DetailedError): boolean {
  // The session has ended.
  if (error.causingError instanceof ApiError) return false;
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 0 || MENDED_BY_ASKING.includes(status) || (status >= 500 && status !== 507);
}

/** Whether the upload is not there any more. The beginning of one is refused so where its place is not there. */
function isForgotten(error: Error | DetailedError): boolean {
  if (!('originalResponse' in error)) return false;
  return error.originalResponse?.getStatus() === 404 && error.originalRequest.getMethod() !== 'POST';
}

/**
 * What to say where the upload, or for all that is known the place, has gone meanwhile: something that passes. Another
 * attempt begins anew, and is told about the place before it sends a byte.
 */
function forgotten(cause: Error, { onResumeUrl }: SendOptions): NetworkError {
  onResumeUrl(null);
  return new NetworkError(strings.errors.network, { cause });
}

function explain(error: Error | DetailedError): Error {
  if (!('originalResponse' in error)) return new NetworkError(strings.errors.network, { cause: error });
  if (error.causingError instanceof ApiError) return error.causingError;
  const answer = error.originalResponse;
  const status = answer?.getStatus() ?? 0;
  if (answer === null || status === 0 || MENDED_BY_ASKING.includes(status)) {
    return new NetworkError(strings.errors.network, { cause: error });
  }
  const received: Received = { status, text: answer.getBody(), retryAfter: answer.getHeader('Retry-After') ?? null };
  try {
    return accessRaw().explain(received);
  } catch (ended) {
    return ended as ApiError;
  }
}

/** Tries again where no answer came. */
async function withPatience<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      await wait(delayMs, signal);
    }
  }
  return work();
}

function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
}

/** What is kept of an address: a path, so that no stored text can send a token elsewhere. */
function pathOf(url: string | null): string {
  return url === null ? '' : new URL(url).pathname.slice(-(RESUMABLE_PATH.length + 37));
}

/** Undefined for what is no address of an upload. */
function idOf(path: string): string | undefined {
  return RESUME_URL.exec(path)?.[1];
}

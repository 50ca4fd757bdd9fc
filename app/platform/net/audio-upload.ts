import type { DetailedError } from 'tus-js-client';
import { dropCalls } from '../../../contracts/calls/drop-calls.ts';
import { RESUMABLE_PATH, type UploadedAudio } from '../../../contracts/recording.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { pause } from '../page/time-limit.ts';
import { ApiError, accessRaw, addCalls, call, NetworkError, OfflineModeError } from './api.ts';
import type { Received } from './http.ts';
import { isOffline } from './reach.ts';

addCalls(dropCalls);

/**
 * Size of a part. Behind a proxy that buffers requests, a broken connection loses at most one part, and the proxy's
 * body limit need not be larger. At 5 Mbit/s a part takes 13 s, so the pause of 0.1 s between two parts is negligible.
 * The browser streams a part from the Blob, so none of it is held in memory.
 */
export const PART_BYTES = 8 * 1024 * 1024;
/** Audio that fits into one part (47 s of stereo) is sent whole, which saves two requests. */
const WHOLE_MAX_BYTES = PART_BYTES;
/**
 * Delays between retries when the connection breaks, restarted after each progress: enough for a lift, a tunnel or a
 * server restart. The caller handles longer interruptions, because it can tell the person.
 */
const RETRY_DELAYS_MS = [500, 1000, 3000, 5000, 10_000];
/** 423: locked by another request; 409: unexpected offset. Asking for the current offset resolves both. */
const MENDED_BY_ASKING = [409, 423];
const RESUME_URL = new RegExp(`^${RESUMABLE_PATH}/([0-9a-f-]{36})$`);

/** Audio to attach to a place, or to one of its tellings. */
export interface AudioToSend {
  readonly placeId: PlaceId;
  /** Code of the telling whose own sound it becomes; missing or null for the place's. */
  readonly telling?: string | null;
  /** The recording session to which it belongs, or null. */
  readonly sessionId: string | null;
  /** 16-bit PCM WAV at 44.1 kHz. */
  readonly wav: Blob;
  readonly lengthS: number;
  /** Idempotency key, by which the server recognizes a retry. */
  readonly key: string;
  /** Passed to `onResumeUrl` by an earlier attempt; null for the first. */
  readonly resumeUrl: string | null;
}

/** Callbacks and cancellation of an upload. */
export interface SendOptions {
  /** Aborting rejects with the signal's reason and ends the request; the server keeps what it has. */
  readonly signal: AbortSignal;
  /** Receives the sent share of all bytes, 0 to 1; it decreases when a broken connection lost some. */
  readonly onProgress: (share: number) => void;
  /** Awaited before anything is sent under the audio's `key`; from then on {@link abandonUploads} applies to it. */
  readonly onBegin: () => Promise<void>;
  /**
   * Receives the URL at which another attempt can resume, to be stored until the audio is attached: a retry with it
   * gets the first response. Null if the upload is gone.
   */
  readonly onResumeUrl: (url: string | null) => void;
}

/**
 * Uploads audio to a place: short audio in one request, longer audio in parts that can be resumed. Retries after short
 * interruptions.
 *
 * @throws {ApiError | NetworkError} as `call` does; the place keeps its audio. An ApiError with status 404 is about the
 * place or the session, never about the upload: one that the server has forgotten is restarted, by the next attempt if
 * that is noticed midway.
 */
export async function sendAudio(audio: AudioToSend, options: SendOptions): Promise<UploadedAudio> {
  options.signal.throwIfAborted();
  if (isOffline()) throw new OfflineModeError();
  if (audio.wav.size <= WHOLE_MAX_BYTES) return sendWhole(audio, options);
  const uploadId = audio.resumeUrl === null ? undefined : idOf(audio.resumeUrl);
  const earlier = uploadId === undefined ? 'forgotten' : await finishEarlier(audio, uploadId, options.signal);
  if (typeof earlier === 'object') return earlier;
  await options.onBegin();
  const sentId = await sendParts(earlier === 'forgotten' ? { ...audio, resumeUrl: null } : audio, options);
  try {
    return await withPatience(options.signal, () => finish(audio, sentId, options.signal));
  } catch (error) {
    // The server will never accept these bytes.
    if (error instanceof ApiError && error.code === 'invalid_audio') {
      options.onResumeUrl(null);
      await abandonUploads(audio.key, options.signal).catch(() => undefined);
    }
    if (error instanceof ApiError && error.status === 404) throw forgotten(error, options);
    throw error;
  }
}

/**
 * Cancels all uploads under this key, if there are any: the server deletes their parts and no longer attaches them.
 * Attached audio stays.
 *
 * @throws as `call` does; the server deletes parts by itself after some days.
 */
export function abandonUploads(key: string, signal: AbortSignal): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', 'idempotency-key': key } as const;
  // `keepalive`, so that it continues when the page is left.
  return call('abandonUploads', { headers }, { signal, keepalive: true });
}

async function sendWhole(audio: AudioToSend, { signal, onProgress, onBegin }: SendOptions): Promise<UploadedAudio> {
  const { sessionId, wav, lengthS, key } = audio;
  const fields = { ...targetOf(audio), size: wav.size, length: lengthS };
  const options = { signal, onProgress, idempotencyKey: key };
  await onBegin();
  if (sessionId === null) return call('uploadAudio', { fields, file: wav }, options);
  return call('uploadSessionAudio', { params: { sessionId }, fields, file: wav }, options);
}

function targetOf({ placeId, telling = null }: AudioToSend): { place_id: PlaceId; telling?: string } {
  return { place_id: placeId, ...(telling !== null && { telling }) };
}

function finish(audio: AudioToSend, uploadId: string, signal: AbortSignal): Promise<UploadedAudio> {
  const { sessionId, wav, lengthS, key } = audio;
  const body = {
    uploadId,
    ...targetOf(audio),
    size: wav.size,
    length: lengthS,
    ...(sessionId === null ? {} : { sessionId }),
  };
  return call('finishUpload', { body }, { signal, idempotencyKey: key });
}

/**
 * Returns the response if all bytes arrived earlier. Otherwise `begun` if the server has some of them, and `forgotten`
 * if it has none, or has an upload of other bytes because another version of the app converted the audio.
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

/** Sends the parts that the server does not have yet; returns the upload's id. */
async function sendParts(audio: AudioToSend, options: SendOptions): Promise<string> {
  const { signal, onProgress, onResumeUrl } = options;
  const { placeId, sessionId, wav, key, resumeUrl } = audio;
  const { baseUrl } = accessRaw();
  const { Upload } = await import('tus-js-client').catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const absolute = (path: string): string => new URL(baseUrl + path, document.baseURI).href;
    const upload = new Upload(wav, {
      endpoint: absolute(RESUMABLE_PATH),
      uploadUrl: resumeUrl === null ? null : absolute(resumeUrl),
      chunkSize: PART_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      // The caller stores the URL with the audio.
      storeFingerprintForResuming: false,
      metadata: { place_id: String(placeId), key, ...(sessionId === null ? {} : { session_id: sessionId }) },
      onBeforeRequest: (request) => {
        if (isOffline()) throw new OfflineModeError();
        // Read for each request: the token may change during a long upload.
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
  // The session has ended, or the person wants nothing to be sent.
  if (isOwnError(error.causingError)) return false;
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 0 || MENDED_BY_ASKING.includes(status) || (status >= 500 && status !== 507);
}

/** True if the server no longer has the upload. A 404 to the first request (POST) means that the place is gone. */
function isForgotten(error: Error | DetailedError): boolean {
  if (!('originalResponse' in error)) return false;
  return error.originalResponse?.getStatus() === 404 && error.originalRequest.getMethod() !== 'POST';
}

/**
 * Returns the error for an upload that is gone, perhaps with its place: one that is retried. The next attempt starts
 * over, and learns whether the place exists before it sends a byte.
 */
function forgotten(cause: Error, { onResumeUrl }: SendOptions): NetworkError {
  onResumeUrl(null);
  return new NetworkError(cause);
}

function explain(error: Error | DetailedError): Error {
  if (!('originalResponse' in error)) return new NetworkError(error);
  if (isOwnError(error.causingError)) return error.causingError;
  const answer = error.originalResponse;
  const status = answer?.getStatus() ?? 0;
  if (answer === null || status === 0 || MENDED_BY_ASKING.includes(status)) return new NetworkError(error);
  const received: Received = { status, text: answer.getBody(), retryAfter: answer.getHeader('Retry-After') ?? null };
  try {
    return accessRaw().explain(received);
  } catch (ended) {
    return ended as ApiError;
  }
}

/** True for errors that were thrown before a request was sent. */
function isOwnError(error: unknown): error is ApiError | OfflineModeError {
  return error instanceof ApiError || error instanceof OfflineModeError;
}

async function withPatience<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NetworkError) || error instanceof OfflineModeError) throw error;
      await pause(delayMs, signal);
    }
  }
  return work();
}

/** Returns the path of a URL. Only the path is stored, so that no stored text can send a token to another server. */
function pathOf(url: string | null): string {
  return url === null ? '' : new URL(url).pathname.slice(-(RESUMABLE_PATH.length + 37));
}

function idOf(path: string): string | undefined {
  return RESUME_URL.exec(path)?.[1];
}

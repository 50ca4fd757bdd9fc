/** The file can't be audio: text, a picture, a document, an empty file. */
export class NotAudioError extends Error {
  override readonly name = 'NotAudioError';
}

/** A media file without an audio track, such as a silent film. */
export class NoAudioTrackError extends Error {
  override readonly name = 'NoAudioTrackError';
}

/** The audio is encrypted (copy protection). */
export class ProtectedFileError extends Error {
  override readonly name = 'ProtectedFileError';
}

/** ffmpeg doesn't know the container, or has no decoder for any of its tracks. */
export class UnsupportedFormatError extends Error {
  override readonly name = 'UnsupportedFormatError';
}

/** The track has more channels than can be mixed down. */
export class TooManyChannelsError extends Error {
  override readonly name = 'TooManyChannelsError';
}

/** The container is known but its content can't be read: truncated or damaged. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** ffmpeg could not be fetched or started, usually for lack of a network. The same file may work later. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

/** Memory ran out while ffmpeg started or ran. A shorter file may work, or this one with fewer open pages. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}

/** The device has no space for the output, about 10 MB per minute. */
export class DeviceFullError extends Error {
  override readonly name = 'DeviceFullError';
}

/** Any other failure of ffmpeg; the message ends with its last lines. */
export class TranscodeFailedError extends Error {
  override readonly name = 'TranscodeFailedError';
}

/** The errors that a conversion rejects with, by name, for the lane to restore them from the worker. */
export const TRANSCODE_ERRORS = {
  NotAudioError,
  NoAudioTrackError,
  ProtectedFileError,
  UnsupportedFormatError,
  TooManyChannelsError,
  DamagedFileError,
  EngineUnavailableError,
  OutOfMemoryError,
  DeviceFullError,
  TranscodeFailedError,
};

/**
 * The out-of-memory messages of browsers, Emscripten and ffmpeg. Most are plain RangeErrors: only the message tells.
 */
const OUT_OF_MEMORY =
  /out of memory|cannot allocate memory|allocation failed|allocation size overflow|unable to grow instance memory|Aborted\(OOM\)/i;

/**
 * Whether a thrown value, or a line of ffmpeg's log, reports that memory ran out. A damaged file that claims an absurd size
 * looks the same. If the browser kills the whole worker, the lane reports a WorkerCrashedError instead.
 */
export function isOutOfMemory(cause: unknown): boolean {
  return OUT_OF_MEMORY.test(cause instanceof Error ? cause.message : String(cause));
}

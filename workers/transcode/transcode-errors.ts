import type { TranscodeErrorName } from './transcode.api.ts';

/** The bytes are no audio container that we know: text, a picture, an empty file. */
export class NotAudioError extends Error {
  override readonly name = 'NotAudioError';
}

/** A media file without sound, such as a silent film. */
export class NoAudioTrackError extends Error {
  override readonly name = 'NoAudioTrackError';
}

/** The sound is encrypted (bought from a shop) and only its own player can read it. */
export class ProtectedFileError extends Error {
  override readonly name = 'ProtectedFileError';
}

/** The container is known but what it holds can't be read: cut off, or spoilt on the way. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** ffmpeg itself could not be fetched or started, usually for want of a network. The same file may work later. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

/** Memory ran out while ffmpeg was started or at work. A shorter file may work, or this one with fewer pages open. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}

/** The device has no room for what the conversion writes, some 10 MB a minute. */
export class DeviceFullError extends Error {
  override readonly name = 'DeviceFullError';
}

/** Anything else that stopped ffmpeg; the message ends with its own last words. */
export class TranscodeFailedError extends Error {
  override readonly name = 'TranscodeFailedError';
}

/** The classes by name, for the client to make an error again that crossed from the worker. */
export const TRANSCODE_ERRORS: Readonly<Record<TranscodeErrorName, new (message: string) => Error>> = {
  NotAudioError,
  NoAudioTrackError,
  ProtectedFileError,
  DamagedFileError,
  EngineUnavailableError,
  OutOfMemoryError,
  DeviceFullError,
  TranscodeFailedError,
};

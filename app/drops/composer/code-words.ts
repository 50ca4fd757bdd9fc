import { ERROR_WORDS } from '../../page/error-words.ts';
import { strings } from '../../ui/common-words.ts';
import { fileFaults } from './file-faults-words.ts';

const WORDS: Readonly<Record<string, string>> = {
  ...ERROR_WORDS,
  invalid_request: strings.errors.refused,
  internal: strings.errors.unexpected,
  // The converter's errors, by name.
  NotAudioError: fileFaults.notAudio,
  NoAudioTrackError: fileFaults.noTrack,
  ProtectedFileError: fileFaults.protected,
  UnsupportedFormatError: fileFaults.unsupported,
  TooManyChannelsError: fileFaults.tooManyTracks,
  DamagedFileError: fileFaults.damaged,
  EngineUnavailableError: fileFaults.engine,
  OutOfMemoryError: fileFaults.outOfMemory,
  DeviceFullError: fileFaults.deviceFull,
  TranscodeFailedError: fileFaults.transcodeFailed,
};

/** Returns the message for a person for a server's error code or a converter error's name; null for any other text. */
export function wordsForCode(code: string): string | null {
  return Object.hasOwn(WORDS, code) ? (WORDS[code] ?? null) : null;
}

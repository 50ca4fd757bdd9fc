import { formatMegabytes, formatSeconds } from '../../ui/number-words.ts';
import { plural } from '../../ui/plural.ts';
import type { ConverterWords } from './converter-words.ts';

export const english = {
  converterStrings: {
    preparing: 'Preparing the converter',
    sent: (loadedBytes: number, totalBytes: number) =>
      `${formatMegabytes(loadedBytes)} of ${formatMegabytes(totalBytes)}`,
    partRead: (readS: number, statedS: number) =>
      `This file is incomplete: ${formatSeconds(readS)} of ${formatSeconds(statedS)} could be read.`,
    otherTrack: (skipped: number) =>
      plural(
        skipped,
        'The first track of this file can’t be read: the second one was taken.',
        `The first ${skipped} tracks of this file can’t be read: the next one was taken.`,
      ),
    partTitle: 'Incomplete file',
    acceptPart: (readS: number) => `Keep these ${formatSeconds(readS)}`,
  },
  fileFaults: {
    NotAudioError: 'This file isn’t audio. Choose a wav, mp3, flac, webm, m4a, caf, ogg, opus or mp4 file.',
    NoAudioTrackError: 'This file contains no sound.',
    ProtectedFileError: 'This file is protected: only its own player can read it.',
    UnsupportedFormatError:
      'This format isn’t supported. Choose a wav, mp3, flac, webm, m4a, caf, ogg, opus or mp4 file.',
    TooManyChannelsError: 'This file has too many channels. Export it in mono or stereo, then choose it again.',
    DamagedFileError: 'This file is damaged or incomplete, it can’t be read.',
    EngineUnavailableError: 'The converter couldn’t be loaded. Check your network, then try again.',
    OutOfMemoryError:
      'The device doesn’t have enough memory to convert this file. Close other pages or choose shorter audio.',
    DeviceFullError: 'The device doesn’t have enough room left to convert this file.',
    TranscodeFailedError: 'This file couldn’t be converted.',
  },
} satisfies ConverterWords;

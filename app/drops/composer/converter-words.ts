import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { formatMegabytes, formatSeconds } from '../../ui/number-words.ts';
import { plural } from '../../ui/plural.ts';
import { dropStrings } from '../drop-words.ts';
import type { ConverterError } from '../outbox/outbox-audio.ts';
import type { Conversion } from './composition.ts';

const frenchConverterStrings = {
  preparing: 'Préparation du convertisseur',
  sent: (loadedBytes: number, totalBytes: number) =>
    `${formatMegabytes(loadedBytes)} sur ${formatMegabytes(totalBytes)}`,
  partRead: (readS: number, statedS: number) =>
    `Ce fichier est incomplet\u00a0: ${formatSeconds(readS)} sur ${formatSeconds(statedS)} ont pu être lues.`,
  otherTrack: (skipped: number) =>
    plural(
      skipped,
      'La première piste de ce fichier ne peut pas être lue\u00a0: la deuxième a été prise.',
      `Les ${skipped} premières pistes de ce fichier ne peuvent pas être lues\u00a0: la suivante a été prise.`,
    ),
  partTitle: 'Fichier incomplet',
  acceptPart: (readS: number) => `Garder ces ${formatSeconds(readS)}`,
} as const;

const frenchFileFaults: Readonly<Record<ConverterError, string>> = {
  NotAudioError:
    'Ce fichier n’est pas un audio. Choisissez un fichier wav, mp3, flac, webm, m4a, caf, ogg, opus ou mp4.',
  NoAudioTrackError: 'Ce fichier ne contient aucun son.',
  ProtectedFileError: 'Ce fichier est protégé\u00a0: seul son propre lecteur peut le lire.',
  UnsupportedFormatError:
    'Ce format n’est pas pris en charge. Choisissez un fichier wav, mp3, flac, webm, m4a, caf, ogg, opus ou mp4.',
  TooManyChannelsError: 'Ce fichier a trop de pistes. Exportez-le en mono ou en stéréo, puis choisissez-le à nouveau.',
  DamagedFileError: 'Ce fichier est abîmé ou incomplet, il ne peut pas être lu.',
  EngineUnavailableError: 'Le convertisseur n’a pas pu être chargé. Vérifiez votre réseau, puis réessayez.',
  OutOfMemoryError:
    'La mémoire de l’appareil ne suffit pas pour convertir ce fichier. Fermez d’autres pages ou choisissez un audio plus court.',
  DeviceFullError: 'L’appareil n’a plus assez de place pour convertir ce fichier.',
  TranscodeFailedError: 'Ce fichier n’a pas pu être converti.',
};

const french = { converterStrings: frenchConverterStrings, fileFaults: frenchFileFaults };
export type ConverterWords = WordsOf<typeof french>;

/**
 * The words of the converter (its download, incomplete files), and the reasons why an audio file could not be converted.
 * The upload sheet, place editor and outbox show them.
 */
export const { converterStrings, fileFaults } = inLanguages(french, {
  en: async () => (await import('./converter-words.en.ts')).english,
});

/** Returns the text beside a conversion's percentage: the received part of the converter, or the time left. */
export function detailOf({ download, remainingS }: Omit<Conversion, 'share'>): string | null {
  if (download === null) return remainingS === null ? null : dropStrings.remaining(remainingS);
  const { loadedBytes, totalBytes } = download;
  return totalBytes === null ? null : converterStrings.sent(loadedBytes, totalBytes);
}

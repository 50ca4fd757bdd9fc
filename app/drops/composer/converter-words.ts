import { formatMegabytes, formatSeconds } from '../../ui/number-words.ts';

/**
 * The words of the converter (its download, incomplete files), which the upload sheet, place editor and outbox show.
 */
export const converterStrings = {
  preparing: 'Préparation du convertisseur',
  sent: (loadedBytes: number, totalBytes: number) =>
    `${formatMegabytes(loadedBytes)} sur ${formatMegabytes(totalBytes)}`,
  partRead: (readS: number, statedS: number) =>
    `Ce fichier est incomplet\u00a0: ${formatSeconds(readS)} sur ${formatSeconds(statedS)} ont pu être lues.`,
  otherTrack: (skipped: number) =>
    skipped === 1
      ? 'La première piste de ce fichier ne peut pas être lue\u00a0: la deuxième a été prise.'
      : `Les ${skipped} premières pistes de ce fichier ne peuvent pas être lues\u00a0: la suivante a été prise.`,
  partTitle: 'Fichier incomplet',
  keepPart: (readS: number) => `Garder ces ${formatSeconds(readS)}`,
} as const;

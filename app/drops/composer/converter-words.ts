import { printMegabytes, printSeconds } from '../../ui/number-words.ts';

/**
 * The words of the converter (its download, incomplete files), which the upload sheet, place editor and outbox show.
 */
export const converterStrings = {
  preparing: 'Préparation du convertisseur',
  sent: (loadedBytes: number, totalBytes: number) => `${printMegabytes(loadedBytes)} sur ${printMegabytes(totalBytes)}`,
  partRead: (readS: number, statedS: number) =>
    `Ce fichier est incomplet\u00a0: ${printSeconds(readS)} sur ${printSeconds(statedS)} ont pu être lues.`,
  otherTrack: (skipped: number) =>
    skipped === 1
      ? 'La première piste de ce fichier ne peut pas être lue\u00a0: la deuxième a été prise.'
      : `Les ${skipped} premières pistes de ce fichier ne peuvent pas être lues\u00a0: la suivante a été prise.`,
  partTitle: 'Fichier incomplet',
  keepPart: (readS: number) => `Garder ces ${printSeconds(readS)}`,
} as const;

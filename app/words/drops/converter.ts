import { printMegabytes, printSeconds } from '../numbers.ts';

/** The words of the converter: of its download, and of a file that is not whole. They are shown by the upload sheet, the place editor and the outbox. */
export const converterStrings = {
  preparing: 'Préparation du convertisseur',
  sent: (loadedBytes: number, totalBytes: number) => `${printMegabytes(loadedBytes)} sur ${printMegabytes(totalBytes)}`,
  partRead: (readS: number, statedS: number) =>
    `Ce fichier est incomplet\u00a0: ${printSeconds(readS)} sur ${printSeconds(statedS)} ont pu être lues.`,
  partTitle: 'Fichier incomplet',
  keepPart: (readS: number) => `Garder ces ${printSeconds(readS)}`,
} as const;

import { printMegabytes } from './numbers.ts';

/** The words of the converter's download, which is shown by the upload sheet, the place editor and the outbox. */
export const converterStrings = {
  preparing: 'Préparation du convertisseur',
  sent: (loadedBytes: number, totalBytes: number) => `${printMegabytes(loadedBytes)} sur ${printMegabytes(totalBytes)}`,
} as const;

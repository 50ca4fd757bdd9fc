import type { GpxLine, ImportedFile, ImportFault, ParcoursInZip } from '../../contracts/imported-file.ts';

/** The result of a call, or its ImportError: an error that crosses threads has only its message. */
export type Outcome<T> =
  | { readonly value: T }
  | { readonly fault: ImportFault; readonly message: string; readonly fileLine: number | null };

/** The API of the import worker. See read-file.ts. */
export interface ImportApi {
  read(file: Blob, isSwapped: boolean): Promise<Outcome<ImportedFile>>;
  readParcours(file: Blob): Promise<Outcome<ParcoursInZip>>;
  readTracks(file: Blob): Promise<Outcome<readonly GpxLine[]>>;
  unpackSound(zip: Blob, path: string, bytesMax: number): Promise<Outcome<Blob>>;
}

import { Readable } from 'node:stream';
import type { ExportFormat } from '../../../contracts/calls/exchange-calls.ts';
import type { ExportedParcours } from '../../../contracts/parcours-file.ts';
import type { StoredMedia } from '../../store/files.ts';
import { serializeGeojson } from './geojson.ts';
import { makeParcoursZip } from './parcours-zip.ts';

/** How a parcours is written in one format. */
interface Writer {
  /** The media type, and the file name extension without its dot. */
  readonly type: string;
  readonly extension: string;
  /** Writes it while it is read; the reader destroys the stream to stop early. */
  write(parcours: ExportedParcours, files: StoredMedia): Promise<Readable>;
}

/** Each format's writer. */
export const FORMATS: Readonly<Record<ExportFormat, Writer>> = {
  zip: { type: 'application/zip', extension: 'zip', write: (parcours, files) => makeParcoursZip(files, parcours) },
  geojson: {
    type: 'application/geo+json',
    extension: 'geojson',
    write: async (parcours) => Readable.from([await serializeGeojson(parcours)]),
  },
};

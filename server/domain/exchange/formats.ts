import { Readable } from 'node:stream';
import { type ExportFormat, RANDONNEE_STEPS_MIN } from '../../../contracts/calls/exchange-calls.ts';
import type { ExportedParcours } from '../../../contracts/parcours-file.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { StoredMedia } from '../../store/files.ts';
import { AppError } from '../app-error.ts';
import { streamZip } from '../zip-stream.ts';
import { writeCsv } from './formats/csv.ts';
import { writeGpx } from './formats/gpx.ts';
import { writeKml } from './formats/kml.ts';
import { makeRandonnee } from './formats/randonnee.ts';
import { serializeGeojson } from './geojson.ts';
import { makeParcoursZip } from './parcours-zip.ts';

/** Where a parcours comes from. */
interface Origin {
  /** Its id on this server. */
  readonly id: ParcoursId;
  readonly files: StoredMedia;
}

/** How a parcours is written in one format. */
interface Writer {
  /** The media type, and the file name extension without its first dot. */
  readonly type: string;
  readonly extension: string;
  /**
   * Writes it while it is read; the reader destroys the stream to stop early.
   * @throws AppError `conflict` if the format can't say this parcours.
   */
  write(parcours: ExportedParcours, origin: Origin): Promise<Readable>;
}

const GEOJSON = 'application/geo+json';

/** Each format's writer. */
export const FORMATS: Readonly<Record<ExportFormat, Writer>> = {
  zip: {
    type: 'application/zip',
    extension: 'zip',
    write: (parcours, { files }) => makeParcoursZip(files, parcours),
  },
  geojson: {
    type: GEOJSON,
    extension: 'geojson',
    write: async (parcours) => Readable.from([await serializeGeojson(parcours)]),
  },
  csv: { type: 'text/csv', extension: 'csv', write: async (parcours) => Readable.from(writeCsv(parcours)) },
  gpx: { type: 'application/gpx+xml', extension: 'gpx', write: async (parcours) => Readable.from(writeGpx(parcours)) },
  kml: {
    type: 'application/vnd.google-earth.kml+xml',
    extension: 'kml',
    write: async (parcours) => Readable.from(writeKml(parcours)),
  },
  kmz: {
    type: 'application/vnd.google-earth.kmz',
    extension: 'kmz',
    write: async (parcours, { files }) =>
      streamZip(files, [{ path: 'doc.kml', content: Buffer.from([...writeKml(parcours)].join('')) }], false),
  },
  randonnee: {
    type: GEOJSON,
    extension: 'randonnee.geojson',
    write: async (parcours, { id }) => {
      const made = makeRandonnee(id, parcours);
      if (made !== null) return Readable.from([JSON.stringify(made, null, 2)]);
      throw new AppError('conflict', `Expected ${RANDONNEE_STEPS_MIN} places with a number or more, got fewer`);
    },
  },
};

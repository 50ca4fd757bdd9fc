import * as z from 'zod/mini';
import { type CallDocs, idFromText, type Route } from '../call.ts';
import { CreatedParcours } from '../parcours.ts';
import { ParcoursId } from '../vocabulary.ts';

/**
 * The formats in which a parcours leaves the server: the whole of it with its files, or its places for other tools;
 * `randonnee` is the schema of French communities, also as GeoJSON.
 */
export const ExportFormat = z.enum(['zip', 'csv', 'kml', 'kmz', 'gpx', 'geojson', 'randonnee']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Fewest places with a number of which the schema 'randonnée' makes a line. */
export const RANDONNEE_STEPS_MIN = 2;

/** Calls about parcours that leave the server as files, and come to it. */
export const exchangeCalls = {
  exportParcours: {
    method: 'POST',
    path: '/v1/map/map/:mapId/export',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    body: { kind: 'json', schema: z.object({ format: ExportFormat }) },
    response: z.object({ link: z.string() }),
  },
  importParcours: {
    method: 'POST',
    path: '/v1/map/import',
    auth: 'token',
    idempotent: true,
    body: { kind: 'multipart', schema: z.object({}), file: 'file', missingFile: 'No file selected' },
    response: z.object({
      newParcours: CreatedParcours,
      /** Number of planned places that were left out, because the caller may not plan places. */
      leftOut: z.int(),
    }),
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link exchangeCalls}. */
export const exchangeCallDocs = {
  exportParcours: {
    summary:
      'A link, good for a minute, to a parcours that the caller manages, as a file in one of the formats: the places that all members see, and the planned ones.',
    errors: ['forbidden', 'not_found', 'too_many_requests'],
  },
  importParcours: {
    summary:
      'Makes a new parcours from the ZIP of another, with the same places, sounds, words and pictures, all of which become the ' +
      "caller's. Nothing is made if anything in it is not as such a ZIP has it. Planned places are left out for a caller who may not plan.",
    errors: [
      'forbidden',
      'conflict',
      'invalid_audio',
      'invalid_image',
      'too_many',
      'too_many_requests',
      'map_full',
      'quota_exceeded',
    ],
    work: ['imports', 'pictures'],
  },
} as const satisfies Record<keyof typeof exchangeCalls, CallDocs>;

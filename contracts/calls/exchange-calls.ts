import * as z from 'zod/mini';
import { type CallDocs, idFromText, type Route } from '../call.ts';
import { ParcoursId } from '../vocabulary.ts';

/**
 * The formats in which a parcours leaves the server: the whole of it with its files, or its places for other tools;
 * `randonnee` is the schema of French communities, also as GeoJSON.
 */
export const ExportFormat = z.enum(['zip', 'csv', 'kml', 'kmz', 'gpx', 'geojson', 'randonnee']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Calls about parcours that leave the server as files. */
export const exchangeCalls = {
  exportParcours: {
    method: 'POST',
    path: '/v1/map/map/:mapId/export',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    body: { kind: 'json', schema: z.object({ format: ExportFormat }) },
    response: z.object({ link: z.string() }),
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link exchangeCalls}. */
export const exchangeCallDocs = {
  exportParcours: {
    summary:
      'A link, good for a minute, to a parcours that the caller manages, as a file in one of the formats: the places that all members see, and the planned ones.',
    errors: ['forbidden', 'not_found', 'too_many_requests'],
  },
} as const satisfies Record<keyof typeof exchangeCalls, CallDocs>;

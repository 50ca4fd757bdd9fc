import * as z from 'zod/mini';
import { type CallDocs, idFromText, type Route } from '../call.ts';
import { PLACES_AT_ONCE_MAX, TEXT_LINE_MAX } from '../limits.ts';
import { lineOf } from '../lines.ts';
import { NewGeometry } from '../new-geometry.ts';
import { TellingText } from '../telling.ts';
import { ParcoursId, PlaceId } from '../vocabulary.ts';

/** A place of a file: its name and shape, and what it says in the first language of its parcours. */
const NewImportedPlace = z.object({
  appelation: lineOf(0, TEXT_LINE_MAX),
  feature: NewGeometry,
  text: TellingText.shape.text,
  link: TellingText.shape.link,
});

/** Calls about the places of other tools' files. */
export const importCalls = {
  importPlaces: {
    method: 'POST',
    path: '/v1/map/map/:mapId/import',
    auth: 'token',
    idempotent: true,
    params: z.object({ mapId: idFromText(ParcoursId) }),
    body: {
      kind: 'json',
      schema: z.object({ places: z.array(NewImportedPlace).check(z.minLength(1), z.maxLength(PLACES_AT_ONCE_MAX)) }),
    },
    response: z.object({ placeIds: z.array(PlaceId) }),
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link importCalls}. */
export const importCallDocs = {
  importPlaces: {
    summary:
      'Adds several places with their texts to a parcours that the caller may edit, all of them or none, and returns their ids in ' +
      'the same order. They have no audio and no number yet.',
    errors: ['forbidden', 'not_found', 'map_full', 'quota_exceeded'],
    work: ['bodies'],
  },
} as const satisfies Record<keyof typeof importCalls, CallDocs>;

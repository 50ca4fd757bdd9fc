import * as z from 'zod/mini';
import { type CallDocs, idFromText, type Route } from '../call.ts';
import { PlaceDetail } from '../place.ts';
import { PlaceVersion } from '../place-version.ts';
import { PlaceId, PlaceVersionId } from '../vocabulary.ts';

/** Calls about what places were before. */
export const versionCalls = {
  listVersions: {
    method: 'GET',
    path: '/v1/place/:placeId/versions',
    auth: 'token',
    params: z.object({ placeId: idFromText(PlaceId) }),
    response: z.object({ versions: z.array(PlaceVersion) }),
  },
  restoreVersion: {
    method: 'POST',
    path: '/v1/place/:placeId/versions/:versionId',
    auth: 'token',
    params: z.object({ placeId: idFromText(PlaceId), versionId: idFromText(PlaceVersionId) }),
    response: PlaceDetail,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link versionCalls}. */
export const versionCallDocs = {
  listVersions: {
    summary:
      'What a place was before each change of the last 30 days, latest first, for those who may change it. Its audio can be ' +
      'restored, not heard.',
    errors: ['forbidden', 'not_found'],
    work: ['lists'],
  },
  restoreVersion: {
    summary:
      'Gives a place the name, shape and audio of an earlier version. What it was until then becomes an earlier version. It ' +
      'waits for an approval as after any change.',
    errors: ['forbidden', 'not_found', 'map_full', 'quota_exceeded'],
  },
} as const satisfies Record<keyof typeof versionCalls, CallDocs>;

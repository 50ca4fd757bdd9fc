import * as z from 'zod/mini';
import { type CallDocs, Done, idFromText, type Route } from '../call.ts';
import { NewRemark, Remark, RemarkAnswer } from '../remark.ts';
import { ParcoursId, PlaceId, RemarkId } from '../vocabulary.ts';

/** Calls about visitors' remarks, for the people who look after a place. */
export const remarkCalls = {
  sendRemark: {
    method: 'POST',
    path: '/v1/place/:placeId/remarks',
    auth: 'reader',
    params: z.object({ placeId: idFromText(PlaceId) }),
    body: { kind: 'json', schema: NewRemark },
    response: Done,
  },
  listRemarks: {
    method: 'GET',
    path: '/v1/map/map/:mapId/remarks',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId) }),
    response: z.object({ remarks: z.array(Remark) }),
  },
  closeRemark: {
    method: 'PUT',
    path: '/v1/map/remarks/:remarkId',
    auth: 'token',
    params: z.object({ remarkId: idFromText(RemarkId) }),
    body: { kind: 'json', schema: RemarkAnswer },
    response: Done,
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link remarkCalls}. */
export const remarkCallDocs = {
  sendRemark: {
    summary:
      'Tells the people who may change a place what is wrong with it on site; the same remark twice changes nothing.',
    errors: ['forbidden', 'not_found', 'too_many', 'too_many_requests'],
  },
  listRemarks: {
    summary: 'The open remarks about the places of a parcours that the caller may change, oldest first.',
    errors: ['forbidden', 'not_found'],
  },
  closeRemark: {
    summary: 'Deletes a remark about a place that the caller may change; an answer reaches its sender as a message.',
    errors: ['forbidden', 'not_found'],
  },
} as const satisfies Record<keyof typeof remarkCalls, CallDocs>;

import * as z from 'zod/mini';
import { Done, type Route } from '../call.ts';
import { Erasure, ErasurePlan } from '../rights/erasure.ts';

/** Calls about what the server has of the caller. */
export const rightsCalls = {
  requestExport: {
    method: 'POST',
    path: '/v1/user/me/export',
    summary:
      'A link, good once and for a minute, to a ZIP of all that the server has of the caller, with the original audio.',
    auth: 'token',
    response: z.object({ link: z.string() }),
  },
  planErasure: {
    method: 'GET',
    path: '/v1/user/me/erasure',
    summary: "What the deletion of the caller's account would do.",
    auth: 'token',
    response: ErasurePlan,
  },
  eraseMe: {
    method: 'POST',
    path: '/v1/user/me/erasure',
    summary: "Deletes the caller's account with all that is theirs, and the parcours that have no other admin.",
    auth: 'token',
    body: { kind: 'json', schema: Erasure },
    response: Done,
  },
} as const satisfies Record<string, Route>;

import * as z from 'zod/mini';
import type { Route } from '../call.ts';

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
} as const satisfies Record<string, Route>;

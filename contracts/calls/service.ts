import * as z from 'zod/mini';
import { Done, type Route } from '../call.ts';
import { AppConfig } from '../config.ts';
import { EventBatch } from '../events.ts';

/** Calls about the service itself. */
export const serviceCalls = {
  readHealth: {
    method: 'GET',
    path: '/healthz',
    summary: 'Says that the server runs and reaches its data.',
    auth: 'none',
    response: Done,
  },
  readConfig: {
    method: 'GET',
    path: '/v1/config',
    summary: 'What the app needs to know of the deployment.',
    auth: 'none',
    response: AppConfig,
  },
  recordEvents: {
    method: 'POST',
    path: '/v1/events',
    summary: 'Takes analytics events, several at once.',
    auth: 'token',
    body: { kind: 'json', schema: EventBatch },
    response: z.object({ recorded: z.int() }),
  },
} as const satisfies Record<string, Route>;

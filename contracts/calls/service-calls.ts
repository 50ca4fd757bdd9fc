import * as z from 'zod/mini';
import { type CallDocs, Done, type Route } from '../call.ts';
import { AppConfig } from '../config.ts';
import { EventBatch } from '../events.ts';

/** Calls about the service itself. */
export const serviceCalls = {
  readHealth: { method: 'GET', path: '/healthz', auth: 'none', response: Done },
  readConfig: { method: 'GET', path: '/v1/config', auth: 'none', response: AppConfig },
  recordEvents: {
    method: 'POST',
    path: '/v1/events',
    auth: 'token',
    idempotent: true,
    body: { kind: 'json', schema: EventBatch },
    response: z.object({ recorded: z.int() }),
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link serviceCalls}. */
export const serviceCallDocs = {
  readHealth: { summary: 'Reports that the server is running.', errors: [] },
  readConfig: { summary: "The app's settings for this deployment.", errors: [] },
  recordEvents: { summary: 'Records a batch of analytics events.', errors: [] },
} as const satisfies Record<keyof typeof serviceCalls, CallDocs>;

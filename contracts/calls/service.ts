import * as z from 'zod/mini';
import { Done, type Route } from '../call.ts';
import { AppConfig } from '../config.ts';
import { EventBatch } from '../events.ts';

/** Calls about the service itself. */
export const serviceCalls = {
  readHealth: {
    method: 'GET',
    path: '/healthz',
    summary: 'Reports that the server is running.',
    auth: 'none',
    response: Done,
  },
  readConfig: {
    method: 'GET',
    path: '/v1/config',
    summary: "The app's settings for this deployment.",
    auth: 'none',
    response: AppConfig,
  },
  recordEvents: {
    method: 'POST',
    path: '/v1/events',
    summary: 'Records a batch of analytics events.',
    auth: 'token',
    idempotent: true,
    body: { kind: 'json', schema: EventBatch },
    response: z.object({ recorded: z.int() }),
  },
} as const satisfies Record<string, Route>;

import type { JsonSchema, Operation } from './shape.ts';

/** Path of the readiness report. */
export const READINESS_PATH = '/readyz';

const CHECK = { type: 'string', enum: ['ok', 'warned', 'failed', 'unknown'] };

const report = (status: string): JsonSchema => ({
  type: 'object',
  properties: {
    status: { type: 'string', const: status },
    checks: {
      type: 'object',
      properties: { database: CHECK, disk: CHECK, files: CHECK, settings: CHECK },
      required: ['database', 'disk', 'files', 'settings'],
      additionalProperties: false,
    },
  },
  required: ['status', 'checks'],
  additionalProperties: false,
});

/** The paths about the service itself that are not in the contract. */
export function servicePaths(): Record<string, Record<string, Operation>> {
  return {
    [READINESS_PATH]: {
      get: {
        operationId: 'readReadiness',
        tags: ['service'],
        summary:
          'Whether the server can do its work: it reaches its database, has space, a sample of its files is whole, and it fits to the other servers. ' +
          'Checked at most once in 5 s.',
        security: [],
        parameters: [],
        responses: {
          200: { description: 'Ready', content: { 'application/json': { schema: report('ready') } } },
          503: {
            description: 'Not ready; `checks` says why',
            content: { 'application/json': { schema: report('not_ready') } },
          },
        },
      },
    },
  };
}

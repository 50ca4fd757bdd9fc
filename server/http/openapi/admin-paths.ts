import { AUDIT_LOG_CSV_PATH } from '../../../contracts/audit-entry.ts';
import type { ErrorCode } from '../../../contracts/errors.ts';
import type { Operation, Parameter, ResponseObject } from './shape.ts';

/**
 * The paths for the site's admins that are not in the contract, because they return no JSON.
 *
 * @param filter the parameters of the audit log's filter.
 * @param failures returns the responses of these error codes by status.
 */
export function adminPaths(
  filter: readonly Parameter[],
  failures: (codes: readonly ErrorCode[]) => Record<string, ResponseObject>,
): Record<string, Record<string, Operation>> {
  return {
    [AUDIT_LOG_CSV_PATH]: {
      get: {
        operationId: 'exportTrail',
        tags: ['admin'],
        summary: 'The trail as a CSV file (RFC 4180), newest first. The export itself becomes an entry.',
        security: [{ token: [] }],
        parameters: filter,
        responses: {
          200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } },
          ...failures([
            'invalid_request',
            'unauthenticated',
            'token_expired',
            'forbidden',
            'too_many_requests',
            'internal',
          ]),
        },
      },
    },
  };
}

import type { ErrorCode } from '../../../contracts/errors.ts';
import { RESUMABLE_PATH } from '../../../contracts/recording.ts';
import {
  type DescribeFailures,
  type Operation,
  type Parameter,
  type Paths,
  parameter,
  type ResponseObject,
} from './shape.ts';

const header = (name: string, description: string, schema: Parameter['schema']): Parameter =>
  parameter('header', name, { required: true, description, schema });
const BYTES = { type: 'integer', minimum: 0 };
const VERSION = header('Tus-Resumable', 'Version of the protocol.', { type: 'string', const: '1.0.0' });
const UPLOAD = parameter('path', 'uploadId', {
  description: 'From the `Location` that the creation returned.',
  schema: { type: 'string', format: 'uuid' },
});
const OFFSET = { 'Upload-Offset': { description: 'Bytes that have arrived', schema: BYTES } };
const EXPIRES = { 'Upload-Expires': { description: 'When the upload is deleted', schema: { type: 'string' } } };
const ALL: readonly ErrorCode[] = [
  'invalid_request',
  'unauthenticated',
  'token_expired',
  'too_many_requests',
  'internal',
];

/** The paths of uploads in parts, which follow the tus protocol and are not in the contract. */
export function resumablePaths(failures: DescribeFailures): Paths {
  const operation = (
    operationId: string,
    summary: string,
    parameters: readonly Parameter[],
    done: Record<string, ResponseObject>,
    codes: readonly ErrorCode[],
  ): Operation => ({
    operationId,
    tags: ['drop'],
    summary,
    security: [{ token: [] }],
    parameters: [VERSION, ...parameters],
    responses: { ...done, ...failures([...ALL, ...codes]) },
  });
  return {
    [RESUMABLE_PATH]: {
      post: operation(
        'beginUpload',
        'Begins an upload in parts (tus 1.0.0: creation, termination, expiration), for audio that is too long for one request on ' +
          'a bad network. An unfinished one with the same key and length is continued.',
        [
          header('Upload-Length', 'Size of the whole file in bytes.', { type: 'integer', minimum: 1 }),
          header(
            'Upload-Metadata',
            'Pairs of a name and a value in base64: `place_id`, and if wanted `session_id` and `key`, the Idempotency-Key that ' +
              'finishing will have.',
            { type: 'string' },
          ),
        ],
        {
          201: {
            description: 'Begun',
            headers: {
              Location: { description: 'The path of the upload', schema: { type: 'string' } },
              ...EXPIRES,
            },
          },
        },
        ['forbidden', 'not_found', 'conflict', 'too_large', 'quota_exceeded', 'disk_full'],
      ),
    },
    [`${RESUMABLE_PATH}/{uploadId}`]: {
      head: operation(
        'probeUpload',
        'How much of an upload has arrived.',
        [UPLOAD],
        { 200: { description: 'It is there', headers: { ...OFFSET, ...EXPIRES } } },
        ['not_found'],
      ),
      patch: {
        ...operation(
          'sendPart',
          'Sends a part. What arrives before the connection breaks stays.',
          [UPLOAD, header('Upload-Offset', 'Where the part begins: at the end of what has arrived.', BYTES)],
          { 204: { description: 'Arrived', headers: { ...OFFSET, ...EXPIRES } } },
          ['not_found', 'conflict', 'too_large', 'disk_full'],
        ),
        requestBody: {
          required: true,
          content: { 'application/offset+octet-stream': { schema: { type: 'string', contentEncoding: 'binary' } } },
        },
      },
      delete: operation(
        'abandonUpload',
        'Gives up an upload and deletes it.',
        [UPLOAD],
        { 204: { description: 'Gone' } },
        ['not_found'],
      ),
    },
  };
}

import { IDEMPOTENCY_HEADER } from '../../../contracts/call.ts';
import type { ErrorCode } from '../../../contracts/errors.ts';
import { RESUMABLE_PATH } from '../../../contracts/recording.ts';
import type { Operation, Parameter, ResponseObject } from './shape.ts';

const header = (name: string, description: string, schema: Parameter['schema'], required = true): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});
const BYTES = { type: 'integer', minimum: 0 };
const VERSION = header('Tus-Resumable', 'Version of the protocol.', { type: 'string', const: '1.0.0' });
const UPLOAD: Parameter = {
  name: 'uploadId',
  in: 'path',
  required: true,
  description: 'From the `Location` that the creation returned.',
  schema: { type: 'string', format: 'uuid' },
};
const OFFSET = { 'Upload-Offset': { description: 'Bytes that have arrived', schema: BYTES } };
const EXPIRES = {
  'Upload-Expires': { description: 'When the upload is deleted', schema: { type: 'string' } },
};
const ALL: readonly ErrorCode[] = [
  'invalid_request',
  'unauthenticated',
  'token_expired',
  'too_many_requests',
  'internal',
];

/**
 * The paths of uploads in parts, which follow the tus protocol and are not in the contract.
 *
 * @param failures returns the responses of these error codes by status.
 */
export function resumablePaths(
  failures: (codes: readonly ErrorCode[]) => Record<string, ResponseObject>,
): Record<string, Record<string, Operation>> {
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
      delete: operation(
        'giveUpNamedUpload',
        'Gives up every upload with this key: one that began with it, also where the answer with its path was lost, one that is ' +
          'being finished, and one that is sent whole. It becomes the audio of no place after the answer; where it was before, it ' +
          'stays. For two minutes the key is refused with `conflict`.',
        [
          header(
            IDEMPOTENCY_HEADER,
            'The `key` of its `Upload-Metadata`, or the Idempotency-Key with which it is finished or sent whole.',
            { type: 'string' },
          ),
        ],
        { 204: { description: 'None is left unfinished' } },
        [],
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
        'giveUpUpload',
        'Gives up an upload and deletes it.',
        [UPLOAD],
        { 204: { description: 'Gone' } },
        ['not_found'],
      ),
    },
  };
}

import type { ErrorCode } from '../../../contracts/errors.ts';
import { MEDIA_PATH } from '../../domain/media-links.ts';
import type { Answer, Operation, Parameter } from './shape.ts';

const FILE: Parameter = {
  name: 'file',
  in: 'path',
  required: true,
  description: 'SHA-256 of the content in hexadecimal, a dot, and what it is.',
  schema: { type: 'string', pattern: '^[0-9a-f]{64}\\.[a-z0-9]{1,5}$' },
};
const LINK: readonly Parameter[] = [
  FILE,
  {
    name: 'expires',
    in: 'query',
    required: true,
    description: 'Seconds since 1970 at which the link ends.',
    schema: { type: 'integer' },
  },
  {
    name: 'signature',
    in: 'query',
    required: true,
    description: 'Ties the file and the end together; only the server makes it.',
    schema: { type: 'string' },
  },
];
const CONDITIONS: readonly Parameter[] = ['Range', 'If-Range', 'If-None-Match'].map((name) => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
}));

const BYTES = { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } };

/**
 * The paths that no contract declares, because they answer bytes: described by hand, here alone.
 *
 * @param failures the answers of these codes by their status.
 */
export function mediaPaths(
  failures: (codes: readonly ErrorCode[]) => Record<string, Answer>,
): Record<string, Record<string, Operation>> {
  const media = (method: 'get' | 'head'): Operation => ({
    operationId: method === 'get' ? 'readMedia' : 'probeMedia',
    tags: ['media'],
    summary:
      method === 'get'
        ? 'A stored file, whole or in part. The link that a place carries is the permission, until it ends.'
        : 'The same without the bytes.',
    security: [],
    parameters: [...LINK, ...CONDITIONS],
    responses: {
      200: { description: 'The file', ...(method === 'get' ? { content: BYTES } : {}) },
      206: { description: 'The asked part of it', ...(method === 'get' ? { content: BYTES } : {}) },
      304: { description: 'It is what the asker holds' },
      416: { description: 'The file has no such part' },
      ...failures(['link_expired', 'not_found', 'too_many_requests', 'internal']),
    },
  });
  return { [`${MEDIA_PATH}/{file}`]: { get: media('get'), head: media('head') } };
}

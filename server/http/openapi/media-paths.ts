import type { ErrorCode } from '../../../contracts/errors.ts';
import { MEDIA_PATH } from '../../domain/media/media-links.ts';
import { IMAGE_PATH } from '../../domain/uploads/images.ts';
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

const BINARY = { type: 'string', contentEncoding: 'binary' };
const BYTES = { '*/*': { schema: BINARY } };

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
  const image = (method: 'get' | 'head'): Operation => ({
    operationId: method === 'get' ? 'readImage' : 'probeImage',
    tags: ['media'],
    summary:
      method === 'get'
        ? 'A picture of somebody, or the image of a parcours, to everybody who knows its name.'
        : 'The same without the bytes.',
    security: [],
    parameters: [{ ...FILE, schema: { type: 'string', pattern: '^[0-9a-f]{64}\\.webp$' } }, ...CONDITIONS],
    responses: {
      200: { description: 'The image', ...(method === 'get' ? { content: { 'image/webp': { schema: BINARY } } } : {}) },
      304: { description: 'It is what the asker holds' },
      ...failures(['not_found', 'too_many_requests', 'internal']),
    },
  });
  return {
    [`${MEDIA_PATH}/{file}`]: { get: media('get'), head: media('head') },
    [`${IMAGE_PATH}/{file}`]: { get: image('get'), head: image('head') },
  };
}

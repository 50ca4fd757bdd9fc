import { AUDIT_LOG_CSV_PATH } from '../../../contracts/audit-entry.ts';
import type { ErrorCode } from '../../../contracts/errors.ts';
import { IMAGE_PATH, MEDIA_PATH } from '../../domain/media/media-links.ts';
import { EXPORT_PATH } from '../../domain/rights/exports.ts';
import { TILES_PATH } from '../../domain/tiles/map-tiles.ts';
import type { JsonSchema, Operation, Parameter, ResponseObject } from './shape.ts';

const FILE: Parameter = {
  name: 'file',
  in: 'path',
  required: true,
  description: 'SHA-256 of the content in hexadecimal, a dot, and the extension.',
  schema: { type: 'string', pattern: '^[0-9a-f]{64}\\.[a-z0-9]{1,5}$' },
};
const LINK: readonly Parameter[] = [
  FILE,
  {
    name: 'expires',
    in: 'query',
    required: true,
    description: 'When the link expires, in seconds since 1970.',
    schema: { type: 'integer' },
  },
  {
    name: 'session',
    in: 'query',
    required: true,
    description: 'The session that the link was made for, with which it ends.',
    schema: { type: 'string' },
  },
  {
    name: 'signature',
    in: 'query',
    required: true,
    description: 'Signature of the file name, the session and the expiry, made by the server.',
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
 * The paths that return files and are not in the contract.
 *
 * @param failures returns the responses of these error codes by status.
 */
export function mediaPaths(
  failures: (codes: readonly ErrorCode[]) => Record<string, ResponseObject>,
): Record<string, Record<string, Operation>> {
  const media = (method: 'get' | 'head'): Operation => ({
    operationId: method === 'get' ? 'readMedia' : 'probeMedia',
    tags: ['media'],
    summary:
      method === 'get'
        ? 'A stored file, whole or in part. The signed link that a place has is the permission, until it expires, its session ends, or its account may not hear the file any more.'
        : 'The same without the content.',
    security: [],
    parameters: [...LINK, ...CONDITIONS],
    responses: {
      200: { description: 'The file', ...(method === 'get' ? { content: BYTES } : {}) },
      206: { description: 'The requested range', ...(method === 'get' ? { content: BYTES } : {}) },
      304: { description: 'Not modified' },
      ...(method === 'get' ? { 307: { description: 'Where the store itself sends the file, for some hours' } } : {}),
      416: { description: 'The file has no such range' },
      503: { description: 'The store of the files does not answer' },
      ...failures(['link_expired', 'not_found', 'too_many_requests', 'internal']),
    },
  });
  const image = (method: 'get' | 'head'): Operation => ({
    operationId: method === 'get' ? 'readImage' : 'probeImage',
    tags: ['media'],
    summary:
      method === 'get'
        ? 'A profile picture or the image of a parcours, for everybody who knows its name.'
        : 'The same without the content.',
    security: [],
    parameters: [{ ...FILE, schema: { type: 'string', pattern: '^[0-9a-f]{64}\\.webp$' } }, ...CONDITIONS],
    responses: {
      200: { description: 'The image', ...(method === 'get' ? { content: { 'image/webp': { schema: BINARY } } } : {}) },
      304: { description: 'Not modified' },
      503: { description: 'The store of the files does not answer' },
      ...failures(['not_found', 'too_many_requests', 'internal']),
    },
  });
  const tiles = (method: 'get' | 'head'): Operation => ({
    operationId: method === 'get' ? 'readMapArchive' : 'probeMapArchive',
    tags: ['media'],
    summary:
      method === 'get'
        ? 'A PMTiles archive of the map, whole or in part, for everybody.'
        : 'The same without the content.',
    security: [],
    parameters: [
      { ...FILE, schema: { type: 'string', pattern: '^[0-9a-f]{64}\\.pmtiles$' } },
      { name: 'key', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'signature', in: 'query', required: false, schema: { type: 'string' } },
      ...CONDITIONS,
    ],
    responses: {
      200: { description: 'The archive', ...(method === 'get' ? { content: BYTES } : {}) },
      206: { description: 'The requested range', ...(method === 'get' ? { content: BYTES } : {}) },
      304: { description: 'Not modified' },
      416: { description: 'The archive has no such range' },
      ...failures(['not_found', 'too_many_requests', 'busy', 'internal']),
    },
  });
  const archive: Operation = {
    operationId: 'readExport',
    tags: ['media'],
    summary: 'The ZIP of an export. The link of `requestExport` is the permission, once and for a minute.',
    security: [],
    parameters: [{ name: 'ticket', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: 'The archive', content: { 'application/zip': { schema: BINARY } } },
      ...failures(['link_expired', 'too_many_requests', 'busy', 'internal']),
    },
  };
  return {
    [`${EXPORT_PATH}/{ticket}`]: { get: archive },
    [`${MEDIA_PATH}/{file}`]: { get: media('get'), head: media('head') },
    [`${IMAGE_PATH}/{file}`]: { get: image('get'), head: image('head') },
    [`${TILES_PATH}/{file}`]: { get: tiles('get'), head: tiles('head') },
  };
}

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

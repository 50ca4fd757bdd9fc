import { AUDIT_LOG_CSV_PATH } from '../../../contracts/audit-entry.ts';
import type { ErrorCode } from '../../../contracts/errors.ts';
import { EXCHANGE_PATH } from '../../domain/exchange/parcours-exports.ts';
import { IMAGE_PATH, MEDIA_PATH } from '../../domain/media/media-links.ts';
import { EXPORT_PATH } from '../../domain/rights/exports.ts';
import { TILES_PATH } from '../../domain/tiles/map-tiles.ts';
import {
  type DescribeFailures,
  type JsonSchema,
  type Operation,
  type Parameter,
  type Paths,
  parameter,
  type ResponseObject,
} from './shape.ts';

const fileNamed = (extension: string): Parameter =>
  parameter('path', 'file', {
    schema: { type: 'string', pattern: `^[0-9a-f]{64}\\.${extension}$` },
    description: 'SHA-256 of the content in hexadecimal, a dot, and the extension.',
  });
const LINK: readonly Parameter[] = [
  fileNamed('[a-z0-9]{1,5}'),
  parameter('query', 'open', { description: 'The slug of an open parcours, instead of the other three.' }),
  parameter('query', 'expires', {
    description: 'When the link expires, in seconds since 1970.',
    schema: { type: 'integer' },
  }),
  parameter('query', 'session', {
    description: 'The session that the link was made for, with which it ends.',
  }),
  parameter('query', 'signature', {
    description: 'Signature of the file name, the session and the expiry, made by the server.',
  }),
];
const CONDITIONS = ['Range', 'If-Range', 'If-None-Match'].map((name) => parameter('header', name));

const BINARY = { type: 'string', contentEncoding: 'binary' };
const STORE_IS_SILENT: ResponseObject = { description: 'The store of the files does not answer' };

/** A kind of files that are read whole or, unless `isWhole`, in part. */
interface FileKind {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly what: string;
  /** Content types that it may have. */
  readonly types: readonly string[];
  readonly isWhole?: boolean;
  /** Further responses, and those of a read alone. */
  readonly others?: Readonly<Record<string, ResponseObject>>;
  readonly othersOfRead?: Readonly<Record<string, ResponseObject>>;
  readonly codes: readonly ErrorCode[];
}

/** The paths that return files and are not in the contract. */
export function mediaPaths(failures: DescribeFailures): Paths {
  const operation = (kind: FileKind, isRead: boolean): Operation => {
    const content = isRead ? { content: Object.fromEntries(kind.types.map((type) => [type, { schema: BINARY }])) } : {};
    return {
      operationId: `${isRead ? 'read' : 'probe'}${kind.name}`,
      tags: ['media'],
      summary: isRead ? kind.summary : 'The same without the content.',
      security: [],
      parameters: [...kind.parameters, ...CONDITIONS],
      responses: {
        200: { description: kind.what, ...content },
        304: { description: 'Not modified' },
        ...(kind.isWhole
          ? {}
          : {
              206: { description: 'The requested range', ...content },
              416: { description: `${kind.what} has no such range` },
            }),
        ...kind.others,
        ...(isRead ? kind.othersOfRead : {}),
        ...failures(kind.codes),
      },
    };
  };
  const both = (kind: FileKind) => ({ get: operation(kind, true), head: operation(kind, false) });
  const archive: Operation = {
    operationId: 'readExport',
    tags: ['media'],
    summary: 'The ZIP of an export. The link of `requestExport` is the permission, once and for a minute.',
    security: [],
    parameters: [parameter('path', 'ticket')],
    responses: {
      200: { description: 'The archive', content: { 'application/zip': { schema: BINARY } } },
      ...failures(['link_expired', 'too_many_requests', 'busy', 'internal']),
    },
  };
  const parcours: Operation = {
    operationId: 'readParcoursFile',
    tags: ['media'],
    summary: 'A parcours as a file. The link of `exportParcours` is the permission, for a minute.',
    security: [],
    parameters: [parameter('path', 'file'), ...LINK.slice(1)],
    responses: {
      200: { description: 'The file', content: { '*/*': { schema: BINARY } } },
      ...failures(['link_expired', 'forbidden', 'not_found', 'conflict', 'too_many_requests', 'busy', 'internal']),
    },
  };
  return {
    [`${EXPORT_PATH}/{ticket}`]: { get: archive },
    [`${EXCHANGE_PATH}/{file}`]: { get: parcours },
    [`${MEDIA_PATH}/{file}`]: both({
      name: 'Media',
      summary:
        'A sound or a picture of a place, whole or in part. The signed link that a place has is the permission, until it expires, its session ends, or its account may not hear or see the file any more. One for an open parcours is good for as long as people without an account hear or see the file there.',
      parameters: LINK,
      what: 'The file',
      types: ['*/*'],
      others: { 503: STORE_IS_SILENT },
      othersOfRead: { 307: { description: 'Where the store itself sends the file, for some hours' } },
      codes: ['link_expired', 'not_found', 'too_many_requests', 'internal'],
    }),
    [`${IMAGE_PATH}/{file}`]: both({
      name: 'Image',
      summary: 'A profile picture or the image of a parcours, for everybody who knows its name.',
      parameters: [fileNamed('webp')],
      what: 'The image',
      types: ['image/webp'],
      isWhole: true,
      others: { 503: STORE_IS_SILENT },
      codes: ['not_found', 'too_many_requests', 'internal'],
    }),
    [`${TILES_PATH}/{file}`]: both({
      name: 'MapArchive',
      summary: 'A PMTiles archive of the map, whole or in part, for everybody.',
      parameters: [fileNamed('pmtiles'), parameter('query', 'key'), parameter('query', 'signature')],
      what: 'The archive',
      types: ['*/*'],
      codes: ['not_found', 'too_many_requests', 'busy', 'internal'],
    }),
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
export function servicePaths(): Paths {
  return {
    [READINESS_PATH]: {
      get: {
        operationId: 'readReadiness',
        tags: ['service'],
        summary:
          'Whether the server can do its work: it reaches its database, has space, a sample of its files is whole, and it fits to the other servers. ' +
          'Checked at most once a second.',
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

/** The paths for the site's admins that are not in the contract, because they return no JSON. */
export function adminPaths(filter: readonly Parameter[], failures: DescribeFailures): Paths {
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

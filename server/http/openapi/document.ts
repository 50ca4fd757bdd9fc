import type * as z from 'zod/mini';
import { AuditFilter } from '../../../contracts/audit-entry.ts';
import { type Body, IDEMPOTENCY_HEADER, NoContent, OPEN_SCHEME, type Route } from '../../../contracts/call.ts';
import { ErrorBody, type ErrorCode } from '../../../contracts/errors.ts';
import { callDocs, type RouteName, routes } from '../../../contracts/routes.ts';
import { STATUS } from '../error-handler.ts';
import { adminPaths, mediaPaths, servicePaths } from './other-paths.ts';
import { resumablePaths } from './resumable-paths.ts';
import { createSchemaRegistry, type SchemaRegistry } from './schemas.ts';
import {
  type Content,
  type JsonSchema,
  type OpenApi,
  type Operation,
  type Parameter,
  type Paths,
  parameter,
  type ResponseObject,
} from './shape.ts';

const TAGS: Readonly<Record<string, string>> = {
  user: 'Accounts and sessions',
  map: 'Parcours, their members and their links',
  bundle: 'Groups of parcours',
  invite: 'Invitations',
  place: 'Places on parcours',
  drop: 'Recordings and the audio of places',
  media: 'The files themselves',
  admin: "For the site's admins",
  service: 'The service itself',
};

const DESCRIPTION = `The API of the Drop ici app, open to other clients.

Ids are positive integers, coordinates are \`[longitude, latitude]\`, times are ISO 8601 in UTC. Calls that need a token
take it in the \`Authorization\` header, with or without \`Bearer\` before it. Every failure has the same form
(\`ErrorBody\`), whose \`requestId\` is also in the \`X-Request-Id\` header and identifies the request in the server's log.`;

/** Describes the whole API from the contract. */
export function describeApi(): OpenApi {
  const registry = createSchemaRegistry();
  const paths: Paths = {};
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeCall(name, route, registry) };
  }
  const others = {
    ...mediaPaths(failureResponses),
    ...resumablePaths(failureResponses),
    ...adminPaths(describeParameters('query', AuditFilter, registry), failureResponses),
    ...servicePaths(),
  };
  for (const [path, operations] of Object.entries(others)) paths[path] = { ...paths[path], ...operations };
  registry.describe(ErrorBody, 'output');
  return {
    openapi: '3.1.0',
    info: { title: 'Drop ici', version: '1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        slug: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: `\`${OPEN_SCHEME} SLUG\`, with the slug of a parcours that is open to people without an account`,
        },
      },
      schemas: Object.fromEntries(Object.entries(registry.named).sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

function describeCall(name: RouteName, route: Route, registry: SchemaRegistry): Operation {
  return {
    operationId: name,
    tags: [tagOf(route.path)],
    summary: callDocs[name].summary,
    security: SECURITY[route.auth],
    parameters: [
      ...describeParameters('path', route.params, registry),
      ...describeParameters('query', route.query, registry),
      ...describeParameters('header', route.headers, registry),
      ...(route.idempotent ? [IDEMPOTENCY] : []),
      ...(route.versioned ? [KNOWN_VERSION] : []),
    ],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: describeBody(route.body, registry) } }),
    responses: {
      ...(route.response === NoContent
        ? { 204: { description: 'Done' } }
        : {
            200: {
              description: 'Done',
              ...(route.versioned ? { headers: VERSION_HEADERS } : {}),
              content: { 'application/json': { schema: registry.describe(route.response, 'output') } },
            },
          }),
      ...(route.versioned
        ? { 304: { description: '`If-None-Match` names the current version', headers: VERSION_HEADERS } }
        : {}),
      ...failureResponses(failuresOf(name, route)),
    },
  };
}

/** What a request needs, by the contract. */
const SECURITY = { none: [], reader: [{ token: [] }, { slug: [] }], token: [{ token: [] }] } as const;

const UPLOADS: readonly ErrorCode[] = ['too_large', 'quota_exceeded', 'disk_full'];

function failuresOf(name: RouteName, route: Route): ErrorCode[] {
  const { errors, work = [] } = callDocs[name];
  const codes = new Set<ErrorCode>(errors);
  if (route.params !== undefined || route.query !== undefined || route.body !== undefined) codes.add('invalid_request');
  if (route.auth !== 'none') codes.add('unauthenticated').add('token_expired');
  if (route.auth === 'reader') codes.add('link_expired');
  if (route.idempotent) codes.add('conflict');
  if (route.body?.kind === 'json') codes.add('too_large').add('disk_full');
  if (route.body?.kind === 'multipart') for (const code of UPLOADS) codes.add(code);
  if (route.body?.kind === 'multipart' && route.body.file === 'image') codes.add('invalid_image');
  if (work.length > 0) codes.add('busy');
  if (name !== 'readHealth') codes.add('too_many_requests');
  return [...codes.add('internal')];
}

const KNOWN_VERSION = parameter('header', 'If-None-Match', {
  description: 'The `ETag` of a response that you have. While it is the current version, the response is a 304.',
});

const VERSION_HEADERS = {
  ETag: { description: 'The version as a weak entity tag', schema: { type: 'string' } },
};

const IDEMPOTENCY = parameter('header', IDEMPOTENCY_HEADER, {
  description:
    'A text of your choosing, new for each thing to create or record. A retry with the same text gets the first response ' +
    'and does nothing.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
});

/** Lists are sent as `1,2`. */
function describeParameters(
  where: 'path' | 'query' | 'header',
  schema: z.ZodMiniType | undefined,
  registry: SchemaRegistry,
): readonly Parameter[] {
  if (schema === undefined) return [];
  const { properties, required } = registry.describe(schema, 'output') as {
    properties: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required?.includes(name) ?? false,
    ...(typeof description === 'string' ? { description } : {}),
    ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: rest,
  }));
}

function describeBody(body: Body, registry: SchemaRegistry): Content {
  if (body.kind === 'json') return { 'application/json': { schema: registry.describe(body.schema, 'input') } };
  // Fields are sent as text; the parsed types are more informative.
  const { additionalProperties: _, ...fields } = registry.describe(body.schema, 'output');
  const { properties, required } = fields as { properties: Record<string, JsonSchema>; required?: readonly string[] };
  const file = { type: 'string', contentMediaType: body.file === 'audio' ? 'audio/wav' : 'image/*' };
  return {
    'multipart/form-data': {
      schema: {
        ...fields,
        properties: { ...properties, [body.file]: file },
        required: [...(required ?? []), body.file],
      },
    },
  };
}

function failureResponses(codes: readonly ErrorCode[]): Record<string, ResponseObject> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(STATUS[code], [...(byStatus.get(STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\``).join(', '),
        ...(status === 429
          ? { headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } } }
          : {}),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/ErrorBody' },
                { properties: { error: { properties: { code: { enum: group } } } } },
              ],
            },
          },
        },
      },
    ]),
  );
}

function tagOf(path: string): string {
  const [, tag] = /^\/v1\/(\w+)\//.exec(`${path}/`) ?? [];
  return tag !== undefined && tag in TAGS ? tag : 'service';
}

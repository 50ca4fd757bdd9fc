import type * as z from 'zod/mini';
import { type Body, IDEMPOTENCY_HEADER, NoContent, type Route } from '../../../contracts/call.ts';
import { ErrorBody, type ErrorCode } from '../../../contracts/errors.ts';
import { type RouteName, routes } from '../../../contracts/routes.ts';
import { STATUS } from '../errors.ts';
import { failuresOf } from './failures.ts';
import { mediaPaths } from './media-paths.ts';
import { resumablePaths } from './resumable-paths.ts';
import { createSchemaBook, type SchemaBook } from './schemas.ts';
import type { Answer, Content, JsonSchema, OpenApi, Operation, Parameter } from './shape.ts';

const TAGS: Readonly<Record<string, string>> = {
  user: 'Accounts and sessions',
  map: 'Parcours, their members and their links',
  bundle: 'Groups of parcours',
  invite: 'Invitations',
  place: 'Places on parcours',
  drop: 'Recordings and the audio of places',
  media: 'The files themselves',
  service: 'The service itself',
};

const DESCRIPTION = `What the Drop ici app asks of its server, and what anybody else may.

Ids are positive integers, coordinates are \`[longitude, latitude]\`, moments are ISO 8601 in UTC. Calls that need a token
take it in the \`Authorization\` header, with or without \`Bearer\` before it. Every failure has the same shape
(\`ErrorBody\`), whose \`requestId\` is also in the \`X-Request-Id\` header and finds the request in the server's log.`;

/** Describes the whole API from its contracts. */
export function describeApi(): OpenApi {
  const book = createSchemaBook();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeCall(name, route, book) };
  }
  const others = { ...mediaPaths(failureAnswers), ...resumablePaths(failureAnswers) };
  for (const [path, operations] of Object.entries(others)) paths[path] = { ...paths[path], ...operations };
  book.describe(ErrorBody, 'output');
  return {
    openapi: '3.1.0',
    info: { title: 'Drop ici', version: '1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: Object.fromEntries(Object.entries(book.named).sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

function describeCall(name: RouteName, route: Route, book: SchemaBook): Operation {
  return {
    operationId: name,
    tags: [tagOf(route.path)],
    summary: route.summary,
    security: route.auth === 'token' ? [{ token: [] }] : [],
    parameters: [
      ...describeParameters('path', route.params, book),
      ...describeParameters('query', route.query, book),
      ...describeParameters('header', route.headers, book),
      ...(route.idempotent ? [IDEMPOTENCY] : []),
    ],
    ...(route.body === undefined ? {} : { requestBody: { required: true, content: describeBody(route.body, book) } }),
    responses: {
      ...(route.answer === NoContent
        ? { 204: { description: 'Done' } }
        : {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: book.describe(route.answer, 'output') } },
            },
          }),
      ...failureAnswers(failuresOf(name)),
    },
  };
}

const IDEMPOTENCY: Parameter = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: false,
  description:
    'A text of your choosing, new for each thing to create. A repeat with the same text gives the first answer and ' +
    'creates nothing.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};

/** Lists travel as `1,2`. */
function describeParameters(
  where: 'path' | 'query' | 'header',
  schema: z.ZodMiniType | undefined,
  book: SchemaBook,
): readonly Parameter[] {
  if (schema === undefined) return [];
  const { properties, required } = book.describe(schema, 'output') as {
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

function describeBody(body: Body, book: SchemaBook): Content {
  if (body.kind === 'json') return { 'application/json': { schema: book.describe(body.schema, 'input') } };
  // Fields are text on the wire; what they are read as says more.
  const { additionalProperties: _, ...fields } = book.describe(body.schema, 'output');
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

/** The answers of these failures by their status, each with the codes that it may hold. */
function failureAnswers(codes: readonly ErrorCode[]): Record<string, Answer> {
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

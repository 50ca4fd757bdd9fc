import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../../../contracts/errors.ts';
import { RESUMABLE_PATH } from '../../../../contracts/recording.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import { STATUS } from '../../../../server/http/error-handler.ts';
import { resumablePaths } from '../../../../server/http/openapi/resumable-paths.ts';
import { makeParcours, makePlace, type Person, signUp } from '../../../support/server/people.ts';
import { beginUpload, metadata, type TusRequest, tus } from '../../../support/server/tus.ts';
import { useServer } from '../../../support/server/use-server.ts';

const BYTES = 10;
const FILE_MAX = 1000;
// Each code under its own name, not under the status that it shares with others.
const paths = resumablePaths((codes) => Object.fromEntries(codes.map((code) => [code, { description: code }])));
const told = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

let owner: Person;
let placeId: PlaceId;
const server = useServer({ UPLOAD_MAX_BYTES: String(FILE_MAX) });
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  placeId = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
});

type Told = (typeof told)[number];
type Headers = Readonly<Record<string, string>>;

/** Makes a request as the operation is described: with every header, and with a body if it has one. */
async function ask({ path, method, operation }: Told, change: Headers = {}, more: Partial<TusRequest> = {}) {
  const values: Headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(BYTES),
    'Upload-Metadata': metadata({ place_id: placeId }),
    'Upload-Offset': '0',
  };
  const names = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  const isAboutOne = path.includes('{uploadId}');
  return tus(server.origin, {
    method,
    path: isAboutOne ? `/${await beginUpload(server.origin, owner, placeId, BYTES)}` : '',
    token: owner.token,
    headers: {
      ...Object.fromEntries(names.map((name) => [name, values[name] ?? ''])),
      ...(type === undefined ? {} : { 'Content-Type': type }),
      ...change,
    },
    ...(type === undefined ? {} : { body: 'x'.repeat(BYTES) }),
    ...more,
  });
}

const named = (operationId: string): Told => {
  const found = told.find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`Expected ${operationId} to be told`);
  return found;
};

test('the paths are those of the server, and each declares the ids in it', () => {
  expect(told.map(({ path, method }) => `${method} ${path}`)).toEqual([
    `POST ${RESUMABLE_PATH}`,
    ...['HEAD', 'PATCH', 'DELETE'].map((method) => `${method} ${RESUMABLE_PATH}/{uploadId}`),
  ]);
  for (const { path, operation } of told) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath).toEqual(path.includes('{uploadId}') ? ['uploadId'] : []);
  }
});

describe.each(told.map((one) => [one.operation.operationId, one] as const))('the description of %s', (_, one) => {
  const { operation } = one;

  test('names the status and the headers that the server answers with', async () => {
    const answer = await ask(one);
    const done = operation.responses[String(answer.status)];
    expect(done, String(answer.status)).toBeDefined();
    for (const name of Object.keys(done?.headers ?? {})) expect(answer.headers.get(name), name).toBeTruthy();
  });

  test('requires a token and exactly the headers without which the server refuses the request', async () => {
    const needed = operation.parameters.filter((parameter) => parameter.in === 'header' && parameter.required);
    expect(needed.length).toBeGreaterThan(0);
    for (const { name } of needed) {
      const answer = await ask(one, { [name]: '' });
      expect([name, answer.status]).toEqual([name, STATUS.invalid_request]);
    }
    expect(operation.security).toEqual([{ token: [] }]);
    expect((await ask(one, {}, { token: undefined })).status).toBe(STATUS.unauthenticated);
    expect(operation.responses).toMatchObject({ invalid_request: {}, unauthenticated: {} });
  });
});

describe('the described failures', () => {
  const length = (bytes: number): Headers => ({ 'Upload-Length': String(bytes) });
  const unknown = { path: `/${randomUUID()}` };

  test.each<[string, string, Headers, Partial<TusRequest>]>([
    ['beginUpload', 'too_large', length(FILE_MAX + 1), {}],
    ['beginUpload', 'not_found', { 'Upload-Metadata': metadata({ place_id: 99_999 }) }, {}],
    ['sendPart', 'conflict', { 'Upload-Offset': '5' }, {}],
    ['sendPart', 'too_large', {}, { body: 'x'.repeat(BYTES + 1) }],
    ['sendPart', 'not_found', {}, unknown],
    ['abandonUpload', 'not_found', {}, unknown],
  ])('of %s include %s', async (operationId, code, headers, more) => {
    const one = named(operationId);
    const answer = await ask(one, headers, more);
    expect(ErrorBody.parse(await answer.json()).error.code).toBe(code);
    expect(one.operation.responses).toHaveProperty(code);
  });

  test('of a probe, whose answer has no body, include its status', async () => {
    const one = named('probeUpload');
    expect((await ask(one, {}, unknown)).status).toBe(STATUS.not_found);
    expect(one.operation.responses).toHaveProperty('not_found');
  });
});

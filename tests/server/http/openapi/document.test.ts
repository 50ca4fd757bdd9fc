import { describe, expect, test } from 'vitest';
import { NoContent, type Route } from '../../../../contracts/call.ts';
import { ERROR_CODES } from '../../../../contracts/errors.ts';
import { callDocs, type RouteName, routes } from '../../../../contracts/routes.ts';
import { describeApi } from '../../../../server/http/openapi/document.ts';
import type { Operation } from '../../../../server/http/openapi/shape.ts';
import { findFaults, resolveReference } from '../../../support/formats/json-schema.ts';

const api = describeApi();
const table = Object.entries<Route>(routes) as [RouteName, Route][];

function operationOf(route: Route): Operation | undefined {
  return api.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
}

describe('the document', () => {
  test('describes the names and the type of images', () => {
    const read = api.paths['/v1/image/{file}']?.get;
    expect(Object.keys(read?.responses[200]?.content ?? {})).toEqual(['image/webp']);
    expect(read?.parameters[0]?.schema).toMatchObject({ pattern: expect.stringContaining('webp') });
  });

  test.each(table)('describes %s once, with its parameters, body, response and failures', (name, route) => {
    const operation = operationOf(route);
    expect(operation).toMatchObject({ operationId: name, summary: callDocs[name].summary });
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
    const told = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? [];
    expect(told.map((parameter) => parameter.name)).toEqual(inPath);
    expect(told.every((parameter) => parameter.required)).toBe(true);
    const ways = { none: [], reader: ['token', 'slug'], token: ['token'] }[route.auth];
    expect(operation?.security).toEqual(ways.map((way) => ({ [way]: [] })));
    expect(operation?.parameters.some((parameter) => parameter.name === 'Idempotency-Key')).toBe(
      route.idempotent === true,
    );
    expect(operation?.parameters.some((parameter) => parameter.name === 'If-None-Match')).toBe(
      route.versioned === true,
    );
    expect(operation?.responses['304'] !== undefined).toBe(route.versioned === true);
    expect(operation?.responses['200']?.headers?.ETag !== undefined).toBe(route.versioned === true);
    const [type] = Object.keys(operation?.requestBody?.content ?? {});
    expect(type).toBe(
      { json: 'application/json', multipart: 'multipart/form-data', none: undefined }[route.body?.kind ?? 'none'],
    );
    if (route.response === NoContent) expect(operation?.responses['204']).toEqual({ description: 'Done' });
    else expect(operation?.responses['200']?.content?.['application/json']?.schema).toBeDefined();
    expect(Object.keys(operation?.responses ?? {})).toContain('500');
  });

  test('has a unique id for every operation', () => {
    const ids = Object.values(api.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(table.length + 14);
  });

  test('has no dangling references, and no unused schemas', () => {
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((reference) => resolveReference(reference, api) === undefined)).toEqual([]);
    const named = Object.keys(api.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(named.filter((name) => !references.includes(name))).toEqual([]);
  });

  test('uses tags that it explains, and codes that exist', () => {
    const known = new Set(api.tags.map(({ name }) => name));
    const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));
    for (const { tags } of operations) for (const tag of tags) expect(known).toContain(tag);
    for (const { name } of api.tags) expect(operations.some(({ tags }) => tags.includes(name))).toBe(true);
    const codes = [...JSON.stringify(operations).matchAll(/"description":"((?:`\w+`(?:, )?)+)"/g)];
    const told = new Set(codes.flatMap(([, text]) => [...(text ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code)));
    expect([...told].sort()).toEqual([...ERROR_CODES].sort());
  });

  test('describes files of a form beside its fields', () => {
    const content = operationOf(routes.uploadAudio)?.requestBody?.content['multipart/form-data'];
    expect(content?.schema).toMatchObject({
      properties: { audio: { type: 'string', contentMediaType: 'audio/wav' }, place_id: { type: 'integer' } },
      required: ['place_id', 'size', 'length', 'audio'],
    });
  });

  test('describes lists in a query as they are sent', () => {
    const [parcoursIds] = operationOf(routes.listDrops)?.parameters.filter(({ name }) => name === 'mapIds') ?? [];
    expect(parcoursIds).toMatchObject({
      in: 'query',
      required: false,
      style: 'form',
      explode: false,
      schema: { type: 'array' },
    });
  });

  test('describes exactly the shapes that the server accepts', () => {
    const schema = { $ref: '#/components/schemas/Geometry' };
    const ring = [
      [2, 48],
      [2.1, 48],
      [2.1, 48.1],
      [2, 48],
    ];
    expect(findFaults(schema, { type: 'Point', coordinates: [2, 48] }, api)).toEqual([]);
    expect(findFaults(schema, { type: 'Polygon', coordinates: [ring] }, api)).toEqual([]);
    expect(findFaults(schema, { type: 'Point', coordinates: [200, 48] }, api)).not.toEqual([]);
    expect(findFaults(schema, { type: 'Polygon', coordinates: [ring.slice(1)] }, api)).not.toEqual([]);
    expect(findFaults(schema, { type: 'LineString', coordinates: ring }, api)).not.toEqual([]);
  });
});

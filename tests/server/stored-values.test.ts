import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  CALLS,
  CALLS_WITH_FILE,
  CALLS_WITH_JSON,
  type Case,
  pathOf,
  refuses,
  stageCalls,
  textParts,
} from '../support/malformed/calls.ts';
import { caseOfForm, caseOfJson, pathsIn, spoil } from '../support/malformed/spoilt-bodies.ts';

const stage = stageCalls();
const { partsOf, requestOf, findBroken } = stage;

/** Above the range of an id column, and above JavaScript's safe integers. */
const NUMBERS = ['2147483648', '9007199254740991', '-9007199254740991', '9007199254740993'];
/** As JSON: texts that some databases refuse, and one too long for some indexes. */
const TEXTS = ['"\\u0000"', '"\\ud800"', `"${randomBytes(3000).toString('hex')}"`];

/** Sends the cases call by call and restores the data in between. */
async function brokenOf(calls: readonly (readonly Case[])[]): Promise<string[]> {
  const broken: string[] = [];
  for (const cases of calls) broken.push(...(await findBroken(cases)));
  expect(calls.flat().length).toBeGreaterThan(calls.length);
  return broken;
}

test('ids out of a column’s range are refused or not found', async () => {
  const cases = CALLS.filter(([, { params }]) => params !== undefined).map(([name, route]) => {
    const { params } = partsOf(name);
    return Object.keys(params).flatMap((key) =>
      NUMBERS.map((value): Case => {
        const spoilt = { ...params, [key]: value };
        const request = requestOf(name, { path: pathOf(route, spoilt) });
        return { what: `${name} ${key}=${value}`, request, isRefused: refuses(route.params, spoilt) };
      }),
    );
  });
  expect(await brokenOf(cases)).toEqual([]);
});

test('numbers and texts that no column can store break no query', async () => {
  const cases = CALLS.filter(([, { query }]) => query !== undefined).map(([name, route]) => {
    const { params, query } = partsOf(name);
    const keys = [...new Set([...Object.keys(query), 'mapIds', 'userId'])];
    return keys.flatMap((key) =>
      [...NUMBERS, '\u0000'].map((value): Case => {
        const path = `${pathOf(route, params)}?${new URLSearchParams({ [key]: value })}`;
        const isRefused = refuses(route.query, { [key]: value });
        return { what: `${name} ${key}=${value}`, request: requestOf(name, { path }), isRefused };
      }),
    );
  });
  expect(await brokenOf(cases)).toEqual([]);
});

test('numbers and texts that no column can store break no call, anywhere in its body', async () => {
  const cases = CALLS_WITH_JSON.map(([name, route]) => {
    const { body } = partsOf(name);
    return pathsIn(body).flatMap((path) =>
      [...NUMBERS, ...TEXTS].map((text) =>
        caseOfJson(stage, [name, route], `${name} ${path.join('.')} = ${text.slice(0, 40)}`, spoil(body, path, text)),
      ),
    );
  });
  expect(await brokenOf(cases)).toEqual([]);
});

test('numbers and texts that no column can store break no form', async () => {
  const cases = CALLS_WITH_FILE.map(([name, route]) => {
    const { fields } = partsOf(name);
    return Object.keys(fields).flatMap((key) =>
      [...NUMBERS, '\u0000'].map((value) => {
        const spoilt = { ...fields, [key]: value };
        const parts = [...textParts(spoilt), stage.filePart(route)];
        return caseOfForm(stage, name, `${name} ${key}=${value}`, parts, refuses(route.body?.schema, spoilt));
      }),
    );
  });
  expect(await brokenOf(cases)).toEqual([]);
});

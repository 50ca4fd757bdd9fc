import { describe, expect, test } from 'vitest';
import { IDEMPOTENCY_HEADER } from '../../contracts/call.ts';
import {
  BOUNDARY,
  CALLS,
  CALLS_WITH_FILE,
  CALLS_WITH_JSON,
  type Case,
  few,
  pathOf,
  refuses,
  stageCalls,
  textParts,
} from '../support/malformed/calls.ts';
import { caseOfForm, caseOfJson, pathsIn, spoil } from '../support/malformed/spoilt-bodies.ts';
import { multipart, type Part } from '../support/server/raw-request.ts';
import { testAnyFile, testAnyJson } from '../support/soak/malformed-bodies.ts';

const stage = stageCalls();
const { partsOf, requestOf, findBroken } = stage;

const withParams = CALLS.filter(([, { params }]) => params !== undefined);
const withQuery = CALLS.filter(([, { query }]) => query !== undefined);

/** Longer than any text may be. */
const LONG = 'x'.repeat(30_000);
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

describe.each(withParams)('the address of %s', (name, route) => {
  test('is refused with anything but the contract’s ids in it', async () => {
    const { params } = partsOf(name);
    const wrong = [
      '0',
      '-1',
      '1.5',
      'abc',
      'NaN',
      'Infinity',
      '1e99',
      '9007199254740993',
      '0x',
      "1'--",
      '[]',
      '{}',
      'null',
    ];
    const unencoded = [
      '%E0%A4%A',
      '%',
      '%00',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '..%5c..%5csecret',
      '%ff%fe',
      '1%00',
      `${'9'.repeat(2000)}`,
    ];
    const cases = Object.keys(params).flatMap((key) =>
      [
        ...wrong.map((value) => ({ value, sent: encodeURIComponent(value) })),
        ...unencoded.map((sent) => ({ value: undefined, sent })),
      ].map(({ value, sent }) => {
        const path = route.path.replace(/:(\w+)/g, (_, each: string) => (each === key ? sent : String(params[each])));
        const isRefused = value === undefined || refuses(route.params, { ...params, [key]: value });
        return { what: `${key}=${sent.slice(0, 40)}`, request: requestOf(name, { path }), isRefused };
      }),
    );
    expect(await findBroken(few(name, cases))).toEqual([]);
  });
});

describe.each(withQuery)('the query of %s', (name, route) => {
  test('is refused if the contract refuses it, and never breaks anything', async () => {
    const { params, query } = partsOf(name);
    const keys = [...new Set([...Object.keys(query), 'mapIds', 'userId'])];
    const searches = keys.flatMap((key) => [
      `${key}=`,
      `${key}=abc`,
      `${key}=-1`,
      `${key}=1.5`,
      `${key}=1&${key}=2`,
      `${key}[]=1`,
      `${key}[a]=1`,
      `${key}=1,,2`,
      `${key}=%E0%A4%A`,
      `${key}=%00`,
      `${key}=${'1,'.repeat(3000)}1`,
      `__proto__[x]=1&${key}=1`,
      `constructor=1`,
      `${key}`,
    ]);
    const cases = ['', '=', '&&&', ...searches].map((search) => ({
      what: search.slice(0, 60),
      request: requestOf(name, { path: `${pathOf(route, params)}?${search}` }),
      isRefused: refuses(route.query, readSearch(search)),
    }));
    expect(await findBroken(cases)).toEqual([]);
  });
});

/** Parses a query as the server does. */
function readSearch(search: string): Record<string, string | string[]> {
  const read = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(read.keys())].map((key) => [
      key,
      read.getAll(key).length > 1 ? read.getAll(key) : (read.get(key) ?? ''),
    ]),
  );
}

/** Values of every kind as JSON, among them numbers that JSON allows and no field accepts. */
const VALUES = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '""',
  '" "',
  '"../../etc/passwd"',
  '"<script>"',
  '"1"',
  '[]',
  '[null]',
  '[[[[]]]]',
  '{}',
  '{"__proto__":{"x":1}}',
  '{"length":1}',
  `"${LONG}"`,
];

describe.each(CALLS_WITH_JSON)('the body of %s', (name, route) => {
  const jsonCase = (what: string, body: string) => caseOfJson(stage, [name, route], what, body);

  test('is refused with a wrong or missing value anywhere in it', async () => {
    const { body } = partsOf(name);
    const cases = pathsIn(body).flatMap((path) =>
      [...VALUES, undefined].map((text) =>
        jsonCase(`${path.join('.')} = ${text?.slice(0, 40)}`, spoil(body, path, text)),
      ),
    );
    expect(cases.length).toBeGreaterThan(VALUES.length);
    expect(await findBroken(few(name, cases))).toEqual([]);
  });

  test('pollutes no prototype by its keys', async () => {
    const { body } = partsOf(name);
    const text = JSON.stringify(body).slice(1);
    const rest = text === '}' ? '"a":1}' : text;
    const keys =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"hasOwnProperty":1,"toString":null';
    const cases = [`${keys},${rest}`, `{"prototype":{"polluted":true},${rest}`].map((content) =>
      jsonCase(content.slice(0, 40), content),
    );
    expect(await findBroken(cases)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });

  testAnyJson(stage, [name, route], 3);
});

/** Bodies of callers without a token have other bounds than those of accounts. */
const EACH_READER = CALLS_WITH_JSON.filter(([name]) => name === 'login' || name === 'createPlace');

test.each(EACH_READER)('a body of %s that is too large or not JSON is refused', async (name, route) => {
  const { body } = partsOf(name);
  const text = JSON.stringify(body);
  const typed = (what: string, headers: Record<string, string>, content: string | Uint8Array = text): Case => ({
    what,
    request: requestOf(name, { headers, body: content }),
    isRefused: true,
  });
  const broken = [
    '',
    '{',
    text.slice(0, -1),
    `${text}}`,
    '[]',
    '"text"',
    '1',
    'null',
    'NaN',
    '{"a":NaN}',
    '{"a":Infinity}',
    "{'a':1}",
    'undefined',
  ];
  const cases = [
    ...[...broken, DEEP].map((content) => caseOfJson(stage, [name, route], content.slice(0, 30), content)),
    typed('a body of 2 MB', {}, JSON.stringify({ ...(body as object), more: 'x'.repeat(2_000_000) })),
    typed('text', { 'Content-Type': 'text/plain' }),
    typed('a form', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    typed('an unknown charset', { 'Content-Type': 'application/json; charset=klingon' }),
    typed('an unknown encoding', { 'Content-Encoding': 'klingon' }),
    typed('a broken encoding', { 'Content-Encoding': 'gzip' }),
    typed('UTF-16', { 'Content-Type': 'application/json; charset=utf-16' }, Buffer.from('{"a', 'utf16le')),
    typed('bytes', {}, new Uint8Array([0xff, 0xfe, 0x00, 0x80])),
  ];
  expect(await findBroken(cases)).toEqual([]);
});

describe('a geometry', () => {
  const ring = (count: number) => Array.from({ length: count }, (_, at) => [2 + at / 1e6, 48]);
  const closed = (count: number) => [...ring(count - 1), [2, 48]];
  const shapes: Record<string, string> = {
    'of one open ring': JSON.stringify([ring(5)]),
    'of three positions': JSON.stringify([closed(3)]),
    'without rings': '[]',
    'of an empty ring': '[[]]',
    'of 10,001 positions': JSON.stringify([closed(10_001)]),
    'of 20 rings with more positions than are allowed together': JSON.stringify(
      Array.from({ length: 20 }, () => closed(600)),
    ),
    'of as many positions as the body holds': `[[${'[1,2],'.repeat(140_000)}[1,2]]]`,
    'of more positions than any body holds': `[[${'[1,2],'.repeat(500_000)}[1,2]]]`,
    'of 300,000 rings': `[${'[],'.repeat(300_000)}[]]`,
    'with infinite positions': '[[[1e400,2],[2,2],[2,3],[1e400,2]]]',
    'with positions that are no numbers': '[[[null,2],[2,2],[2,3],[null,2]]]',
    'with NaN': '[[[NaN,2],[2,2],[2,3],[NaN,2]]]',
    'off the earth': '[[[200,2],[2,2],[2,3],[200,2]]]',
    'of five numbers a position': '[[[1,2,3,4,5],[2,2],[2,3],[1,2,3,4,5]]]',
    'nested 200,000 times': DEEP,
  };

  test.each(Object.entries(shapes))('%s is refused, and nothing is stored', async (what, coordinates) => {
    const { properties } = partsOf('createPlace').body as { properties: object };
    const body = `{"type":"Feature","geometry":{"type":"Polygon","coordinates":${coordinates}},"properties":${JSON.stringify(properties)}}`;
    expect(await findBroken([{ what, request: requestOf('createPlace', { body }), isRefused: true }])).toEqual([]);
  });

  test('as invalid well-known text of any length is refused', async () => {
    const texts = [
      '',
      'POINT',
      'POINT (1)',
      'POINT (1 2 3)',
      'POINT (NaN 2)',
      'POINT (1e400 2)',
      'POINT (200 2)',
      'LINESTRING (1 2, 3 4)',
      'POLYGON ((1 2, 3 4, 5 6))',
      'POLYGON ((1 2, 3 4, 5 6, 7 8))',
      'POLYGON EMPTY',
      'GEOMETRYCOLLECTION (POINT (1 2))',
      `POLYGON (${'('.repeat(400_000)}`,
      `POLYGON ((${'1 2, '.repeat(90_000)}1 2))`,
      `POINT (${' '.repeat(400_000)}1 2`,
      `POINT ${'('.repeat(1000)}1 2${')'.repeat(1000)}`,
    ];
    const { id } = partsOf('updatePlace').body as { id: number };
    const cases = texts.map((feature) => ({
      what: feature.slice(0, 40),
      request: requestOf('updatePlace', { body: JSON.stringify({ id, appelation: 'a', feature }) }),
      isRefused: true,
    }));
    expect(await findBroken(cases)).toEqual([]);
  });
});

describe.each(CALLS_WITH_FILE)('the form of %s', (name, route) => {
  const fields = () => textParts(partsOf(name).fields);
  const formCase = (what: string, parts: readonly Part[], isRefused = true) =>
    caseOfForm(stage, name, what, parts, isRefused);
  const file = (content?: string | Uint8Array) => stage.filePart(route, content);

  test('is refused if it is not well-formed multipart', async () => {
    const whole = multipart(BOUNDARY, [...fields(), file()]);
    const typed = (what: string, type: string, body: string | Uint8Array = whole): Case => ({
      what,
      request: requestOf(name, { headers: { 'Content-Type': type }, body }),
      isRefused: true,
    });
    const right = `multipart/form-data; boundary=${BOUNDARY}`;
    expect(
      await findBroken([
        typed('no boundary', 'multipart/form-data'),
        typed('another boundary', 'multipart/form-data; boundary=other'),
        typed('a boundary of 5000 letters', `multipart/form-data; boundary=${'b'.repeat(5000)}`),
        typed('JSON', 'application/json', '{}'),
        typed('text', 'text/plain'),
        typed('no type', ''),
        typed('nothing', right, ''),
        typed('a body that ends in the file', right, whole.subarray(0, whole.length - 200)),
        typed('a body that ends in a header', right, whole.subarray(0, 60)),
        typed('bytes', right, new Uint8Array(2000).fill(0xff)),
        typed(
          'a part without a name',
          right,
          `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\na\r\n--${BOUNDARY}--\r\n`,
        ),
        typed(
          'a header of 100 kB',
          right,
          `--${BOUNDARY}\r\nX: ${'x'.repeat(100_000)}\r\n\r\na\r\n--${BOUNDARY}--\r\n`,
        ),
      ]),
    ).toEqual([]);
  });

  test('is refused with unknown parts, too many parts or none', async () => {
    const other = { ...file(), name: 'other' };
    expect(
      await findBroken([
        formCase('no file', fields()),
        formCase('a text where the file should be', [...fields(), { name: file().name, content: 'text' }]),
        formCase('a file in another part', [...fields(), other]),
        formCase('two files', [...fields(), file(), file()]),
        formCase('a file too many', [...fields(), file(), other]),
        formCase('a thousand fields', [
          ...Array.from({ length: 1000 }, (_, at) => ({ name: `f${at}`, content: 'a' })),
          ...fields(),
          file(),
        ]),
        formCase('a field of 1 MB', [...fields(), { name: 'more', content: 'x'.repeat(1_000_000) }, file()]),
        formCase('an empty file', [...fields(), file('')]),
      ]),
    ).toEqual([]);
  });

  test('is refused with any of its fields wrong or missing', async () => {
    const wrong = ['', 'abc', '-1', '0', '1.5', 'NaN', 'Infinity', '1e400', '1,5', '[]', '\u0000', '9007199254740993'];
    const cases = fields().flatMap(({ name: key }) => [
      formCase(`no ${key}`, [...fields().filter((field) => field.name !== key), file()]),
      formCase(`${key} twice`, [...fields(), { name: key, content: '1' }, file()]),
      ...wrong.map((value) => {
        const spoilt = { ...partsOf(name).fields, [key]: value };
        return formCase(`${key}=${value}`, [...textParts(spoilt), file()], refuses(route.body?.schema, spoilt));
      }),
    ]);
    expect(await findBroken(cases)).toEqual([]);
  });

  test('is refused with a file of the wrong kind or a damaged one', async () => {
    const { clip, image } = stage;
    const riff = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(2000)]);
    const contents: Record<string, string | Uint8Array> = {
      text: 'not at all',
      html: '<!doctype html><script>alert(1)</script>',
      svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      riff,
      'half a WAV': clip.subarray(0, 1000),
      'a WAV header alone': clip.subarray(0, 44),
      'the first bytes of a PNG': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      'half an image': image.subarray(0, image.length / 2),
      zeros: new Uint8Array(10_000),
      gif: 'GIF89a',
      'an executable': new Uint8Array([0x7f, 0x45, 0x4c, 0x46, ...new Array(500).fill(1)]),
      'the other kind of file': stage.fileOf(route) === clip ? image : clip,
    };
    const cases = Object.entries(contents).map(([what, content]) => {
      const size = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
      const given = partsOf(name).fields;
      return formCase(what, [...textParts('size' in given ? { ...given, size } : given), file(content)]);
    });
    expect(await findBroken(cases)).toEqual([]);
  });

  test('cannot choose a storage path by any name in it', async () => {
    const names = [
      '../../../../tmp/evil.wav',
      '..\\\\..\\\\evil.wav',
      '/etc/passwd',
      'a\\u0000.wav',
      'C:\\\\evil.wav',
      `${'n'.repeat(5000)}.wav`,
      '',
      '.',
      '..',
      'con',
    ];
    const keys = ['__proto__', 'constructor', '__proto__[polluted]', 'a[b][c]', 'toString', '', 'n'.repeat(10_000)];
    const cases = keys.map((key) =>
      formCase(`field ${key.slice(0, 20)}`, [...fields(), { name: key, content: 'x' }, file()], false),
    );
    expect(await findBroken(cases)).toEqual([]);
    expect('polluted' in {}).toBe(false);
    const ours = /^(drop-ici\.incoming\/|media\/)[0-9a-z/.-]+$/;
    for (const filename of names) {
      const { request } = formCase('', [...fields(), { ...file(), filename }]);
      const answer = await stage.send(request);
      expect([filename, answer.status >= 500 ? answer.body : '']).toEqual([filename, '']);
      expect(Object.keys(stage.snapshot.readFiles()).filter((path) => !ours.test(path))).toEqual([]);
    }
    await stage.snapshot.restore();
  });

  testAnyFile(stage, [name, route], 5);
});

describe('headers', () => {
  test('without a token of this server are refused with 401', async () => {
    const tokens = [
      '',
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      'Bearer a.b.c',
      'Bearer null',
      'Bearer undefined',
      'a',
      `Bearer ${'a'.repeat(8000)}`,
      'Bearer é',
      'bearer ..',
      '\tBearer x',
    ];
    for (const Authorization of tokens) {
      const { status } = await stage.send(requestOf('readMe', { headers: { Authorization } }));
      expect([Authorization, status]).toEqual([Authorization, 401]);
    }
    expect(await stage.snapshot.restore()).toBe(false);
  });

  test('with a malformed idempotency key are refused for calls that use one', async () => {
    const cases = CALLS.filter(([, { idempotent }]) => idempotent).flatMap(([name]) =>
      ['', 'two words', 'x'.repeat(201), 'é'].map((key) => ({
        what: `${name} ${key.slice(0, 20)}`,
        request: requestOf(name, { headers: { [IDEMPOTENCY_HEADER]: key } }),
        isRefused: true,
      })),
    );
    expect(await findBroken(cases)).toEqual([]);
  });
});

test('a call with another method, or to an unknown path, is not found', async () => {
  const methods = ['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];
  const cases = CALLS.map(([name], at) => {
    const method = methods[at % methods.length] ?? '';
    return { what: `${method} ${name}`, request: requestOf(name, { method }), isRefused: method !== 'OPTIONS' };
  });
  const paths = [
    '/v1/',
    '/v1/../../etc/passwd',
    '/v1/%2e%2e/%2e%2e/etc/passwd',
    '/v1//map',
    '/v1/media/..%2f..%2fdrop-ici.sqlite',
    '/v1/media/%00',
    '/v1/image/..%2fsecret',
    '/v1/media/',
    '/V1/USER/LOGIN/x',
    '/v1/user/login%00',
    '/%E0%A4%A',
    '/assets/%ff',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
  ];
  const lost = paths.map((path) => ({ what: path, request: { method: 'GET', path }, isRefused: true }));
  expect(await findBroken([...cases, ...lost])).toEqual([]);
});

test('the server still answers after all of that', async () => {
  expect((await stage.send(requestOf('readHealth'))).status).toBe(200);
  expect((await stage.send(requestOf('readMe'))).status).toBe(200);
});

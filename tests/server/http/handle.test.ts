import { readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Route } from '../../../contracts/call.ts';
import { ErrorBody } from '../../../contracts/errors.ts';
import { type RouteName, routes } from '../../../contracts/routes.ts';
import { type ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { AppError } from '../../../server/domain/app-error.ts';
import { createErrorHandler } from '../../../server/http/error-handler.ts';
import { createHandle, type Handler } from '../../../server/http/handle.ts';
import { createCallParser } from '../../../server/http/parse-call.ts';
import { createRateLimits } from '../../../server/http/rate-limit.ts';
import { createLog } from '../../../server/log.ts';
import { erase } from '../../support/rights/erase.ts';
import { mediaLink } from '../../support/samples/listed-place.ts';
import { call } from '../../support/server/api.ts';
import {
  makeParcours,
  type Person,
  pointPlace,
  setRole,
  signUp,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { holdBack } from '../../support/server/raw-request.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { LARGEST_ZONE } from '../../support/server/zones.ts';
import { makeFolder } from '../../support/test-folder.ts';

const server = useServer({ GOOGLE_CLIENT_ID: 'client', MAP_STYLE_URL: '/style.json' });
let person: Person;
beforeAll(async () => {
  person = await signUp(server.origin, 'Ana');
});

const guarded = Object.entries<Route>(routes).filter(([, route]) => route.auth !== 'none');

describe('every call of the contract', () => {
  test.each(guarded)('%s checks the token before anything else', async (_, route) => {
    const response = await fetch(server.origin + route.path.replace(/:\w+/g, 'nonsense'), {
      method: route.method,
      ...(route.method === 'GET' ? {} : { body: '{', headers: { 'Content-Type': 'application/json' } }),
    });
    expect(response.status).toBe(401);
    expect(ErrorBody.parse(await response.json()).error.code).toBe('unauthenticated');
  });
});

describe('long bodies', () => {
  test('are checked in turns by account, and leave other work as much time as they take', async () => {
    const parseInTurn = createCallParser();
    const geometry = JSON.parse(LARGEST_ZONE);
    const body = { type: 'Feature', geometry, properties: { appelation: 'Zone', type: 'la', mapId: 1 } };
    const done: string[] = [];
    const check = async (name: string, id: number): Promise<void> => {
      const caller = { id: UserId.parse(id), role: 'user', sessionId: 'one', address: '192.0.2.1' } as const;
      await parseInTurn(routes.createPlace, { caller, longBody: { bytes: 400_000, isLong: true, read } });
      done.push(name);
    };
    const readMs = 20;
    const read = () => {
      for (const startMs = performance.now(); performance.now() - startMs < readMs; );
      return body;
    };
    const startMs = performance.now();
    await Promise.all([...Array.from({ length: 5 }, () => check('many', 1)), check('one', 2)]);
    expect(done).toEqual(['many', 'one', 'many', 'many', 'many', 'many']);
    // Timers may fire a millisecond early.
    expect(performance.now() - startMs).toBeGreaterThan(6 * (2 * readMs - 1));
  });

  test('get the same error messages as short ones', async () => {
    const properties = { appelation: 'Zone', type: 'la', mapId: 1 };
    const geometry = { type: 'Polygon', coordinates: [Array.from({ length: 20_000 }, () => 'a')] };
    const body = JSON.stringify({ type: 'Feature', geometry, properties });
    const headers = { Authorization: person.token, 'Content-Type': 'application/json' };
    for (const sent of [body, `${body.slice(0, -1)},`]) {
      const response = await fetch(`${server.origin}/v1/place/places`, { method: 'POST', headers, body: sent });
      expect([response.status, ErrorBody.parse(await response.json()).error.code]).toEqual([400, 'invalid_request']);
    }
  });
});

describe('a call that is sent slowly while', () => {
  let parcoursId: ParcoursId;
  let admin: Person;
  beforeAll(async () => {
    admin = await signUpAs(server, 'Held Admin', 'admin');
    parcoursId = await makeParcours(server.origin, person);
  });

  const ways = {
    'its session is logged out': ({ token }: Person) => call(server.origin, 'logout', {}, token),
    'its account is suspended': ({ user }: Person) =>
      call(server.origin, 'setSuspension', { params: { userId: user.id }, body: { suspended: true } }, admin.token),
    'its password is changed elsewhere': async ({ email, password }: Person) => {
      const { token } = await call(server.origin, 'login', { body: { email, password } });
      const body = { current: password, password: 'another password of theirs' };
      await call(server.origin, 'changePassword', { body }, token);
    },
    'its account is erased': (sender: Person) => erase(server, sender, 'keep'),
  };
  const bodies = {
    createParcours: () => ({ title: 'T', description: 'D' }),
    createPlace: () => pointPlace(parcoursId),
    'createPlace with a long body': () => ({
      ...pointPlace(parcoursId),
      geometry: JSON.parse(LARGEST_ZONE) as unknown,
    }),
    listPlaces: () => ({ mapIds: [parcoursId] }),
    changePassword: ({ password }: Person) => ({ current: password, password: 'another password of theirs' }),
    takeMeasure: () => ({ thing: { kind: 'map', id: parcoursId }, kind: 'hide', words: 'w' }),
    setSuspension: () => ({ suspended: true }),
  };

  test.each<readonly [keyof typeof ways, keyof typeof bodies]>([
    ['its session is logged out', 'createPlace'],
    ['its session is logged out', 'createPlace with a long body'],
    ['its session is logged out', 'listPlaces'],
    ['its session is logged out', 'changePassword'],
    ['its account is suspended', 'createParcours'],
    ['its password is changed elsewhere', 'createParcours'],
    ['its account is erased', 'createParcours'],
  ])('%s, is refused: %s', async (way, what) => {
    const sender = await signUpMember(server, person, parcoursId, 'Holder', 'drop');
    const finish = await hold(sender, what);
    await ways[way](sender);
    expect(await finish()).toBe(401);
  });

  test('nothing ends, is executed', async () => {
    const sender = await signUpMember(server, person, parcoursId, 'Holder', 'drop');
    const held = await Promise.all(
      (['createPlace with a long body', 'listPlaces'] as const).map((of) => hold(sender, of)),
    );
    expect(await Promise.all(held.map((finish) => finish()))).toEqual([200, 200]);
  });

  test('its account loses the site admin’s role, has only the rights of others', async () => {
    const sender = await signUpAs(server, 'Former', 'admin');
    const held = await Promise.all((['takeMeasure', 'setSuspension'] as const).map((of) => hold(sender, of)));
    await setRole(server, sender, 'user');
    expect(await Promise.all(held.map((finish) => finish()))).toEqual([403, 403]);
  });

  function hold(sender: Person, what: keyof typeof bodies): Promise<() => Promise<number>> {
    const { method, path } = routes[what.split(' ')[0] as RouteName];
    return holdBack(server.origin, {
      method,
      path: path.replace(':userId', String(person.user.id)),
      headers: { Authorization: sender.token, 'Content-Type': 'application/json' },
      body: JSON.stringify(bodies[what](sender)),
    });
  }
});

describe('a request that cannot be read', () => {
  test('as JSON is a bad request in the contract’s form, with the request’s id', async () => {
    const response = await post('/v1/user/login', '{"email": ');
    expect(response.status).toBe(400);
    const { error } = ErrorBody.parse(await response.json());
    expect(error.code).toBe('invalid_request');
    expect(error.requestId).toBe(response.headers.get('X-Request-Id'));
    expect(error.message).not.toContain('node_modules');
  });

  test.each([
    ['JSON that breaks off', { 'Content-Type': 'application/json' }, '{"email": <'],
    ['invalid gzip', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, '{"email": 1}'],
    ['another compression', { 'Content-Type': 'application/json', 'Content-Encoding': 'zip' }, '{"email": 1}'],
    ['another alphabet', { 'Content-Type': 'application/json; charset=klingon' }, '{"email": 1}'],
  ])('is refused with our own message, not a decoder’s (%s)', async (_, headers, body) => {
    const response = await fetch(`${server.origin}/v1/user/login`, { method: 'POST', headers, body });
    const { error } = ErrorBody.parse(await response.json());
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^Expected a body /) });
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
    'as a form is refused with our own message (%s)',
    async (type) => {
      const headers = { 'Content-Type': type, Authorization: person.token };
      const response = await fetch(`${server.origin}/v1/drop/upload`, {
        method: 'POST',
        headers,
        body: '--x\r\nnothing',
      });
      const { error } = ErrorBody.parse(await response.json());
      expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^Expected form data/) });
    },
  );

  test('without a body, of another type, or not as an object, is a bad request', async () => {
    expect((await post('/v1/user/login', undefined)).status).toBe(400);
    expect((await post('/v1/user/login', 'email=a', 'text/plain')).status).toBe(400);
    for (const body of ['[]', '"text"', 'null', '1']) expect((await post('/v1/user/login', body)).status).toBe(400);
  });

  test.each([17_000, 2_000_000])('of %i bytes is too large without an account', async (bytes) => {
    const response = await post('/v1/user/login', JSON.stringify({ email: 'x'.repeat(bytes) }));
    expect(response.status).toBe(413);
    expect(ErrorBody.parse(await response.json()).error.code).toBe('too_large');
  });

  test('names every fault with its path', async () => {
    const { error } = ErrorBody.parse(await (await post('/v1/user/createaccount', '{"name": 1}')).json());
    expect(error.faults?.map(({ path }) => path).sort()).toEqual(['email', 'name', 'password']);
  });

  test('says what was expected and what was received', async () => {
    const { error } = ErrorBody.parse(await (await post('/v1/user/createaccount', '{"name": 1}')).json());
    expect(error.message).toContain('name: Invalid input: expected string, received number');
  });

  test('with very many faults gets only the first few listed', async () => {
    const parcoursIds = Array.from({ length: 500 }, () => 'one');
    const response = await post(
      '/v1/place/places/by-map-ids',
      JSON.stringify({ mapIds: parcoursIds }),
      undefined,
      person.token,
    );
    const { error } = ErrorBody.parse(await response.json());
    expect(error.faults).toHaveLength(20);
    expect(error.message.length).toBeLessThan(2000);
  });

  test('with more faults than can be listed is refused as well', async () => {
    for (const coordinates of [`[[${'[],'.repeat(300_000)}[]]]`, `[${'"",'.repeat(300_000)}1]`]) {
      const type = coordinates.startsWith('[[') ? 'Polygon' : 'Point';
      const properties = '{"appelation": "a", "type": "la", "mapId": 1}';
      const body = `{"type": "Feature", "geometry": {"type": "${type}", "coordinates": ${coordinates}}, "properties": ${properties}}`;
      expect((await post('/v1/place/places', body, undefined, person.token)).status).toBe(400);
    }
  });

  test('with a malformed path is a bad request', async () => {
    const response = await fetch(`${server.origin}/v1/place/%E0%A4%A`, { headers: { Authorization: person.token } });
    expect(response.status).toBe(400);
  });

  test('pollutes no object’s prototype', async () => {
    const body = '{"title":"T","description":"D","__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}}}';
    const response = await post('/v1/map/parcours', body, 'application/json', person.token);
    expect(response.status).toBe(200);
    expect('polluted' in {} || 'x' in {}).toBe(false);
  });
});

test('a call that does not exist is not found, in the contract’s form, even for a browser', async () => {
  for (const path of ['/v1/nothing', '/v1', '/v1/user/login']) {
    const response = await fetch(server.origin + path, { headers: { Accept: 'text/html' } });
    expect(response.status).toBe(404);
    expect(ErrorBody.parse(await response.json()).error.code).toBe('not_found');
  }
});

test('no response reveals the server’s software, and browsers neither sniff nor cache it', async () => {
  const response = await fetch(`${server.origin}/healthz`);
  expect(response.headers.get('X-Powered-By')).toBeNull();
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
});

test('the service reports its health and the app’s settings', async () => {
  expect(await call(server.origin, 'readHealth', {})).toEqual({ status: 'ok' });
  expect(await call(server.origin, 'readConfig', {})).toEqual({
    mapStyleUrl: '/style.json',
    mapStyleDarkUrl: null,
    mapTiles: null,
    geocoderUrl: 'https://photon.komoot.io/api/',
    googleClientId: 'client',
    sendsMail: false,
    hasPasskeys: true,
    passkeyOrigin: null,
    uploadMaxBytes: 2 ** 30,
    speechModelUrl: null,
    identity: {
      associationName: null,
      associationContact: null,
      hostingName: null,
      dpoContact: null,
      websiteUrl: null,
      socialUrl: null,
    },
    accessibility: { state: 'none', ratePercent: null, auditor: null, date: null, gaps: null, planUrl: null },
  });
});

async function post(path: string, body?: string, type = 'application/json', token = ''): Promise<Response> {
  const headers = { 'Content-Type': type, Authorization: token };
  return fetch(server.origin + path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
}

describe('an account, or an address without a valid token,', () => {
  test('must wait after too many requests, and others need not', async () => {
    const busy = await startServer({ CALLS_PER_MINUTE: '20' });
    try {
      const [ana, ben] = [await signUp(busy.origin, 'Ana'), await signUp(busy.origin, 'Ben')];
      const me = (token: string) => fetch(`${busy.origin}/v1/user/me`, { headers: { Authorization: token } });
      const answers = [];
      for (let turn = 0; turn < 21; turn++) answers.push((await me(ana.token)).status);
      expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
      const refused = await me(ana.token);
      expect(ErrorBody.parse(await refused.json()).error.code).toBe('too_many_requests');
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect((await me(ben.token)).status).toBe(200);

      const guesses = [];
      for (let turn = 0; turn < 20; turn++) guesses.push((await me(`guess ${turn}`)).status);
      expect(guesses.filter((status) => status === 401).length).toBeGreaterThan(0);
      expect(guesses.at(-1)).toBe(429);
      expect((await me(ben.token)).status).toBe(200);
      expect((await fetch(`${busy.origin}/healthz`)).status).toBe(200);
    } finally {
      await busy.stop();
    }
  });

  test('must wait after too much text, even compressed, and others need not', async () => {
    const busy = await startServer({ JSON_BYTES_PER_HOUR: '9000' });
    try {
      const [ana, ben] = [await signUp(busy.origin, 'Ana'), await signUp(busy.origin, 'Ben')];
      const create = async ({ token }: Person, isPacked: boolean) => {
        const text = JSON.stringify({ title: 'Long', description: 'x'.repeat(4000) });
        const headers = { Authorization: token, 'Content-Type': 'application/json' };
        const packed = { headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(text) };
        const sent = isPacked ? packed : { headers, body: text };
        return (await fetch(`${busy.origin}/v1/map/parcours`, { method: 'POST', ...sent })).status;
      };
      expect([await create(ana, false), await create(ana, true), await create(ana, true)]).toEqual([200, 200, 429]);
      expect(await create(ben, false)).toBe(200);
      expect((await call(busy.origin, 'listParcours', { query: {} }, ana.token)).length).toBe(2);
    } finally {
      await busy.stop();
    }
  });

  test('may request media far more often, but not without a limit', async () => {
    const busy = await startServer({ CALLS_PER_MINUTE: '5', MEDIA_PER_MINUTE: '10' });
    try {
      const statuses = [];
      for (let turn = 0; turn < 11; turn++) statuses.push((await fetch(`${busy.origin}/v1/media/x`)).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
      expect((await fetch(`${busy.origin}/v1/config`)).status).toBe(200);
    } finally {
      await busy.stop();
    }
  });
});

describe('a call with a file', () => {
  const ANSWER = { place_id: PlaceId.parse(1), media_data: mediaLink() };

  let incomingDir: string;
  let alone: Server;
  let logged: string[];
  /** The call's handler for a received file. */
  let handler: Handler<'uploadAudio'>;
  /** For each end of a call: whether it was already answered, and the files present. */
  let ends: { readonly isAnswered: boolean; readonly files: readonly string[] }[];
  beforeEach(async () => {
    incomingDir = await makeFolder();
    [logged, ends] = [[], []];
    const log = createLog('info', { write: (line) => logged.push(line) });
    const limit = createRateLimits(null).limit('call', { times: 100, perS: 60 });
    const admit = async () => ({ id: UserId.parse(1), role: 'user', sessionId: 'one', address: '192.0.2.1' }) as const;
    const app = express();
    const router = express.Router();
    let isAnswered = () => false;
    app.use((_request, response, next) => {
      isAnswered = () => response.headersSent;
      next();
    });
    app.use(router);
    app.use(createErrorHandler(log));
    const admission = { admit, admitReader: admit, admitAgain: admit };
    const handle = createHandle({ router, incomingDir, admission, limit, jsonLimit: limit, log });
    handle('uploadAudio', (received) => handler(received), {
      fileBytesMax: 1000,
      isStored: true,
      open: async () => async () => {
        ends.push({ isAnswered: isAnswered(), files: readdirSync(incomingDir) });
      },
    });
    alone = createServer(app);
    await new Promise<void>((resolve) => alone.listen(0, 'localhost', resolve));
  });
  afterEach(async () => {
    await new Promise((resolve) => alone.close(resolve));
  });

  function upload() {
    const input = { file: new Blob(['RIFF']), fields: { place_id: ANSWER.place_id, size: 4, length: 1 } };
    return call(`http://localhost:${(alone.address() as AddressInfo).port}`, 'uploadAudio', input, 'token');
  }

  /** Replaces a received file by a folder, which can't be removed like a file. */
  async function spoil(path: string): Promise<void> {
    await rm(path);
    await mkdir(path);
  }

  test('ends and deletes its file before the response, so that the space is free at once', async () => {
    handler = async () => ANSWER;
    expect(await upload()).toEqual(ANSWER);
    expect(ends).toEqual([{ isAnswered: false, files: [] }]);
    handler = async () => {
      throw new AppError('forbidden', 'No');
    };
    await expect(upload()).rejects.toMatchObject({ code: 'forbidden' });
    expect(ends.at(-1)).toEqual({ isAnswered: false, files: [] });
  });

  test('that fails unexpectedly does not reveal the reason', async () => {
    handler = async () => {
      throw new Error('SQLITE_CORRUPT in a secret place');
    };
    const failure = await upload().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'internal' });
    expect(String(failure)).not.toContain('secret place');
    expect(logged).toEqual([expect.stringContaining('secret place')]);
  });

  test('has the same response if its file cannot be deleted, and that is logged', async () => {
    handler = async ({ upload: { path } }) => {
      await spoil(path);
      return ANSWER;
    };
    expect(await upload()).toEqual(ANSWER);
    handler = async ({ upload: { path } }) => {
      await spoil(path);
      throw new AppError('forbidden', 'No');
    };
    await expect(upload()).rejects.toMatchObject({ code: 'forbidden' });
    expect(logged).toEqual([0, 1].map(() => expect.stringContaining('a received file could not be deleted')));
    expect(ends).toMatchObject([{ isAnswered: false }, { isAnswered: false }]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { wordsFor } from '../../../../app/page/error-words.ts';
import {
  ApiError,
  addCalls,
  type Connection,
  createApi,
  isRefused,
  NetworkError,
} from '../../../../app/platform/net/api.ts';
import { parcoursCalls } from '../../../../contracts/calls/parcours-calls.ts';
import { placeCalls } from '../../../../contracts/calls/place-calls.ts';
import { placeListCalls } from '../../../../contracts/calls/place-list-calls.ts';
import type { Pack } from '../../../../contracts/pack.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { answerInTest } from '../../../support/network/answer-in-test.ts';
import { pointPlace } from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

addCalls({ ...parcoursCalls, ...placeCalls, ...placeListCalls });
const server = useServer();

const account = { name: 'Ana', email: 'ana@example.org', password: 'a long password' };

describe('a call to the real server', () => {
  it('sends the token, the query and the body, and resolves with the contract’s response', async () => {
    const { user, token } = await signUp();
    expect(user).toMatchObject({ name: 'Ana', role: 'user' });
    const { call } = createApi(connectionTo(server.origin, { readToken: () => token }));
    const { newParcours } = await call('createParcours', { body: { title: 'Cité', description: 'Une île' } });
    const list = await call('listParcours', { query: { userId: String(user.id) } });
    expect(list).toEqual([expect.objectContaining({ id: newParcours.id, name: 'Cité', privilege: 'admin' })]);
  });

  it("rejects with the server's error code", async () => {
    const { call } = createApi(connectionTo(server.origin));
    const wrong = call('login', { body: { email: 'nobody@example.org', password: 'x' } });
    await expect(wrong).rejects.toMatchObject({ name: 'ApiError', code: 'invalid_credentials' });
  });

  it('calls onRefused when the server refuses its token, and only then', async () => {
    const onRefused = vi.fn();
    const { call } = createApi(connectionTo(server.origin, { readToken: () => 'no.good.token', onRefused }));
    await expect(call('login', { body: { email: 'nobody@example.org', password: 'x' } })).rejects.toThrow(ApiError);
    expect(onRefused).not.toHaveBeenCalled();
    await expect(call('listParcours', { query: {} })).rejects.toMatchObject({ status: 401 });
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.any(ApiError), 'no.good.token');
  });

  it('is not sent if it needs a token that is missing', async () => {
    const { call } = createApi(connectionTo('http://localhost:1'));
    await expect(call('listParcours', { query: {} })).rejects.toThrow('No token found, please login.');
  });

  it("rejects with the signal's reason when aborted", async () => {
    const { call } = createApi(connectionTo(server.origin));
    const controller = new AbortController();
    const reason = new Error('left the screen');
    const answer = call('readConfig', {}, { signal: controller.signal });
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await expect(call('readConfig', {}, { signal: controller.signal })).rejects.toBe(reason);
  });
});

describe('a call without a usable response', () => {
  it('rejects with NetworkError if no server listens', async () => {
    const { call } = createApi(connectionTo('http://localhost:1'));
    const error = await call('readConfig', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
    expect(wordsFor(error)).toMatch(/^Connexion impossible/);
  });

  it("is reported as a network failure after the caller's timeout", async () => {
    const { call } = createApi(connectionTo(await answerInTest(() => {})));
    const answer = call('readConfig', {}, { signal: AbortSignal.timeout(20) });
    const error = await answer.catch((thrown: unknown) => thrown);
    expect(wordsFor(error)).toMatch(/^Connexion impossible/);
  });

  it.each([
    [502, '<h1>Bad gateway</h1>', { code: 'internal', status: 502 }],
    [413, '', { code: 'too_large', status: 413 }],
    [200, '{"mapStyleUrl":7}', { code: 'internal', status: 200 }],
    [200, 'not even JSON', { code: 'internal', status: 200 }],
  ])('makes an error of status %i with the body %j', async (status, body, expected) => {
    const { call } = createApi(connectionTo(await answerInTest((_, response) => response.writeHead(status).end(body))));
    await expect(call('readConfig', {})).rejects.toMatchObject(expected);
  });
});

describe('a failure', () => {
  it.each([
    [400, true],
    [401, false],
    [403, true],
    [404, true],
    [408, false],
    [409, true],
    [425, false],
    [429, false],
    [500, false],
    [200, false],
  ])('with status %i is permanent: %s', (status, stays) => {
    expect(isRefused(new ApiError('internal', status, ''))).toBe(stays);
  });

  it('without a response is not permanent', () => {
    expect(isRefused(new NetworkError())).toBe(false);
  });
});

describe('a call with a parameter in its path', () => {
  it('has the value in its path', async () => {
    const { token } = await signUp();
    const { call } = createApi(connectionTo(server.origin, { readToken: () => token }));
    const missing = call('readPlace', { params: { placeId: PlaceId.parse(123_456) } });
    await expect(missing).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a call with a known version', () => {
  it('resolves with null while that is current, and with the response after a change', async () => {
    const { token } = await signUp();
    const { call, callIfChanged } = createApi(connectionTo(server.origin, { readToken: () => token }));
    const { newParcours } = await call('createParcours', { body: { title: 'Cité', description: 'Une île' } });
    const params = { mapId: newParcours.id };
    const first = await callIfChanged('readPack', { params }, null);
    expect(first?.map.name).toBe('Cité');
    expect(await callIfChanged('readPack', { params }, first?.version ?? null)).toBeNull();
    expect(await callIfChanged('readPack', { params }, 'another')).toEqual(first);

    await call('createPlace', { body: pointPlace(params.mapId, 'Le pont') });
    const second = await callIfChanged('readPack', { params }, first?.version ?? null);
    expect(second?.places.map(({ appelation }) => appelation)).toEqual(['Le pont']);
    expect(second?.version).not.toBe(first?.version);
  });

  it('resolves with null if the same version is sent anyway, as by a proxy that drops the header', async () => {
    const pack: Pack = {
      version: 'one',
      map: { id: ParcoursId.parse(1), name: '', description: '', image_url: null, privilege: 'guest' },
      places: [],
      files: [],
    };
    const origin = await answerInTest((_, response) => response.end(JSON.stringify(pack)));
    const { callIfChanged } = createApi(connectionTo(origin, { readToken: () => 'token' }));
    const params = { mapId: pack.map.id };
    expect(await callIfChanged('readPack', { params }, 'one')).toBeNull();
    expect(await callIfChanged('readPack', { params }, 'two')).toEqual(pack);
  });

  it('rejects as other calls do', async () => {
    const { token } = await signUp();
    const { callIfChanged } = createApi(connectionTo(server.origin, { readToken: () => token }));
    const params = { mapId: ParcoursId.parse(123_456) };
    await expect(callIfChanged('readPack', { params }, 'one')).rejects.toMatchObject({ code: 'not_found' });
  });
});

function connectionTo(baseUrl: string, rest: Partial<Connection> = {}): Connection {
  return { baseUrl, readToken: () => null, onRefused: () => {}, ...rest };
}

let accounts = 0;
async function signUp() {
  accounts += 1;
  const body = { ...account, email: `ana${accounts}@example.org` };
  const { call } = createApi(connectionTo(server.origin));
  await call('createAccount', { body });
  return call('login', { body: { email: body.email, password: body.password } });
}

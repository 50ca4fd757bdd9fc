import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Slug } from '../../../contracts/open-parcours.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { AppError } from '../../../server/domain/app-error.ts';
import type { TokenOwner } from '../../../server/domain/caller.ts';
import { createAdmission, createConcurrencyLimit } from '../../../server/http/admission.ts';
import { createRateLimits } from '../../../server/http/rate-limit.ts';
import { authorization, openToken } from '../../support/server/api.ts';

const RATE = { times: 2, perS: 60 };
const [HERE, THERE] = ['192.0.2.1', '192.0.2.2'];
const OPEN = { open: Slug.parse('le-quai'), parcoursId: ParcoursId.parse(1) };
const callers: Readonly<Record<string, TokenOwner>> = {
  anna: { id: UserId.parse(1), role: 'user', sessionId: 'first' },
  'anna elsewhere': { id: UserId.parse(1), role: 'user', sessionId: 'second' },
  boris: { id: UserId.parse(2), role: 'guest', sessionId: 'third' },
};

let server: Server;
beforeEach(async () => {
  const { admitReader } = createAdmission(
    {
      byToken: async (token) => {
        const caller = callers[token];
        if (caller === undefined) throw new AppError('token_expired', `Expected a session that runs, got ${token}`);
        return caller;
      },
      bySlug: async (slug) => {
        if (slug !== OPEN.open) throw new AppError('link_expired', `Expected an open parcours, got ${slug}`);
        return OPEN;
      },
    },
    createRateLimits(null).limit('call', RATE),
    createConcurrencyLimit(10),
  );
  const app = express().set('trust proxy', true);
  app.get('/', async (request, response) => {
    const answer = await admitReader(request).catch(({ code }: AppError) => code);
    response.json(answer);
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function ask(token: string | null, address: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    headers: { 'X-Forwarded-For': address, ...(token === null ? {} : { Authorization: authorization(token) }) },
  });
  return answer.json();
}

test('a valid token identifies the caller; all requests of its account count, from any address', async () => {
  expect(await ask('anna', HERE)).toEqual({ ...callers.anna, address: HERE });
  expect(await ask('anna elsewhere', THERE)).toEqual({ ...callers['anna elsewhere'], address: THERE });
  expect(await ask('anna', HERE)).toBe('too_many_requests');
  expect(await ask('boris', HERE)).toEqual({ ...callers.boris, address: HERE });
});

test('a request without a valid token is rejected with the reason, and its address is limited', async () => {
  expect(await ask(null, HERE)).toBe('unauthenticated');
  expect(await ask('old', HERE)).toBe('token_expired');
  expect(await ask('old', HERE)).toBe('too_many_requests');
  expect(await ask(null, HERE)).toBe('too_many_requests');
  expect(await ask('old', THERE)).toBe('token_expired');
});

test('invalid tokens do not lock out valid ones of the address, which do not count for it', async () => {
  for (let turn = 0; turn <= RATE.times; turn++) await ask('guess', HERE);
  expect(await ask('anna', HERE)).toEqual({ ...callers.anna, address: HERE });
  for (const token of ['anna', 'boris', 'boris']) await ask(token, THERE);
  expect(await ask('old', THERE)).toBe('token_expired');
});

test('the slug of an open parcours admits anybody; these requests count for their address alone', async () => {
  expect(await ask(openToken('le-quai'), HERE)).toEqual({ ...OPEN, address: HERE });
  expect(await ask(openToken('nowhere'), HERE)).toBe('link_expired');
  expect(await ask(openToken('le-quai'), HERE)).toBe('too_many_requests');
  expect(await ask('anna', HERE)).toEqual({ ...callers.anna, address: HERE });
});

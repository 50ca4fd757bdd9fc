import { beforeAll, expect, test } from 'vitest';
import { Slug } from '../../../contracts/open-parcours.ts';
import { placeCode } from '../../../contracts/place-code.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { AppError } from '../../../server/domain/app-error.ts';
import { createPlaces } from '../../../server/domain/places/places.ts';
import type { Handle } from '../../../server/http/handle.ts';
import { createRateLimits, type Rate } from '../../../server/http/rate-limit.ts';
import { registerPlaceRoutes } from '../../../server/routes/place-routes.ts';
import { changeRows, openTestDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import {
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  plannedPoint,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
const slug = Slug.parse('le-quai');
let owner: Person;
let walker: Person;
let parcoursId: ParcoursId;
let pont: PlaceId;

beforeAll(async () => {
  owner = await signUpAs(server, 'Autrice', 'admin');
  parcoursId = await makeParcours(server.origin, owner);
  walker = await signUpMember(server, owner, parcoursId, 'Passante', 'guest');
  pont = await makePlace(server.origin, owner, parcoursId, 'Le pont');
  await open('link');
});

test('leads who has no account to the public page of an open parcours, however the code is written', async () => {
  const found = { placeId: pont, mapId: parcoursId, slug };
  await expect(findOpen(placeCode(pont))).resolves.toEqual(found);
  await expect(findOpen(` ${[...placeCode(pont).toLowerCase()].join('-')} `)).resolves.toEqual(found);
});

test('is the same refusal for what people without an account don’t see, for what is not there, and for what is no code', async () => {
  const { origin } = server;
  const draft = await makeDraft(origin, owner, parcoursId);
  const deleted = await makePlace(origin, owner, parcoursId, 'Effacé');
  await call(origin, 'deletePlace', { params: { placeId: deleted } }, owner.token);
  const planned = await call(origin, 'planPlace', { body: plannedPoint(parcoursId) }, owner.token);
  const reported = await makePlace(origin, owner, parcoursId, 'Signalé');
  const body = { thing: { kind: 'place', id: reported }, reason: 'wrong', words: 'À revoir' } as const;
  await call(origin, 'report', { body }, walker.token);
  const closed = await makePlace(origin, owner, await makeParcours(origin, owner, 'Privé'), 'Le jardin');
  const codes = [draft, deleted, planned.id, reported, closed].map(placeCode);
  for (const code of [...codes, placeCode(999_999 as PlaceId), 'Le pont']) {
    await expect(findOpen(code), code).rejects.toMatchObject({
      code: 'not_found',
      body: { error: { message: 'There is no open place with this code' } },
    });
  }
});

test('ends with the opening', async () => {
  await open(null);
  await expect(findOpen(placeCode(pont))).rejects.toMatchObject({ code: 'not_found' });
  await open('catalogue');
  await expect(findOpen(placeCode(pont))).resolves.toMatchObject({ slug });
});

test('an address can’t list all codes', async () => {
  const many = Array.from({ length: 41 }, () => findOpen('2222').catch((error) => error.code));
  expect(await Promise.all(many)).toContain('too_many_requests');
});

test('nor in a day, however slowly it tries', async () => {
  const database = await openTestDatabase(server.dataDir);
  const limits = createRateLimits(null);
  let look: ((code: string) => Promise<unknown>) | undefined;
  // The limit by the minute would come first.
  const slowly = {
    ...limits,
    limit: (name: string, { times, perS }: Rate) => limits.limit(name, { times: perS === 60 ? 1000 : times, perS }),
  };
  const handle = ((name: string, handler: (call: unknown) => Promise<unknown>) => {
    if (name === 'findOpenPlace') look = (code) => handler({ address: '192.0.2.1', params: { code } });
  }) as Handle;
  const places = { findOpen: createPlaces(database, {} as never, {} as never).findOpen };
  registerPlaceRoutes(handle, { places } as never, slowly);
  const codes: unknown[] = [];
  for (let tries = 0; tries < 301; tries++) codes.push(await look?.('2222').catch((error: AppError) => error.code));
  await database.close();
  expect([codes.indexOf('too_many_requests'), new Set(codes.slice(0, 300))]).toEqual([300, new Set(['not_found'])]);
});

const findOpen = (code: string) => call(server.origin, 'findOpenPlace', { params: { code } });

async function open(visibility: 'link' | 'catalogue' | null): Promise<void> {
  await changeRows(server.dataDir, (tx) => tx('parcours').where({ id: parcoursId }).update({ visibility, slug }));
}

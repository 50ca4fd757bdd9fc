import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnalyticsEvent } from '../../../contracts/events.ts';
import { EVENTS_WAITING_MAX } from '../../../contracts/limits.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/api.ts';
import { storedEvents } from '../../support/events.ts';
import { type Person, signUp } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const DAY_MS = 24 * 3600 * 1000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('events are kept in the name of whoever the token says, whoever they name', async () => {
  const [ana, bo] = [await signUp(server.origin, 'Ana'), await signUp(server.origin, 'Bo')];
  const atMs = Date.now() - 5000;
  const events: AnalyticsEvent[] = [
    { name: 'Logged in', atMs, properties: { user: { id: bo.user.id, role: 'admin' } } },
    entered(7, atMs + 1),
  ];
  expect(await send(ana, events)).toEqual({ recorded: 2 });
  expect(await eventsOf(ana)).toEqual([
    {
      name: 'Logged in',
      happened_at: new Date(atMs).toISOString(),
      properties: { user: { id: ana.user.id, role: 'user' } },
    },
    { name: 'User Entered Geometry', happened_at: new Date(atMs + 1).toISOString(), properties: entered(7).properties },
  ]);
  expect(await eventsOf(bo)).toEqual([]);
});

test('as many are taken at once as a device keeps, and no more', async () => {
  const full = await signUp(server.origin, 'Full');
  const events = Array.from({ length: EVENTS_WAITING_MAX }, (_, index) => entered(index + 1));
  expect(await send(full, events)).toEqual({ recorded: EVENTS_WAITING_MAX });
  expect((await eventsOf(full)).map(({ properties }) => properties.geometryId)).toEqual(
    events.map((_, index) => index + 1),
  );
  await expect(send(full, [...events, entered(1)])).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  expect(await send(full, [])).toEqual({ recorded: 0 });
});

test('a batch that is sent again with its key is kept once, also by ten requests at a time', async () => {
  const retrying = await signUp(server.origin, 'Retrying');
  const batch = [entered(1, Date.now()), entered(2, Date.now())];
  const results = await Promise.all(Array.from({ length: 10 }, () => send(retrying, batch, 'batch-1')));
  expect(results).toEqual(Array.from({ length: 10 }, () => ({ recorded: 2 })));
  await server.restart();
  expect(await send(retrying, batch, 'batch-1')).toEqual({ recorded: 2 });
  expect(await eventsOf(retrying)).toHaveLength(2);

  expect(await send(retrying, batch, 'batch-2')).toEqual({ recorded: 2 });
  expect(await send(retrying, batch)).toEqual({ recorded: 2 });
  expect(await eventsOf(retrying)).toHaveLength(6);
});

test('a key that belongs to another batch is refused, and nothing is kept; another account may use it', async () => {
  const [one, other] = [await signUp(server.origin, 'One'), await signUp(server.origin, 'Other')];
  await send(one, [entered(1)], 'mine');
  await expect(send(one, [entered(2)], 'mine')).rejects.toMatchObject({ status: 409, code: 'conflict' });
  expect(await eventsOf(one)).toHaveLength(1);
  expect(await send(other, [entered(2)], 'mine')).toEqual({ recorded: 1 });
});

test('a batch that was refused may be sent again with its key', async () => {
  const careless = await signUp(server.origin, 'Careless');
  const wrong = { ...entered(1), properties: { geometryId: -1 } } as unknown as AnalyticsEvent;
  await expect(send(careless, [wrong], 'key')).rejects.toMatchObject({ status: 400 });
  expect(await send(careless, [entered(1)], 'key')).toEqual({ recorded: 1 });
});

test('of a batch with one bad event nothing is kept', async () => {
  const bad = await signUp(server.origin, 'Bad');
  const wrong = { ...entered(1), properties: { geometryId: -1 } } as unknown as AnalyticsEvent;
  await expect(send(bad, [entered(1), wrong])).rejects.toMatchObject({ status: 400 });
  expect(await eventsOf(bad)).toEqual([]);
});

test('a clock that is wrong breaks nothing: what lies ahead happened now', async () => {
  const odd = await signUp(server.origin, 'Odd');
  await send(odd, [entered(1, 1e300), entered(2, -1e300)]);
  const [ahead, before] = (await eventsOf(odd)).map(({ happened_at }) => Date.parse(happened_at));
  expect(Math.abs((ahead ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(before).toBe(0);
});

test('what is older than three years is gone after the next start, and nothing else', async () => {
  const old = await startServer();
  try {
    const person = await signUp(old.origin, 'Old');
    const now = Date.now();
    await call(
      old.origin,
      'recordEvents',
      { body: { events: [entered(1, now - 3 * 366 * DAY_MS), entered(2, now - 3 * 365 * DAY_MS + 5 * DAY_MS)] } },
      person.token,
    );
    await old.restart();
    expect(await placesIn(old)).toEqual([2]);
    old.advance(7 * DAY_MS);
    await old.restart();
    expect(await placesIn(old)).toEqual([]);
  } finally {
    await old.stop();
  }
});

function entered(placeId: number, atMs = 1000): AnalyticsEvent {
  return {
    name: 'User Entered Geometry',
    atMs,
    properties: { geometryId: PlaceId.parse(placeId), geometryType: 'Point', distance: 1.5, accuracyRadius: 8 },
  };
}

function send(person: Person, events: AnalyticsEvent[], key?: string) {
  return call(server.origin, 'recordEvents', { body: { events } }, person.token, key);
}

async function eventsOf(person: Person) {
  return (await storedEvents(server.dataDir))
    .filter(({ account_id }) => account_id === person.user.id)
    .map(({ name, happened_at, properties }) => ({ name, happened_at, properties }));
}

async function placesIn(of: TestServer): Promise<number[]> {
  return (await storedEvents(of.dataDir)).map(({ properties }) => properties.geometryId);
}

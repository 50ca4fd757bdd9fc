import { beforeAll, expect, test } from 'vitest';
import type { AnalyticsEvent } from '../../../contracts/events.ts';
import { EVENTS_WAITING_MAX } from '../../../contracts/limits.ts';
import { routes } from '../../../contracts/routes.ts';
import { type ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { storedEvents } from '../../support/database/kept-data.ts';
import { call } from '../../support/server/api.ts';
import { makeDraft, makeParcours, makePlace, type Person, signUp, signUpMember } from '../../support/server/people.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const DAY_MS = 24 * 3600 * 1000;

const server = useServer();
let owner: Person;
let parcoursId: ParcoursId;
/** Places that all members may see. */
let seven: PlaceId;
let eight: PlaceId;
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  parcoursId = await makeParcours(server.origin, owner);
  seven = await makePlace(server.origin, owner, parcoursId);
  eight = await makePlace(server.origin, owner, parcoursId);
});

test('events are stored under the token’s account, whatever account they name', async () => {
  const [ana, bo] = [await member('Ana'), await member('Bo')];
  const atMs = Date.now() - 5000;
  const events: AnalyticsEvent[] = [
    { name: 'Logged in', atMs, properties: { user: { id: bo.user.id, role: 'admin' } } },
    entered(seven, atMs + 1),
  ];
  expect(await send(ana, events)).toEqual({ recorded: 2 });
  expect(await eventsOf(ana)).toEqual([
    {
      name: 'Logged in',
      happened_at: new Date(atMs).toISOString(),
      properties: { user: { id: ana.user.id, role: 'user' } },
    },
    {
      name: 'User Entered Geometry',
      happened_at: new Date(atMs + 1).toISOString(),
      properties: entered(seven).properties,
    },
  ]);
  expect(await eventsOf(bo)).toEqual([]);
});

test('a batch may have as many events as a device queues, and not one above that', async () => {
  const full = await member('Full');
  const events = Array.from({ length: EVENTS_WAITING_MAX }, (_, index) =>
    entered(index % 2 === 0 ? seven : eight, index),
  );
  expect(await send(full, events)).toEqual({ recorded: EVENTS_WAITING_MAX });
  expect((await eventsOf(full)).map(({ happened_at }) => Date.parse(happened_at))).toEqual(
    events.map((_, index) => index),
  );
  await expect(send(full, [...events, entered(seven)])).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  expect(await send(full, [])).toEqual({ recorded: 0 });
});

test('a batch sent again with its key is stored once, also by ten concurrent requests', async () => {
  const retrying = await member('Retrying');
  const batch = [entered(seven, Date.now()), entered(eight, Date.now())];
  const results = await Promise.all(Array.from({ length: 10 }, () => send(retrying, batch, 'batch-1')));
  expect(results).toEqual(Array.from({ length: 10 }, () => ({ recorded: 2 })));
  await server.restart();
  expect(await send(retrying, batch, 'batch-1')).toEqual({ recorded: 2 });
  expect(await eventsOf(retrying)).toHaveLength(2);

  expect(await send(retrying, batch, 'batch-2')).toEqual({ recorded: 2 });
  expect(await send(retrying, batch)).toEqual({ recorded: 2 });
  expect(await eventsOf(retrying)).toHaveLength(6);
});

test('a key of another batch is refused and nothing stored; another account may use the key', async () => {
  const [one, other] = [await member('One'), await member('Other')];
  await send(one, [entered(seven)], 'mine');
  await expect(send(one, [entered(eight)], 'mine')).rejects.toMatchObject({ status: 409, code: 'conflict' });
  expect(await eventsOf(one)).toHaveLength(1);
  expect(await send(other, [entered(eight)], 'mine')).toEqual({ recorded: 1 });
});

test('a batch that was refused may be sent again with its key', async () => {
  const careless = await member('Careless');
  const wrong = { ...entered(seven), properties: { geometryId: -1 } } as unknown as AnalyticsEvent;
  await expect(send(careless, [wrong], 'key')).rejects.toMatchObject({ status: 400 });
  expect(await send(careless, [entered(seven)], 'key')).toEqual({ recorded: 1 });
});

test('a batch with one invalid event is not stored at all', async () => {
  const bad = await member('Bad');
  const wrong = { ...entered(seven), properties: { geometryId: -1 } } as unknown as AnalyticsEvent;
  await expect(send(bad, [entered(seven), wrong])).rejects.toMatchObject({ status: 400 });
  expect(await eventsOf(bad)).toEqual([]);
});

test('a wrong clock breaks nothing: an event in the future counts as happening now', async () => {
  const odd = await member('Odd');
  await send(odd, [entered(seven, 1e300), entered(eight, -1e300)]);
  const [ahead, before] = (await eventsOf(odd)).map(({ happened_at }) => Date.parse(happened_at));
  expect(Math.abs((ahead ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(before).toBe(0);
});

test('events at places that don’t exist, or are hidden from the sender, are silently left out', async () => {
  const [stranger, drafter] = [await signUp(server.origin, 'Stranger'), await member('Drafter')];
  const draft = await makeDraft(server.origin, drafter, parcoursId);
  const gone = await makePlace(server.origin, owner, parcoursId);
  await call(server.origin, 'deletePlace', { params: { placeId: gone } }, owner.token);
  const login: AnalyticsEvent = {
    name: 'Logged in',
    atMs: 1,
    properties: { user: { id: owner.user.id, role: 'user' } },
  };
  const events = [entered(seven), entered(PlaceId.parse(999_999)), entered(gone), entered(draft), login];
  expect(await send(stranger, events, 'key')).toEqual({ recorded: 1 });
  expect((await eventsOf(stranger)).map(({ name }) => name)).toEqual(['Logged in']);
  expect(await send(owner, events)).toEqual({ recorded: 2 });
  expect(await send(drafter, events)).toEqual({ recorded: 3 });
  expect(await send(stranger, events, 'key')).toEqual({ recorded: 1 });
});

test('an account’s events are limited by hour and by day, at all places together, and in bytes', async () => {
  const strict = await startServer({ EVENTS_PER_HOUR: '600', EVENTS_PER_DAY: '1000' });
  try {
    const [one, other] = [await signUp(strict.origin, 'One'), await signUp(strict.origin, 'Other')];
    const place = await makePlace(strict.origin, one, await makeParcours(strict.origin, one));
    const long = Number.MIN_VALUE * 123_456_789;
    const widest: AnalyticsEvent = {
      name: 'User Entered Geometry',
      atMs: 1,
      properties: { geometryId: place, geometryType: 'Polygon', distance: long, accuracyRadius: long },
    };
    const batch = (count: number) => ({ body: { events: Array.from({ length: count }, () => widest) } });
    expect(await call(strict.origin, 'recordEvents', batch(500), one.token)).toEqual({ recorded: 500 });
    const refused = await fetch(strict.origin + routes.recordEvents.path, {
      method: routes.recordEvents.method,
      headers: { Authorization: `Bearer ${one.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(batch(101).body),
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000);
    expect(await call(strict.origin, 'recordEvents', batch(1), other.token)).toEqual({ recorded: 0 });
    const stored = await storedEvents(strict.dataDir);
    expect(stored).toHaveLength(500);
    for (const { properties } of stored) expect(JSON.stringify(properties).length).toBeLessThan(200);
  } finally {
    await strict.stop();
  }
});

test('only events older than 25 months are deleted at the next start', async () => {
  const old = await startServer();
  try {
    const person = await signUp(old.origin, 'Old');
    const map = await makeParcours(old.origin, person);
    const [first, second] = [await makePlace(old.origin, person, map), await makePlace(old.origin, person, map)];
    const now = Date.now();
    await call(
      old.origin,
      'recordEvents',
      {
        body: {
          events: [entered(first, now - 763 * DAY_MS), entered(second, now - 755 * DAY_MS)],
        },
      },
      person.token,
    );
    await old.restart();
    expect(await placesIn(old)).toEqual([second]);
    old.advance(8 * DAY_MS);
    await old.restart();
    expect(await placesIn(old)).toEqual([]);
  } finally {
    await old.stop();
  }
});

function entered(geometryId: PlaceId, atMs = 1000): AnalyticsEvent {
  return {
    name: 'User Entered Geometry',
    atMs,
    properties: { geometryId, geometryType: 'Point', distance: 1.5, accuracyRadius: 8 },
  };
}

/** Signs up a new member who may see the places. */
function member(name: string): Promise<Person> {
  return signUpMember(server, owner, parcoursId, name, 'drop');
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

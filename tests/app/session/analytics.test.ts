import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connectApi } from '../../../app/platform/net/api.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { EVENTS_BATCH_MAX, recordEvent, sendEvents, takeEvents } from '../../../app/session/analytics.ts';
import { IDEMPOTENCY_HEADER } from '../../../contracts/call.ts';
import type { UserEnteredGeometry } from '../../../contracts/events.ts';
import { EVENTS_WAITING_MAX } from '../../../contracts/limits.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { storedEvents } from '../../support/database/kept-data.ts';
import { addMember, makeParcours, makePlace, type Person, signUp } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const NOWHERE = 'http://localhost:1';

/** A place used by both events. */
let place: PlaceId;

/** An event at `atMs`, which distinguishes events. */
const entered = (atMs: number): UserEnteredGeometry => ({
  name: 'User Entered Geometry',
  atMs,
  properties: { geometryId: place, geometryType: 'Point', distance: 0, accuracyRadius: 5 },
});

const server = useServer();
let ana: Person;
let bo: Person;
beforeAll(async () => {
  ana = await signUp(server.origin, 'Ana');
  bo = await signUp(server.origin, 'Bo');
  const parcoursId = await makeParcours(server.origin, ana);
  await addMember(server.origin, ana, parcoursId, bo, 'drop');
  place = await makePlace(server.origin, ana, parcoursId);
});

let seen = 0;
beforeEach(async () => {
  seen = (await arrived()).length;
  use(ana);
});
afterEach(() => {
  takeEvents();
  storage.forgetAll();
});

test('a person who opted out of statistics queues no events until they opt in again', () => {
  storage.write('currentUser', { ...ana.user, noStatistics: true });
  recordEvent(entered(1));
  expect(takeEvents()).toEqual([]);
  storage.write('currentUser', ana.user);
  recordEvent(entered(2));
  expect(takeEvents()).toEqual([entered(2)]);
});

test('events are queued in order until they are taken, once', () => {
  recordEvent(entered(1));
  recordEvent(entered(2));
  expect(takeEvents()).toEqual([entered(1), entered(2)]);
  expect(takeEvents()).toEqual([]);
});

test('beyond the limit the oldest events are dropped', () => {
  for (let id = 1; id <= EVENTS_WAITING_MAX + 3; id++) recordEvent(entered(id));
  const waiting = takeEvents();
  expect(waiting).toHaveLength(EVENTS_WAITING_MAX);
  expect(waiting[0]).toEqual(entered(4));
  expect(waiting.at(-1)).toEqual(entered(EVENTS_WAITING_MAX + 3));
});

test('of events that wait for a network the newest are kept', async () => {
  use(ana, NOWHERE);
  recordEvent(entered(1));
  await sendEvents();
  for (let id = 2; id <= EVENTS_WAITING_MAX + 3; id++) recordEvent(entered(id));
  await sendEvents();
  const waiting = storage.read('waitingEvents');
  expect(waiting?.batch?.events).toEqual([entered(1)]);
  expect(waiting?.events.at(0)).toEqual(entered(5));
  expect(waiting?.events.at(-1)).toEqual(entered(EVENTS_WAITING_MAX + 3));
});

test('the whole queue is sent in batches, and only once, also by two concurrent sends', async () => {
  const ids = Array.from({ length: EVENTS_BATCH_MAX + 50 }, (_, index) => index + 1);
  for (const id of ids) recordEvent(entered(id));
  await Promise.all([sendEvents(), sendEvents()]);
  await sendEvents();
  const times = (await arrived()).slice(seen).map(({ atMs }) => atMs);
  expect(times.sort((one, other) => one - other)).toEqual(ids);
  expect(takeEvents()).toEqual([]);
});

test('without a network nothing is lost, later events follow, and each arrives once', async () => {
  recordEvent(entered(1));
  use(ana, NOWHERE);
  const sent = sendEvents();
  recordEvent(entered(2));
  await sent;
  use(ana);
  await sendEvents();
  expect((await arrived()).slice(seen)).toEqual([
    { account: ana.user.id, atMs: 1 },
    { account: ana.user.id, atMs: 2 },
  ]);
});

test('a permanently refused batch does not block the others', async () => {
  recordEvent({ ...entered(1), properties: { ...entered(1).properties, distance: -1 } });
  await sendEvents();
  recordEvent(entered(2));
  await sendEvents();
  expect((await arrived()).slice(seen).map(({ atMs }) => atMs)).toEqual([2]);
});

test.each([
  { limit: 'EVENTS_PER_HOUR', left: 1, what: 'waits if they are accepted within the hour' },
  { limit: 'EVENTS_PER_DAY', left: 0, what: 'is dropped if they are refused for longer' },
])('a batch of too many events, by $limit, $what', async ({ limit, left }) => {
  const strict = await startServer({ [limit]: '1' });
  try {
    const cai = await signUp(strict.origin, 'Cai');
    use(cai, strict.origin);
    recordEvent(entered(1));
    await sendEvents();
    recordEvent(entered(2));
    await sendEvents();
    expect(takeEvents()).toHaveLength(left);
  } finally {
    await strict.stop();
  }
});

test('one account’s events are never sent by the next account on the same device', async () => {
  recordEvent(entered(1));
  use(ana, NOWHERE);
  const sent = sendEvents();
  use(bo);
  recordEvent(entered(2));
  await sent;
  await sendEvents();
  expect((await arrived()).slice(seen)).toEqual([{ account: bo.user.id, atMs: 2 }]);
});

test('a page’s unsent events are sent by the next page, with the key of the lost request', async () => {
  recordEvent(entered(1));
  recordEvent(entered(2));
  use(ana, NOWHERE);
  await sendEvents();
  const stored = storage.read('waitingEvents');
  expect(stored).toMatchObject({ ownerId: ana.user.id, batch: { events: [entered(1), entered(2)] }, events: [] });

  // A page opened later has only the stored data.
  vi.resetModules();
  const next = await import('../../../app/session/analytics.ts');
  const { storage: nextStorage } = await import('../../../app/platform/storage/storage.ts');
  const { connectApi: connectNext } = await import('../../../app/platform/net/api.ts');
  nextStorage.write('currentUser', ana.user);
  nextStorage.write('waitingEvents', stored);
  connectNext({ baseUrl: server.origin, readToken: () => ana.token, onRefused: () => {} });
  const requests = vi.spyOn(globalThis, 'fetch');
  next.recordEvent(entered(3));
  await next.sendEvents();
  const keys = requests.mock.calls.map(([, init]) => new Headers(init?.headers).get(IDEMPOTENCY_HEADER));
  expect(keys).toEqual([stored?.batch?.key, expect.any(String)]);
  expect(new Set(keys).size).toBe(2);
  expect((await arrived()).slice(seen).map(({ atMs }) => atMs)).toEqual([1, 2, 3]);
  expect(nextStorage.read('waitingEvents')).toBeNull();
});

test('without a network, later events wait for one more request, however often it is tried', async () => {
  use(ana, NOWHERE);
  for (const id of [1, 2, 3]) {
    recordEvent(entered(id));
    await sendEvents();
  }
  const { batch, events } = storage.read('waitingEvents') ?? {};
  expect(batch?.events).toEqual([entered(1)]);
  expect(events).toEqual([entered(2), entered(3)]);
});

test('events are stored together, not one by one', async () => {
  recordEvent(entered(1));
  expect(storage.read('waitingEvents')).toBeNull();
  use(ana, NOWHERE);
  await sendEvents();
  expect(storage.read('waitingEvents')).not.toBeNull();
});

test('while nobody is logged in nothing is sent', async () => {
  recordEvent(entered(1));
  storage.forgetAll();
  await sendEvents();
  expect(takeEvents()).toEqual([entered(1)]);
});

function use({ user, token }: Person, baseUrl = server.origin): void {
  storage.write('currentUser', user);
  connectApi({ baseUrl, readToken: () => token, onRefused: () => {} });
}

async function arrived(): Promise<{ account: number | null; atMs: number }[]> {
  const rows = await storedEvents(server.dataDir);
  return rows.map((row) => ({ account: row.account_id, atMs: Date.parse(row.happened_at) }));
}

import { beforeEach, expect, test } from 'vitest';
import type { AnalyticsEvent } from '../../../contracts/events.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { withDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import { addMember, makeParcours, makePlace, type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const DAY_MS = 24 * 3600 * 1000;

const server = useServer();
let owner: Person;
let parcoursId: ParcoursId;
let bridge: PlaceId;
let quay: PlaceId;
let aheadDays = 0;
beforeEach(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  bridge = await makePlace(server.origin, owner, parcoursId, 'Le pont');
  quay = await makePlace(server.origin, owner, parcoursId, 'Le quai');
});

/** Signs people up who come by one link with this label. */
async function comeBy(label: string, count: number): Promise<Person[]> {
  const body = { mapId: parcoursId, privilege: 'drop' as const, label };
  const { token } = await call(server.origin, 'createInvite', { body }, owner.token);
  const names = Array.from({ length: count }, (_, index) => `${label} ${index}`);
  return Promise.all(
    names.map(async (name) => {
      const person = await signUp(server.origin, name);
      await call(server.origin, 'acceptInvite', { body: { token } }, person.token);
      return person;
    }),
  );
}

const heard = (geometryId: PlaceId, finished = false): AnalyticsEvent => ({
  name: 'Heard Story',
  atMs: 1,
  properties: { geometryId, finished },
});
/** Logs somebody in once more: sessions end before the day does. */
const again = async ({ email, password }: Person): Promise<string> =>
  (await call(server.origin, 'login', { body: { email, password } })).token;
const send = ({ token }: Pick<Person, 'token'>, events: AnalyticsEvent[]) =>
  call(server.origin, 'recordEvents', { body: { events } }, token);
/** The next day begins, and with it the upkeep. */
async function nextDay(days = 1): Promise<void> {
  server.advance(days * DAY_MS);
  aheadDays += days;
  await server.restart();
}
/** The next week begins, some days without any upkeep later. */
async function nextWeek(): Promise<void> {
  const weekday = new Date(Date.now() + aheadDays * DAY_MS).getUTCDay();
  await nextDay(8 - (weekday || 7));
}
const read = async () => call(server.origin, 'readHeard', { params: { mapId: parcoursId } }, await again(owner));
const NOTHING = {
  total: { begun: 0, finished: 0 },
  days: [],
  places: [],
  links: [],
};

/** How many listens the server still has of anybody on this parcours. */
async function countStored(): Promise<number> {
  return withDatabase(
    server.dataDir,
    async (database) => (await database.reader('listens').whereIn('place_id', [bridge, quay])).length,
  );
}

test('a day of five listeners is counted once it is over, by place and link, and who they were is forgotten', async () => {
  const [first, ...walkers] = await comeBy('Affiche', 6);
  if (first === undefined) throw new Error('Expected six people');
  for (const walker of walkers) {
    expect(await send(walker, [heard(bridge), heard(quay), heard(bridge, true), heard(bridge)])).toEqual({
      recorded: 4,
    });
    await send(walker, [heard(bridge)]);
  }
  expect([await read(), await countStored()]).toEqual([NOTHING, 10]);
  await nextDay();
  const { days, ...counts } = await read();
  expect(counts).toEqual({
    total: { begun: 10, finished: 5 },
    places: [
      { placeId: bridge, name: 'Le pont', begun: 5, finished: 5 },
      { placeId: quay, name: 'Le quai', begun: 5, finished: 0 },
    ],
    links: [{ label: 'Affiche', begun: 10, finished: 5 }],
  });
  expect(days).toEqual([{ from: null, until: expect.any(String), begun: 10, finished: 5 }]);
  expect(await countStored()).toBe(0);
  // A refusal, an account that is deleted, and a deleted place change no number that somebody may have read.
  const [second, third] = walkers;
  if (second === undefined || third === undefined) throw new Error('Expected five walkers');
  await call(server.origin, 'chooseStatistics', { body: { wanted: false } }, await again(second));
  await call(
    server.origin,
    'eraseMe',
    { body: { password: third.password, drops: 'keep', lost: [] } },
    await again(third),
  );
  await call(server.origin, 'deletePlace', { params: { placeId: quay } }, await again(owner));
  // Somebody who comes alone on the next day waits for others.
  await send({ token: await again(first) }, [heard(bridge)]);
  await nextDay();
  const elsewhere = await makeParcours(server.origin, { ...owner, token: await again(owner) });
  const move = { act: 'move' as const, placeIds: [bridge], to: elsewhere };
  await call(server.origin, 'changeManyPlaces', { params: { mapId: parcoursId }, body: move }, await again(owner));
  const later = await read();
  expect([later.days, later.total, later.places]).toEqual([
    days,
    { begun: 10, finished: 5 },
    [
      { placeId: bridge, name: null, moved: true, begun: 5, finished: 5 },
      { placeId: quay, name: null, begun: 5, finished: 0 },
    ],
  ]);
});

test('those who make the parcours are not counted, nor who refused statistics, nor an author by their own drop', async () => {
  const [editor, author, refusing, ...others] = await comeBy('Lien', 7);
  if (editor === undefined || author === undefined || refusing === undefined) throw new Error('Expected seven people');
  await addMember(server.origin, owner, parcoursId, editor, 'editor');
  const own = await makePlace(server.origin, author, parcoursId, 'À moi');
  await call(server.origin, 'chooseStatistics', { body: { wanted: false } }, refusing.token);
  for (const person of [owner, editor, refusing, ...others]) await send(person, [heard(bridge)]);
  await send(author, [heard(own)]);
  expect(await countStored()).toBe(4);
  await nextDay();
  expect(await read()).toEqual(NOTHING);
  // The author is the fifth listener of the bridge, on another day: which one is told only by the week.
  await send({ token: await again(author) }, [heard(bridge)]);
  await nextWeek();
  expect((await read()).total.begun).toBe(5);
});

test('what waits to be counted goes with a refusal', async () => {
  const [walker] = await comeBy('Une', 1);
  if (walker === undefined) throw new Error('Expected one person');
  await send(walker, [heard(bridge, true)]);
  await nextDay();
  expect(await countStored()).toBe(1);
  await call(server.origin, 'chooseStatistics', { body: { wanted: false } }, await again(walker));
  expect(await countStored()).toBe(0);
});

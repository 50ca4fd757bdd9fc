import { beforeEach, describe, expect, test } from 'vitest';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { listOwnPlaces } from '../../../server/store/erasures.ts';
import { listShapes, summarizePlaces } from '../../../server/store/places.ts';
import { readOwnRows } from '../../../server/store/rights.ts';
import { withDatabase } from '../../support/database/test-database.ts';
import { call, codeOf } from '../../support/server/api.ts';
import {
  addMember,
  answerWaiting,
  fillingOf,
  fixture,
  makeParcours,
  makePlace,
  type Person,
  plannedPoint,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
let contributor: Person;
let other: Person;
let walker: Person;
let parcoursId: ParcoursId;

beforeEach(async () => {
  owner = await signUpAs(server, 'Autrice', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  contributor = await signUpMember(server, owner, parcoursId, 'Lea', 'drop');
  other = await signUpMember(server, owner, parcoursId, 'Omar', 'drop');
  walker = await signUpMember(server, owner, parcoursId, 'Passante', 'guest');
});

const plan = (asked: Person | null = null, key?: string): Promise<PlannedPlace> =>
  call(
    server.origin,
    'planPlace',
    { body: { ...plannedPoint(parcoursId), asked: asked?.user.id ?? null } },
    owner.token,
    key,
  );
const listed = async ({ token }: Person): Promise<PlannedPlace[]> =>
  (await call(server.origin, 'listPlanned', { params: { mapId: parcoursId } }, token)).planned;
const statesFor = async (person: Person): Promise<string[]> => (await listed(person)).map(({ state }) => state);
const fill = async (planned: PlaceId, { token }: Person, draft = true, key?: string): Promise<PlaceId> =>
  (await call(server.origin, 'createPlace', { body: fillingOf(parcoursId, planned, { draft }) }, token, key)).newPlace
    .place_id;
const publish = (id: PlaceId, { token }: Person, appelation = 'Ma voix') =>
  call(server.origin, 'updatePlace', { body: { id, appelation } }, token);
/** Fills a planned place as the app does: a draft, its audio, its title. */
const fillWhole = async (planned: PlaceId, person: Person): Promise<PlaceId> => {
  const id = await fill(planned, person);
  await upload(server.origin, person, id, await fixture('conforming-mono.wav'));
  await publish(id, person);
  return id;
};
const requireApproval = () =>
  call(server.origin, 'requireApproval', { params: { mapId: parcoursId }, body: { required: true } }, owner.token);

describe('a planned place', () => {
  test('is in no list, pack, card or reading, and has no listens', async () => {
    const { id } = await plan();
    const bounds = { shapesMax: 9, shapeBytesMax: 9999, totalBytesMax: 9999 };
    await withDatabase(server.dataDir, async ({ reader }) => {
      expect(await summarizePlaces(reader, parcoursId)).toMatchObject({ places: 0, geometryBytes: 0 });
      expect(await listShapes(reader, parcoursId, bounds)).toEqual([]);
    });
    for (const { token, user } of [owner, contributor, walker]) {
      const body = { mapIds: [parcoursId] };
      expect((await call(server.origin, 'listPlaces', { body }, token)).places).toEqual([]);
      const query = { mapIds: String(parcoursId) };
      expect((await call(server.origin, 'readPlaceList', { query }, token)).places).toEqual([]);
      const pack = await call(server.origin, 'readPack', { params: { mapId: parcoursId } }, token);
      expect([pack.places, pack.files]).toEqual([[], []]);
      const { drops } = await call(server.origin, 'listDrops', { params: { userId: user.id }, query: {} }, token);
      expect(drops).toEqual([]);
      expect(await codeOf(call(server.origin, 'readPlace', { params: { placeId: id } }, token))).toBe('not_found');
      const event = {
        name: 'User Entered Geometry' as const,
        atMs: Date.now(),
        properties: { geometryId: id, geometryType: 'Point' as const, distance: 0, accuracyRadius: 5 },
      };
      expect((await call(server.origin, 'recordEvents', { body: { events: [event] } }, token)).recorded).toBe(0);
    }
  });

  test('is called by the first free number without a name of its own', async () => {
    const planUnnamed = async (): Promise<PlannedPlace> =>
      call(server.origin, 'planPlace', { body: { ...plannedPoint(parcoursId), appelation: '' } }, owner.token);
    const rename = async (id: PlaceId, appelation: string): Promise<string> =>
      (await call(server.origin, 'changePlanned', { params: { placeId: id }, body: { appelation } }, owner.token))
        .appelation;
    const [first, second] = [await planUnnamed(), await planUnnamed()];
    expect([first.appelation, second.appelation]).toEqual(['Lieu 1', 'Lieu 2']);
    expect(await rename(first.id, 'Le lavoir')).toBe('Le lavoir');
    expect([(await planUnnamed()).appelation, await rename(second.id, '')]).toEqual(['Lieu 1', 'Lieu 2']);
  });

  test('names who is asked, only members who may drop, until they leave', async () => {
    await plan(contributor);
    expect(await listed(other)).toMatchObject([
      { appelation: 'Le lavoir', asked: { id: contributor.user.id, name: contributor.user.name }, state: 'planned' },
    ]);
    const askedCounts = async () =>
      Promise.all(
        [contributor, other].map(async ({ token }) => {
          const maps = await call(server.origin, 'listParcours', { query: {} }, token);
          return maps.find(({ id }) => id === parcoursId)?.asked_count;
        }),
      );
    expect(await askedCounts()).toEqual([1, undefined]);
    const plannedFor = async ({ token }: Person) =>
      (await call(server.origin, 'listParcours', { query: {} }, token)).find(({ id }) => id === parcoursId);
    expect([(await plannedFor(other))?.planned_count, (await plannedFor(walker))?.planned_count]).toEqual([
      1,
      undefined,
    ]);
    expect(await codeOf(plan(walker))).toBe('not_found');
    await withDatabase(server.dataDir, async (database) => {
      const exportedTitles = async () =>
        (await readOwnRows(database.reader, contributor.user.id, '')).asked.map(({ name, title }) => [name, title]);
      expect(await exportedTitles()).toEqual([['Le lavoir', 'Le quai']]);
      const params = { mapId: parcoursId, userId: contributor.user.id };
      await call(server.origin, 'setMemberPrivilege', { params, body: { privilege: 'guest' } }, owner.token);
      expect([await exportedTitles(), await askedCounts()]).toEqual([[], [undefined, undefined]]);
      expect(await listed(owner)).toMatchObject([{ asked: null }]);
    });
  });

  test('is reported by those who see it, and a measure of the site’s admins hides it', async () => {
    const { id } = await plan();
    const thing = { kind: 'place', id } as const;
    const report = ({ token }: Person) =>
      codeOf(call(server.origin, 'report', { body: { thing, reason: 'hate', words: '' } }, token));
    expect([await report(contributor), await report(walker), await report(owner)]).toEqual([
      ...['ok', 'not_found', 'forbidden'],
    ]);
    const chief = await signUpAs(server, 'Cheffe', 'admin');
    await call(server.origin, 'takeMeasure', { body: { thing, kind: 'hide', words: '' } }, chief.token);
    expect([await listed(contributor), await report(other)]).toEqual([[], 'not_found']);
  });

  test('is planned once by a repeated request, changed, deleted and brought back', async () => {
    const { id } = await plan(null, 'plan-once');
    expect((await plan(null, 'plan-once')).id).toBe(id);
    const change = {
      appelation: 'La fontaine',
      feature: { type: 'Point' as const, coordinates: [2.4, 48.9] as [number, number] },
    };
    const params = { placeId: id };
    expect(
      await call(server.origin, 'changePlanned', { params, body: { ...change, asked: other.user.id } }, owner.token),
    ).toMatchObject({ id, ...change, asked: { id: other.user.id } });
    await call(server.origin, 'deletePlanned', { params }, owner.token);
    expect(await listed(owner)).toEqual([]);
    expect(await codeOf(fill(id, contributor))).toBe('not_found');
    await call(server.origin, 'restorePlace', { params }, owner.token);
    expect(await listed(owner)).toMatchObject([{ id, ...change }]);
  });
});

describe('a filling', () => {
  test('is a draft first, at the planned place, and public once it is saved: then nothing is planned any more', async () => {
    const { id: planned, feature } = await plan();
    const id = await fill(planned, contributor);
    expect(await statesFor(owner)).toEqual(['draft']);
    expect(await listed(other)).toEqual([]);
    await upload(server.origin, contributor, id, await fixture('conforming-mono.wav'));
    await publish(id, contributor);
    expect(await listed(owner)).toEqual([]);
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, walker.token);
    expect(places).toMatchObject([{ id, appelation: 'Ma voix', feature, userId: contributor.user.id }]);
  });

  test('leaves the report about the planned place for the site’s admins', async () => {
    const { id: planned } = await plan();
    const thing = { kind: 'place', id: planned } as const;
    await call(server.origin, 'report', { body: { thing, reason: 'hate', words: '' } }, other.token);
    await fillWhole(planned, contributor);
    expect(await listed(owner)).toEqual([]);
    const chief = await signUpAs(server, 'Cheffe', 'admin');
    const { things } = await call(server.origin, 'readModerationQueue', {}, chief.token);
    expect(things.map((found) => found.thing)).toContainEqual(thing);
  });

  test('that was begun without a draft is seen by its author alone until its audio is there', async () => {
    const { id: planned } = await plan();
    const id = await fill(planned, contributor, false);
    const seen = async ({ token }: Person) => {
      const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token);
      return [places.length, await codeOf(call(server.origin, 'readPlace', { params: { placeId: id } }, token))];
    };
    expect([await seen(walker), await seen(owner)]).toEqual([
      [0, 'not_found'],
      [0, 'not_found'],
    ]);
    expect([await seen(contributor), await statesFor(owner)]).toEqual([[0, 'ok'], ['draft']]);
    await upload(server.origin, contributor, id, await fixture('conforming-mono.wav'));
    expect([await seen(walker), await listed(owner)]).toEqual([[1, 'ok'], []]);
  });

  test('that was begun without a draft, and never got its audio, holds the place for a day', async () => {
    const { id: planned } = await plan();
    const silent = await fill(planned, contributor, false);
    const params = { mapId: parcoursId, userId: contributor.user.id };
    await call(server.origin, 'removeMember', { params }, owner.token);
    const whole = await fillWhole(planned, other);
    expect(await listed(owner)).toEqual([]);
    // Only its author sees the first one until its audio arrives, so that it goes with their account.
    const seen = async () =>
      (await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, walker.token)).places.map(
        ({ id }) => id,
      );
    expect(await seen()).toEqual([whole]);
    const own = await withDatabase(server.dataDir, ({ reader }) => listOwnPlaces(reader, contributor.user.id, []));
    expect(own.map((row) => Boolean(row.is_shown))).toEqual([false]);
    await addMember(server.origin, owner, parcoursId, contributor, 'drop');
    await upload(server.origin, contributor, silent, await fixture('conforming-mono.wav'));
    expect((await seen()).toSorted()).toEqual([silent, whole]);
  });

  test('happens once: a second one is refused, but for one’s own draft; a repeated request is the first', async () => {
    const { id: planned } = await plan();
    const id = await fill(planned, contributor, true, 'fill-once');
    expect(await fill(planned, contributor, true, 'fill-once')).toBe(id);
    expect(await codeOf(fill(planned, other))).toBe('already_filled');
    const redone = await fill(planned, contributor);
    expect(await listed(owner)).toMatchObject([{ state: 'draft', filledBy: redone }]);
    const both = await plan();
    const codes = await Promise.all([contributor, other].map((person) => codeOf(fill(both.id, person))));
    expect(codes.sort()).toEqual(['already_filled', 'ok']);
  });

  test('that is discarded or deleted leaves the place to be filled', async () => {
    const { id: planned } = await plan();
    const draft = await fill(planned, contributor);
    await call(server.origin, 'deletePlace', { params: { placeId: draft } }, contributor.token);
    expect(await statesFor(other)).toEqual(['planned']);
    await requireApproval();
    const waiting = await fillWhole(planned, contributor);
    await call(server.origin, 'deletePlace', { params: { placeId: waiting } }, contributor.token);
    expect(await statesFor(other)).toEqual(['planned']);
  });

  test('waits for an approval where one is required; refused, it waits to be filled again, or corrected', async () => {
    await requireApproval();
    const { id: planned } = await plan();
    const id = await fillWhole(planned, contributor);
    expect(await listed(owner)).toMatchObject([{ state: 'waiting', filledBy: id }]);
    expect(await listed(contributor)).toEqual([]);
    await answerWaiting(server.origin, owner, parcoursId, id, 'refused');
    expect(await statesFor(other)).toEqual(['planned']);
    await publish(id, contributor, 'Corrigé');
    expect(await statesFor(owner)).toEqual(['waiting']);
    expect(await codeOf(fill(planned, other))).toBe('already_filled');
    await answerWaiting(server.origin, owner, parcoursId, id, 'approved');
    expect(await listed(owner)).toEqual([]);
  });

  test('after a refusal by somebody else makes the refused one an ordinary drop', async () => {
    await requireApproval();
    const { id: planned } = await plan();
    const refused = await fillWhole(planned, contributor);
    await answerWaiting(server.origin, owner, parcoursId, refused, 'refused');
    const second = await fillWhole(planned, other);
    await publish(refused, contributor, 'Corrigé');
    expect(await listed(owner)).toMatchObject([{ state: 'waiting', filledBy: second }]);
    await answerWaiting(server.origin, owner, parcoursId, refused, 'approved');
    expect(await statesFor(owner)).toEqual(['waiting']);
  });

  test('that is a draft holds the place for a day, while its author may drop', async () => {
    const { id: planned } = await plan();
    const leftBehind = await fill(planned, contributor);
    expect(await listed(contributor)).toMatchObject([{ state: 'draft', filledBy: leftBehind }]);
    const params = { mapId: parcoursId, userId: contributor.user.id };
    await call(server.origin, 'removeMember', { params }, owner.token);
    expect(await statesFor(other)).toEqual(['planned']);
    await fill(planned, other);
    expect(await statesFor(owner)).toEqual(['draft']);
    server.advance(25 * 3600 * 1000);
    // The session ended in that time.
    const { email, password } = owner;
    const { token } = await call(server.origin, 'login', { body: { email, password } });
    expect(await statesFor({ ...owner, token })).toEqual(['planned']);
  });

  test('that is refused and proposed again fills the place after another discarded their draft', async () => {
    await requireApproval();
    const { id: planned } = await plan();
    const refused = await fillWhole(planned, contributor);
    await answerWaiting(server.origin, owner, parcoursId, refused, 'refused');
    const begun = await fill(planned, other);
    await call(server.origin, 'deletePlace', { params: { placeId: begun } }, other.token);
    await publish(refused, contributor, 'Corrigé');
    expect(await listed(owner)).toMatchObject([{ state: 'waiting', filledBy: refused }]);
    await answerWaiting(server.origin, owner, parcoursId, refused, 'approved');
    expect(await listed(owner)).toEqual([]);
  });

  test('that is hidden, because its audio was before, ends the plan once it is restored', async () => {
    const chief = await signUpAs(server, 'Cheffe', 'admin');
    const measure = (id: PlaceId, kind: 'hide' | 'restore') =>
      call(server.origin, 'takeMeasure', { body: { thing: { kind: 'place', id }, kind, words: '' } }, chief.token);
    const same = await makePlace(server.origin, other, parcoursId);
    await upload(server.origin, other, same, await fixture('conforming-mono.wav'));
    await measure(same, 'hide');
    const { id: planned } = await plan();
    const params = { mapId: parcoursId };
    const readOrder = () => call(server.origin, 'readOrder', { params }, owner.token);
    const body = { placeIds: [planned], version: (await readOrder()).version };
    await call(server.origin, 'setOrder', { params, body }, owner.token);
    const id = await fillWhole(planned, contributor);
    expect(await statesFor(owner)).toEqual(['hidden']);
    await measure(id, 'restore');
    expect(await listed(owner)).toEqual([]);
    expect((await readOrder()).placeIds).toEqual([id]);
  });

  test('gets the number of the planned place once it is public', async () => {
    const planned = [await plan(), await plan()].map(({ id }) => id);
    const params = { mapId: parcoursId };
    const { version } = await call(server.origin, 'readOrder', { params }, owner.token);
    const body = { placeIds: planned.toReversed(), version };
    expect(await call(server.origin, 'setOrder', { params, body }, owner.token)).toMatchObject({
      placeIds: body.placeIds,
    });
    const orderFor = async ({ token }: Person) => (await call(server.origin, 'listPlanned', { params }, token)).order;
    expect([await orderFor(owner), await orderFor(contributor)]).toEqual([body.placeIds, undefined]);
    const [first, second] = [
      await fillWhole(planned[0] as PlaceId, contributor),
      await fillWhole(planned[1] as PlaceId, other),
    ];
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, walker.token);
    expect(places.map(({ id, step }) => [id, step])).toEqual(
      expect.arrayContaining([
        [second, 1],
        [first, 2],
      ]),
    );
  });

  test('of another parcours, or by somebody who may not drop, is refused', async () => {
    const { id: planned } = await plan();
    const elsewhere = await makeParcours(server.origin, owner, 'Ailleurs');
    const body = fillingOf(elsewhere, planned);
    expect(await codeOf(call(server.origin, 'createPlace', { body }, owner.token))).toBe('not_found');
    expect(await codeOf(fill(planned, walker))).toBe('forbidden');
  });
});

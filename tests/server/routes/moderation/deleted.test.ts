import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { UNDELETE_DAYS } from '../../../../contracts/limits.ts';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { DAY_MS } from '../../../../server/domain/clock.ts';
import { auditLogRows, waveformsTaken } from '../../../support/database/kept-data.ts';
import { call, codeOf } from '../../../support/server/api.ts';
import {
  fixture,
  makeDraft,
  makeInvite,
  makeParcours,
  makePlace,
  type Person,
  pointPlace,
  signUp,
  signUpAs,
  signUpMember,
  upload,
} from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const server = useServer({ PLACES_PER_MAP_MAX: '8' });
let owner: Person;
let author: Person;
let other: Person;
let parcoursId: ParcoursId;
beforeEach(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(server.origin, owner, 'Carte');
  author = await signUpMember(server, owner, parcoursId, 'Author', 'drop');
  other = await signUpMember(server, owner, parcoursId, 'Other', 'drop');
});

const remove = (placeId: PlaceId, { token }: Person) =>
  call(server.origin, 'deletePlace', { params: { placeId } }, token);
const restore = (placeId: PlaceId, { token }: Person) =>
  call(server.origin, 'restorePlace', { params: { placeId } }, token);
const deleted = ({ token }: Person) => call(server.origin, 'listDeleted', {}, token);
const shown = async ({ token }: Person): Promise<number[]> => {
  const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token);
  return places.map(({ id }) => id);
};
const filesStored = async (): Promise<string[]> => {
  const entries = await readdir(join(server.dataDir, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

describe('a deleted place', () => {
  test('is in no list, pack, card or event, and nobody can read or change it', async () => {
    const id = await makePlace(server.origin, author, parcoursId, 'Le pont');
    await upload(server.origin, author, id, await fixture('conforming-mono.wav'));
    await remove(id, author);
    const { token } = author;
    const params = { userId: author.user.id, mapId: parcoursId };
    expect(await shown(author)).toEqual([]);
    expect((await call(server.origin, 'listPlacesOf', { params }, token)).places).toEqual([]);
    expect((await call(server.origin, 'listPlacesOfOnParcours', { params }, token)).places).toEqual([]);
    expect((await call(server.origin, 'listDrops', { params, query: {} }, token)).drops).toEqual([]);
    const pack = await call(server.origin, 'readPack', { params: { mapId: parcoursId } }, token);
    expect([pack.places, pack.files]).toEqual([[], []]);
    const events = [
      {
        name: 'User Entered Geometry' as const,
        atMs: Date.now(),
        properties: { geometryId: id, geometryType: 'Point' as const, distance: 1, accuracyRadius: 5 },
      },
    ];
    expect((await call(server.origin, 'recordEvents', { body: { events } }, token)).recorded).toBe(0);
    const audio = await fixture('conforming-mono.wav');
    const refused = [
      call(server.origin, 'readPlace', { params: { placeId: id } }, token),
      call(server.origin, 'updatePlace', { body: { id, appelation: 'Autre' } }, token),
      call(server.origin, 'startRecording', { body: { place_id: id } }, token),
      upload(server.origin, author, id, audio),
      remove(id, author),
    ];
    expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['not_found']));
  });

  test('is not created again by a retry of the request that created it', async () => {
    const body = pointPlace(parcoursId, 'Le quai');
    const made = () => call(server.origin, 'createPlace', { body }, author.token, 'made-once');
    const { newPlace } = await made();
    await remove(newPlace.place_id, author);
    expect(await codeOf(made())).toBe('not_found');
    await restore(newPlace.place_id, author);
    expect((await made()).newPlace).toEqual(newPlace);
  });

  test('can be restored completely by its author or a map editor alone, with an audit log entry', async () => {
    const id = await makePlace(server.origin, author, parcoursId, 'Le pont');
    const { link } = await upload(server.origin, author, id, await fixture('conforming-mono.wav'));
    await remove(id, author);
    expect((await deleted(author)).places).toEqual([
      {
        id,
        name: 'Le pont',
        map: { id: parcoursId, name: 'Carte' },
        isOwn: true,
        mayRestore: true,
        deletedAt: expect.any(String),
        endsAt: expect.any(String),
      },
    ]);
    expect((await deleted(owner)).places).toMatchObject([{ id, isOwn: false }]);
    expect((await deleted(other)).places).toEqual([]);
    expect(await codeOf(restore(id, other))).toBe('forbidden');
    await restore(id, owner);
    expect(await shown(other)).toEqual([id]);
    const { media_data } = await call(server.origin, 'readPlace', { params: { placeId: id } }, author.token);
    expect(media_data?.link.split('?')[0]).toBe(link.split('?')[0]);
    expect(await codeOf(restore(id, owner))).toBe('not_found');
    expect((await auditLogRows(server.dataDir, 'restored')).at(-1)).toMatchObject({
      actor_id: owner.user.id,
      account_id: author.user.id,
      place_id: id,
    });
  });

  test('deleted by a map admin can be restored by map admins alone; its author may only purge it', async () => {
    const editor = await signUpMember(server, owner, parcoursId, 'Editor', 'editor');
    const id = await makePlace(server.origin, author, parcoursId, 'Le pont');
    await remove(id, owner);
    for (const person of [author, editor]) expect(await codeOf(restore(id, person))).toBe('forbidden');
    expect((await deleted(author)).places).toMatchObject([{ id, mayRestore: false }]);
    expect((await deleted(editor)).places).toEqual([]);
    await restore(id, owner);
    // An editor's decision ranks above the author's and below an admin's.
    await remove(id, editor);
    expect(await codeOf(restore(id, author))).toBe('forbidden');
    await restore(id, editor);
    // A place that its author deleted can be restored by the author again.
    await remove(id, author);
    await restore(id, author);
    await remove(id, owner);
    await call(server.origin, 'purgePlace', { params: { placeId: id } }, author.token);
    expect((await deleted(owner)).places).toEqual([]);
  });

  test('frees its room on the map at once, and can be restored only while there is room', async () => {
    const ids: PlaceId[] = [];
    for (let count = 0; count < 8; count++) ids.push(await makePlace(server.origin, owner, parcoursId));
    const [first] = ids;
    if (first === undefined) throw new Error('Expected a place');
    await remove(first, owner);
    await makePlace(server.origin, owner, parcoursId);
    expect(await codeOf(restore(first, owner))).toBe('map_full');
    expect((await deleted(owner)).places).toMatchObject([{ id: first }]);
  });

  test('that was a draft is purged at once, with its audio', async () => {
    const before = await filesStored();
    const draft = await makeDraft(server.origin, author, parcoursId);
    await upload(server.origin, author, draft, await fixture('conforming-stereo.wav'));
    await waveformsTaken(server.dataDir);
    await remove(draft, author);
    expect(await deleted(author)).toEqual({ places: [], maps: [] });
    expect(await filesStored()).toEqual(before);
  });

  test('is purged with its files by people who may restore it, or after the period', async () => {
    const [soon, later] = [
      await makePlace(server.origin, author, parcoursId, 'Bientôt'),
      await makePlace(server.origin, author, parcoursId, 'Plus tard'),
    ];
    const before = await filesStored();
    await upload(server.origin, author, later, await fixture('conforming-stereo.wav'));
    await waveformsTaken(server.dataDir);
    for (const id of [soon, later]) await remove(id, author);
    expect(await filesStored()).not.toEqual(before);
    const purge = (person: Person) => call(server.origin, 'purgePlace', { params: { placeId: soon } }, person.token);
    expect(await codeOf(purge(other))).toBe('forbidden');
    await purge(author);
    expect((await deleted(author)).places).toMatchObject([{ id: later }]);
    server.advance(UNDELETE_DAYS * DAY_MS - 60_000);
    await server.restart();
    author = await again(author);
    expect((await deleted(author)).places).toMatchObject([{ id: later }]);
    server.advance(120_000);
    expect(await deleted(author)).toEqual({ places: [], maps: [] });
    expect(await codeOf(restore(later, author))).toBe('not_found');
    // At the time of the daily upkeep.
    server.advance(DAY_MS);
    await server.restart();
    expect(await filesStored()).toEqual(before);
  });
});

describe('a deleted map', () => {
  test('is inaccessible by any list, bundle, invitation or call', async () => {
    const { token: invitation } = await makeInvite(server.origin, owner, parcoursId);
    const { id: bundleId } = await call(server.origin, 'createBundle', { body: { name: 'Lot' } }, owner.token);
    await call(server.origin, 'addToBundle', { params: { bundleId, mapId: parcoursId } }, owner.token);
    const placeId = await makePlace(server.origin, author, parcoursId);
    await call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, owner.token);
    const { token } = author;
    expect((await call(server.origin, 'listParcours', { query: {} }, token)).some(({ id }) => id === parcoursId)).toBe(
      false,
    );
    expect(await shown(author)).toEqual([]);
    expect(await call(server.origin, 'listBundles', {}, token)).toEqual([]);
    expect(await call(server.origin, 'listBundleParcours', { params: { bundleId } }, owner.token)).toEqual([]);
    const params = { mapId: parcoursId };
    const refused = [
      call(server.origin, 'readParcours', { params }, owner.token),
      call(server.origin, 'readPack', { params }, token),
      call(server.origin, 'listMembers', { params }, token),
      call(server.origin, 'readPlace', { params: { placeId } }, token),
      call(server.origin, 'createPlace', { body: pointPlace(parcoursId) }, token),
      call(server.origin, 'deleteParcours', { params }, owner.token),
    ];
    expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['not_found']));
    const body = { token: invitation };
    expect(await codeOf(call(server.origin, 'lookAtInvite', { body }))).toBe('invite_invalid');
    expect(await codeOf(call(server.origin, 'acceptInvite', { body }, other.token))).toBe('invite_invalid');
  });

  test('can be restored with its members, places and invitations, by its admins alone', async () => {
    const { token: invitation } = await makeInvite(server.origin, owner, parcoursId);
    const placeId = await makePlace(server.origin, author, parcoursId);
    const gone = await makePlace(server.origin, author, parcoursId);
    await remove(gone, author);
    await call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, owner.token);
    const bringBack = (person: Person) =>
      call(server.origin, 'restoreParcours', { params: { mapId: parcoursId } }, person.token);
    expect((await deleted(owner)).maps).toMatchObject([{ id: parcoursId, name: 'Carte' }]);
    expect(await deleted(author)).toEqual({ places: [], maps: [] });
    expect(await codeOf(restore(gone, author))).toBe('not_found');
    expect(await codeOf(bringBack(author))).toBe('forbidden');
    await bringBack(owner);
    expect(await shown(author)).toEqual([placeId]);
    expect((await deleted(author)).places).toMatchObject([{ id: gone }]);
    expect(await call(server.origin, 'lookAtInvite', { body: { token: invitation } })).toMatchObject({
      mapId: parcoursId,
    });
  });

  test('is purged by its admin, with the audio of its places', async () => {
    const before = await filesStored();
    const placeId = await makePlace(server.origin, author, parcoursId);
    await upload(server.origin, author, placeId, await fixture('conforming-stereo.wav'));
    await waveformsTaken(server.dataDir);
    await call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, owner.token);
    expect(await filesStored()).not.toEqual(before);
    await call(server.origin, 'purgeParcours', { params: { mapId: parcoursId } }, owner.token);
    expect((await deleted(owner)).maps).toEqual([]);
    expect(await filesStored()).toEqual(before);
  });
});

test('restorable audio counts for its sender’s quota until it is purged', async () => {
  const clip = await fixture('conforming-stereo.wav');
  const most = String(Math.round(clip.size * 1.2));
  await server.restart({ FRESH_QUOTA_BYTES: most, USER_QUOTA_BYTES: most });
  const fresh = await signUp(server.origin, 'Fresh');
  const own = await makeParcours(server.origin, fresh, 'À soi');
  const [one, two] = [await makePlace(server.origin, fresh, own), await makePlace(server.origin, fresh, own)];
  await upload(server.origin, fresh, one, clip);
  await remove(one, fresh);
  const louder = await fixture('conforming-mono.wav');
  expect(await codeOf(upload(server.origin, fresh, two, louder))).toBe('quota_exceeded');
  await call(server.origin, 'purgePlace', { params: { placeId: one } }, fresh.token);
  await upload(server.origin, fresh, two, louder);
});

/** Logs somebody in again after their session ended. */
async function again(person: Person): Promise<Person> {
  const { email, password } = person;
  const { token } = await call(server.origin, 'login', { body: { email, password } });
  return { ...person, token };
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { VERSION_DAYS, VERSIONS_MAX } from '../../../contracts/limits.ts';
import type { PlaceVersion } from '../../../contracts/place-version.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { call, codeOf } from '../../support/server/api.ts';
import {
  answerWaiting,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const DAY_MS = 86_400_000;
const server = useServer();
let owner: Person;
let author: Person;
let other: Person;
let parcoursId: ParcoursId;
let casts = 0;

beforeEach(async () => {
  casts += 1;
  owner = await signUpAs(server, 'Autrice', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  author = await signUpMember(server, owner, parcoursId, 'Lea', 'drop');
  other = await signUpMember(server, owner, parcoursId, 'Omar', 'drop');
});

/** Audio that nothing else has, of half a second. */
const sound = (sample: number): Blob => new Blob([wavOf(new Int16Array(22_050).fill(sample + 10 * casts))]);
const listed = async (placeId: PlaceId, { token }: Person): Promise<PlaceVersion[]> =>
  (await call(server.origin, 'listVersions', { params: { placeId } }, token)).versions;
const rename = (id: PlaceId, appelation: string, { token }: Person, feature?: string) =>
  call(server.origin, 'updatePlace', { body: { id, appelation, ...(feature && { feature }) } }, token);
const read = (placeId: PlaceId, { token }: Person) => call(server.origin, 'readPlace', { params: { placeId } }, token);
const restore = async (placeId: PlaceId, index: number, person: Person) => {
  const versionId = (await listed(placeId, person))[index]?.id as PlaceVersion['id'];
  return call(server.origin, 'restoreVersion', { params: { placeId, versionId } }, person.token);
};
const mediaFiles = async (): Promise<string[]> =>
  (await readdir(join(server.dataDir, 'media'), { recursive: true })).filter((path) => path.endsWith('.wav'));

/** A drop whose author then changes its title, its sound and its place. */
async function corrected(): Promise<PlaceId> {
  const id = await makePlace(server.origin, author, parcoursId, 'Le pont');
  await upload(server.origin, author, id, sound(1));
  await rename(id, 'Le vieux pont', author);
  await upload(server.origin, author, id, sound(2));
  await rename(id, 'Le vieux pont', author, 'POINT(3 49)');
  return id;
}

describe('earlier versions of a place', () => {
  test('tell when, by whom and in what it changed, to those who may change it', async () => {
    const id = await corrected();
    await rename(id, 'Le pont neuf', owner);
    const versions = await listed(id, author);
    expect(versions).toMatchObject([
      { appelation: 'Le vieux pont', changed: ['title'], replacedBy: { isSelf: false, name: owner.user.name } },
      { feature: { coordinates: [2.3, 48.8] }, changed: ['shape'], replacedBy: { isSelf: true } },
      { appelation: 'Le vieux pont', changed: ['sound'], sound: { length: expect.closeTo(0.5, 2) } },
      { appelation: 'Le pont', changed: ['title'] },
    ]);
    expect(JSON.stringify(versions)).not.toContain('/v1/media');
    expect(await listed(id, owner)).toMatchObject(versions.map(({ id }) => ({ id })));
    expect(await codeOf(listed(id, other))).toBe('forbidden');
  });

  test('begin with what members could know, not with drafts, first sounds or changes of nothing', async () => {
    const id = await makeDraft(server.origin, author, parcoursId);
    await upload(server.origin, author, id, sound(1));
    await upload(server.origin, author, id, sound(2));
    await rename(id, 'Le lavoir', author);
    await rename(id, 'Le lavoir', author);
    const drawn = await makePlace(server.origin, author, parcoursId);
    await upload(server.origin, author, drawn, sound(3));
    expect([await listed(id, author), await listed(drawn, author)]).toEqual([[], []]);
  });

  test('are brought back whole, which is itself undone by the next', async () => {
    const id = await corrected();
    const latest = await read(id, author);
    const first = await restore(id, 2, author);
    expect(first).toMatchObject({ appelation: 'Le pont', feature: { coordinates: [2.3, 48.8] } });
    expect(first.media_data?.link).not.toBe(latest.media_data?.link);
    expect((await fetch(server.origin + first.media_data?.link)).status).toBe(200);
    expect(await restore(id, 0, author)).toMatchObject({ appelation: 'Le vieux pont', media_data: latest.media_data });
    const again = (await listed(id, author)).length;
    // To what it is already.
    await restore(id, 1, author);
    expect(await listed(id, author)).toHaveLength(again);
    expect(await codeOf(restore(id, 0, other))).toBe('forbidden');
  });

  test('of another place, or from before its first sound, take nothing away', async () => {
    const [id, drawn] = [await corrected(), await makePlace(server.origin, author, parcoursId, 'A')];
    await rename(drawn, 'B', author);
    await upload(server.origin, author, drawn, sound(3));
    expect(await restore(drawn, 0, author)).toMatchObject({
      appelation: 'A',
      media_data: { length: expect.any(Number) },
    });
    const versionId = (await listed(id, author))[0]?.id as PlaceVersion['id'];
    const elsewhere = { params: { placeId: drawn, versionId } };
    expect(await codeOf(call(server.origin, 'restoreVersion', elsewhere, author.token))).toBe('not_found');
  });

  test('wait for an approval as any change of their author does, and stay hidden if their sound is', async () => {
    const id = await corrected();
    const required = { params: { mapId: parcoursId }, body: { required: true } };
    await call(server.origin, 'requireApproval', required, owner.token);
    await restore(id, 0, owner);
    expect(await codeOf(read(id, other))).toBe('ok');
    expect(await restore(id, 0, author)).toMatchObject({ held: 'waiting' });
    expect(await codeOf(read(id, other))).toBe('not_found');
    await answerWaiting(server.origin, owner, parcoursId, id, 'refused');
    expect(await codeOf(listed(id, owner))).toBe('not_found');
    expect(await restore(id, 0, author)).toMatchObject({ held: 'waiting' });
  });

  test('with a sound that the site’s admins have hidden are hidden again', async () => {
    const admin = await signUpAs(server, 'Admin', 'admin');
    const id = await corrected();
    const twin = await makePlace(server.origin, author, parcoursId, 'Le même');
    await upload(server.origin, author, twin, sound(1));
    const measure = { thing: { kind: 'place', id: twin }, kind: 'hide', words: 'Non.' } as const;
    await call(server.origin, 'takeMeasure', { body: measure }, admin.token);
    expect(await restore(id, 2, author)).toMatchObject({ held: 'hidden' });
  });

  test('are the last ones only, and end after their days, with sounds that nothing plays', async () => {
    const before = await mediaFiles();
    const added = async () => (await mediaFiles()).filter((path) => !before.includes(path)).length;
    const id = await corrected();
    expect(await added()).toBe(2);
    for (let index = 0; index < VERSIONS_MAX; index++) await rename(id, `Titre ${index}`, author);
    expect(await listed(id, author)).toHaveLength(VERSIONS_MAX);
    // The version with the first sound was the oldest.
    expect(await added()).toBe(1);
    server.advance(VERSION_DAYS * DAY_MS);
    const { email, password } = author;
    author = { ...author, ...(await call(server.origin, 'login', { body: { email, password } })) };
    expect(await listed(id, author)).toEqual([]);
    await upload(server.origin, author, id, sound(3));
    server.advance((VERSION_DAYS + 1) * DAY_MS);
    await server.restart();
    expect(await added()).toBe(1);
  });

  test('go with their place for good, and until then with nobody’s quota', async () => {
    const before = await mediaFiles();
    const clip = sound(4);
    await server.restart({ FRESH_QUOTA_BYTES: String(clip.size * 3), USER_QUOTA_BYTES: String(clip.size * 3) });
    const fresh = await signUp(server.origin, 'Fresh');
    const own = await makeParcours(server.origin, fresh, 'À soi');
    const id = await makePlace(server.origin, fresh, own);
    for (const sample of [4, 5, 6, 7, 8]) await upload(server.origin, fresh, id, sound(sample));
    expect(await listed(id, fresh)).toHaveLength(4);
    const chief = await signUpAs(server, 'Cheffe', 'admin');
    const { accounts } = await call(server.origin, 'listAccounts', { query: { search: fresh.email } }, chief.token);
    expect(accounts).toMatchObject([{ bytes: clip.size }]);
    await call(server.origin, 'deletePlace', { params: { placeId: id } }, fresh.token);
    expect(await codeOf(listed(id, fresh))).toBe('not_found');
    await call(server.origin, 'purgePlace', { params: { placeId: id } }, fresh.token);
    expect(await mediaFiles()).toEqual(before);
  });
});

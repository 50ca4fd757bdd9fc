import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { PARCOURS_IDS_MAX } from '../../../contracts/limits.ts';
import { ParcoursId, type Privilege, type Role } from '../../../contracts/vocabulary.ts';
import { insertParcours, putMembership } from '../../../server/store/parcours.ts';
import { verifiedMedia } from '../../support/database/kept-data.ts';
import { changeRows } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import {
  addMember,
  fixture,
  makeParcours,
  makePlace,
  type Person,
  setRole,
  signUp,
  signUpAs,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
/** A site admin, who creates the parcours of the others. */
let boss: Person;
beforeAll(async () => {
  boss = await signUpAs(server, 'Boss', 'admin');
});

describe('a parcours', () => {
  test('is created by a user, who becomes its admin and only member', async () => {
    const ana = await signUp(server.origin, 'Ana');
    const body = { title: '  Le quai ', description: 'Au bord de l’eau' };
    const { newParcours } = await call(server.origin, 'createParcours', { body }, ana.token);
    expect(newParcours).toEqual({
      id: newParcours.id,
      title: 'Le quai',
      description: 'Au bord de l’eau',
      privilege: 'admin',
    });
    expect(await call(server.origin, 'listParcours', { query: {} }, ana.token)).toEqual([
      {
        id: newParcours.id,
        name: 'Le quai',
        description: 'Au bord de l’eau',
        image_url: null,
        privilege: 'admin',
        users: [{ id: ana.user.id, name: 'Ana', picture: null }],
        user_count: 1,
        guest_count: 0,
        place_count: 0,
      },
    ]);
  });

  test('is not created by a guest', async () => {
    const guest = await signUpAs(server, 'Passing', 'guest');
    await expect(makeParcours(server.origin, guest)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  });

  test.each(['title', 'description'])('needs a %s', async (missing) => {
    const bo = await signUp(server.origin, `Needs ${missing}`);
    const body = { title: 'T', description: 'D', [missing]: '   ' };
    await expect(call(server.origin, 'createParcours', { body }, bo.token)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      body: { error: { faults: [{ path: missing }] } },
    });
  });

  test('belongs to the token’s account, whatever userId the body names', async () => {
    const [cy, di] = [await signUp(server.origin, 'Cy'), await signUp(server.origin, 'Di')];
    const body = { title: 'Mine', description: 'Not yours', userId: di.user.id };
    await call(server.origin, 'createParcours', { body }, cy.token);
    expect(await namesOf(cy.token)).toEqual(['Mine']);
    expect(await namesOf(di.token)).toEqual([]);
  });
});

describe('the list of parcours', () => {
  test('shows a parcours to its members only, whatever userId the query names', async () => {
    const [ed, flo] = [await signUp(server.origin, 'Ed'), await signUp(server.origin, 'Flo')];
    await makeParcours(server.origin, ed, 'Private');
    const query = { userId: String(ed.user.id) };
    expect(await call(server.origin, 'listParcours', { query }, flo.token)).toEqual([]);
  });

  test('names the two members with the highest privilege and the member count, and nothing secret', async () => {
    const [gil, hal, ida] = await Promise.all(['Gil', 'Hal', 'Ida'].map((name) => signUp(server.origin, name)));
    if (gil === undefined || hal === undefined || ida === undefined) throw new Error('Expected three people');
    await setRole(server, gil, 'admin');
    const parcoursId = await makeParcours(server.origin, gil);
    await addMember(server.origin, gil, parcoursId, hal, 'guest');
    await addMember(server.origin, gil, parcoursId, ida, 'editor');
    const [parcours] = await call(server.origin, 'listParcours', { query: {} }, hal.token);
    expect(parcours?.privilege).toBe('guest');
    expect(parcours?.users.map(({ name }) => name)).toEqual(['Gil', 'Ida']);
    expect(parcours?.user_count).toBe(3);
    expect(JSON.stringify(parcours)).not.toContain('@');
    expect(await call(server.origin, 'listMembers', { params: { mapId: parcoursId } }, hal.token)).toEqual(
      [gil, ida, hal].map(({ user: { id, name, picture } }, index) => ({
        id,
        name,
        picture,
        privilege: ['admin', 'editor', 'guest'][index],
      })),
    );
  });
});

test('a member of the maximum number of parcours can add another only after losing one', async () => {
  const full = await signUp(server.origin, 'Full');
  const first = await makeParcours(server.origin, full);
  await fillMemberships(full);
  const another = await makeParcours(server.origin, boss, 'Another');
  const tooMany = { status: 422, code: 'too_many' };
  await expect(makeParcours(server.origin, full)).rejects.toMatchObject(tooMany);
  await expect(addMember(server.origin, boss, another, full, 'guest')).rejects.toMatchObject(tooMany);
  await call(server.origin, 'deleteParcours', { params: { mapId: first } }, full.token);
  await expect(makeParcours(server.origin, full)).rejects.toMatchObject(tooMany);
  await call(server.origin, 'purgeParcours', { params: { mapId: first } }, full.token);
  await addMember(server.origin, boss, another, full, 'guest');
  await addMember(server.origin, boss, another, full, 'drop');
});

/** Adds a member of one parcours to as many as are allowed. */
async function fillMemberships({ user }: Person): Promise<void> {
  await changeRows(server.dataDir, async (tx) => {
    const created_at = '2026-11-24T00:00:00.000Z';
    for (let count = 1; count < PARCOURS_IDS_MAX; count++) {
      const row = { title: `Map ${count}`, description: 'One of many', image_url: null, created_at };
      const parcours_id = await insertParcours(tx, row);
      await putMembership(tx, { parcours_id, account_id: user.id, privilege: 'admin', joined_at: created_at });
    }
  });
}

describe('one parcours', () => {
  test('can be read by its members, with their rights', async () => {
    const [reader, stranger] = [await signUp(server.origin, 'Reader'), await signUp(server.origin, 'Stranger')];
    const parcoursId = await makeParcours(server.origin, boss, 'Le port');
    await addMember(server.origin, boss, parcoursId, reader, 'drop');
    const read = (person: Person, id = parcoursId) =>
      call(server.origin, 'readParcours', { params: { mapId: id } }, person.token);
    expect(await read(reader)).toEqual({
      id: parcoursId,
      name: 'Le port',
      description: 'Le port, pas à pas',
      image_url: null,
      privilege: 'drop',
    });
    await expect(read(stranger)).rejects.toMatchObject({ status: 403 });
    await expect(read(boss, ParcoursId.parse(999_999))).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  test.each<[Role, Privilege, boolean]>([
    ['admin', 'admin', true],
    ['editor', 'editor', true],
    ['admin', 'drop', false],
    ['editor', 'guest', false],
    ['user', 'admin', false],
    ['guest', 'admin', false],
  ])('can be changed by a member with role %s and privilege %s: %s', async (role, privilege, allowed) => {
    const person = await signUp(server.origin, `Changes as ${role} ${privilege}`);
    const parcoursId = await makeParcours(server.origin, boss);
    await addMember(server.origin, boss, parcoursId, person, privilege);
    await setRole(server, person, role);
    const body = { name: ' Nouveau ', description: 'Autrement' };
    const change = call(server.origin, 'updateParcours', { params: { mapId: parcoursId }, body }, person.token);
    if (!allowed) return expect(change).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    expect(await change).toMatchObject({ id: parcoursId, name: 'Nouveau', description: 'Autrement', image_url: null });
    expect(await call(server.origin, 'readParcours', { params: { mapId: parcoursId } }, boss.token)).toMatchObject({
      name: 'Nouveau',
    });
  });

  test.each([
    'https://elsewhere.example/spy.png',
    '/v1/image/../../etc/passwd',
    `/v1/image/${'0'.repeat(64)}.webp`,
    '',
  ])('accepts no image that was not uploaded for it: %s', async (image_url) => {
    const parcoursId = await makeParcours(server.origin, boss);
    const body = { name: 'N', description: 'D', image_url };
    const change = call(server.origin, 'updateParcours', { params: { mapId: parcoursId }, body }, boss.token);
    await expect(change).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await call(server.origin, 'readParcours', { params: { mapId: parcoursId } }, boss.token)).toMatchObject({
      name: 'Le quai',
      image_url: null,
    });
  });

  test('accepts an image uploaded for it, retains it through other changes, and can remove it', async () => {
    const [parcoursId, otherId] = [await makeParcours(server.origin, boss), await makeParcours(server.origin, boss)];
    const { image_url } = await uploadImage(parcoursId, 'teal');
    const elsewhere = await uploadImage(otherId, 'coral');
    const change = (body: { image_url?: string | null }) =>
      call(
        server.origin,
        'updateParcours',
        { params: { mapId: parcoursId }, body: { name: 'N', description: 'D', ...body } },
        boss.token,
      );
    expect(await change({ image_url })).toMatchObject({ image_url });
    expect(await change({})).toMatchObject({ image_url });
    expect(await change({ image_url })).toMatchObject({ image_url });
    await expect(change({ image_url: elsewhere.image_url })).rejects.toMatchObject({ code: 'invalid_request' });
    const [listed] = (await call(server.origin, 'listParcours', { query: {} }, boss.token)).filter(
      ({ id }) => id === parcoursId,
    );
    expect(listed?.image_url).toBe(image_url);
    expect((await fetch(server.origin + image_url)).headers.get('content-type')).toMatch(/^image\//);
    expect(await change({ image_url: null })).toMatchObject({ image_url: null });
  });

  test('can be deleted by its admins alone, with its places and audio of no other place', async () => {
    const editor = await signUp(server.origin, 'No admin');
    const [parcoursId, otherId] = [await makeParcours(server.origin, boss), await makeParcours(server.origin, boss)];
    await addMember(server.origin, boss, parcoursId, editor, 'editor');
    await setRole(server, editor, 'editor');
    const [shared, alone] = [await fixture('conforming-stereo.wav'), await fixture('conforming-mono.wav')];
    const place = await makePlace(server.origin, boss, parcoursId);
    const gone = await upload(server.origin, boss, await makePlace(server.origin, boss, parcoursId), alone);
    await upload(server.origin, boss, place, shared);
    const kept = await upload(server.origin, boss, await makePlace(server.origin, boss, otherId), shared);

    const remove = (person: Person) =>
      call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, person.token);
    await expect(remove(editor)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    expect(await remove(boss)).toEqual({ status: 'ok' });
    await expect(remove(boss)).rejects.toMatchObject({ status: 404 });
    await expect(call(server.origin, 'readPlace', { params: { placeId: place } }, boss.token)).rejects.toMatchObject({
      status: 404,
    });
    await call(server.origin, 'purgeParcours', { params: { mapId: parcoursId } }, boss.token);
    expect((await fetch(server.origin + gone.link)).status).toBe(403);
    await expect.poll(() => verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: [] });
    expect((await fetch(server.origin + kept.link)).status).toBe(200);
  });
});

describe('a member', () => {
  test('gets another privilege from a map admin, which applies from the next request on', async () => {
    const editor = await signUpAs(server, 'Lowered', 'editor');
    const parcoursId = await makeParcours(server.origin, boss);
    await addMember(server.origin, boss, parcoursId, editor, 'editor');
    const params = { mapId: parcoursId, userId: editor.user.id };
    const body = { name: 'Renamed', description: 'D' };
    const rename = () => call(server.origin, 'updateParcours', { params: { mapId: parcoursId }, body }, editor.token);
    await rename();
    const lowered = await call(
      server.origin,
      'setMemberPrivilege',
      { params, body: { privilege: 'guest' } },
      boss.token,
    );
    expect(lowered).toEqual({ id: editor.user.id, name: 'Lowered', picture: null, privilege: 'guest', role: 'editor' });
    await expect(rename()).rejects.toMatchObject({ status: 403 });
    await expect(makePlace(server.origin, editor, parcoursId)).rejects.toMatchObject({ status: 403 });
    await call(server.origin, 'removeMember', { params }, boss.token);
    await expect(
      call(server.origin, 'readParcours', { params: { mapId: parcoursId } }, editor.token),
    ).rejects.toMatchObject({
      status: 403,
    });
    await expect(call(server.origin, 'removeMember', { params }, boss.token)).rejects.toMatchObject({ status: 404 });
  });

  test.each<[Role, Privilege]>([
    ['admin', 'editor'],
    ['editor', 'drop'],
    ['guest', 'admin'],
  ])('with role %s and privilege %s manages nobody, but may leave', async (role, privilege) => {
    const person = await signUp(server.origin, `Leaves as ${role} ${privilege}`);
    const parcoursId = await makeParcours(server.origin, boss);
    await addMember(server.origin, boss, parcoursId, person, privilege);
    await setRole(server, person, role);
    const bossOnMap = { mapId: parcoursId, userId: boss.user.id };
    const attempts = [
      call(server.origin, 'removeMember', { params: bossOnMap }, person.token),
      call(server.origin, 'setMemberPrivilege', { params: bossOnMap, body: { privilege: 'guest' } }, person.token),
      call(
        server.origin,
        'setMemberPrivilege',
        { params: { mapId: parcoursId, userId: person.user.id }, body: { privilege: 'admin' } },
        person.token,
      ),
    ];
    for (const end of await Promise.allSettled(attempts)) {
      expect(end).toMatchObject({ status: 'rejected', reason: { status: 403, code: 'forbidden' } });
    }
    await call(server.origin, 'removeMember', { params: { mapId: parcoursId, userId: person.user.id } }, person.token);
    expect(await call(server.origin, 'listMembers', { params: { mapId: parcoursId } }, boss.token)).toHaveLength(1);
  });

  test('who is the last effective admin cannot be removed or lowered, and cannot leave', async () => {
    const parcoursId = await makeParcours(server.origin, boss);
    // An account with role guest manages nothing, even with the privilege admin.
    const guest = await signUpAs(server, 'Titled guest', 'guest');
    const guestId = guest.user.id;
    await addMember(server.origin, boss, parcoursId, guest, 'guest');
    const asGuest = { params: { mapId: parcoursId, userId: guestId }, body: { privilege: 'admin' as const } };
    await call(server.origin, 'setMemberPrivilege', asGuest, boss.token);
    const params = { mapId: parcoursId, userId: boss.user.id };
    for (const end of await Promise.allSettled([
      call(server.origin, 'removeMember', { params }, boss.token),
      call(server.origin, 'setMemberPrivilege', { params, body: { privilege: 'editor' } }, boss.token),
    ])) {
      expect(end).toMatchObject({ status: 'rejected', reason: { status: 409, code: 'last_admin' } });
    }
    const same = { params, body: { privilege: 'admin' as const } };
    expect(await call(server.origin, 'setMemberPrivilege', same, boss.token)).toMatchObject({ privilege: 'admin' });
  });
});

async function uploadImage(parcoursId: ParcoursId, background: string) {
  const pixels = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  const file = new Blob([new Uint8Array(pixels)], { type: 'image/png' });
  return call(server.origin, 'uploadParcoursImage', { params: { mapId: parcoursId }, fields: {}, file }, boss.token);
}

async function namesOf(token: string): Promise<string[]> {
  return (await call(server.origin, 'listParcours', { query: {} }, token)).map(({ name }) => name);
}

import { beforeAll, describe, expect, test } from 'vitest';
import { BundleId, ParcoursId, type Role } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/server/api.ts';
import { addMember, makeParcours, type Person, setRole, signUp, signUpAs } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const FORBIDDEN = { status: 403, code: 'forbidden' };
const NOT_FOUND = { status: 404, code: 'not_found' };

const server = useServer();
let admin: Person;
beforeAll(async () => {
  admin = await signUpAs(server, 'Admin', 'admin');
});

describe('a bundle', () => {
  test.each<[Role, boolean]>([
    ['admin', true],
    ['editor', true],
    ['user', false],
    ['guest', false],
  ])('can be created, renamed, filled and deleted by an account with role %s: %s', async (role, allowed) => {
    const person = await signUp(server.origin, `Bundles as ${role}`);
    const parcoursId = await makeParcours(server.origin, person);
    await setRole(server, person, role);
    const { id: bundleId } = await makeBundle(admin);
    const params = { bundleId, mapId: parcoursId };
    const attempts = [
      () => makeBundle(person),
      () =>
        call(
          server.origin,
          'updateBundle',
          { params: { bundleId }, body: { name: ' Autre ', description: 'Dit' } },
          person.token,
        ),
      () => call(server.origin, 'addToBundle', { params }, person.token),
      () => call(server.origin, 'removeFromBundle', { params }, person.token),
      () => call(server.origin, 'deleteBundle', { params: { bundleId } }, person.token),
    ];
    for (const attempt of attempts) {
      if (allowed) await attempt();
      else await expect(attempt()).rejects.toMatchObject(FORBIDDEN);
    }
    const left = (await call(server.origin, 'listBundles', {}, admin.token)).filter(({ id }) => id === bundleId);
    expect(left).toEqual(allowed ? [] : [{ id: bundleId, name: 'Les quais', description: '' }]);
  });

  test('lists its parcours in their order of addition, each once, and releases them when deleted', async () => {
    const { id: bundleId } = await makeBundle(admin);
    const [one, two] = [
      await makeParcours(server.origin, admin, 'Un'),
      await makeParcours(server.origin, admin, 'Deux'),
    ];
    for (const parcoursId of [two, one, two]) await put(admin, bundleId, parcoursId);
    await Promise.all([put(admin, bundleId, one), put(admin, bundleId, one)]);
    expect((await mapsOf(admin, bundleId)).map(({ map_name }) => map_name)).toEqual(['Deux', 'Un']);
    await call(server.origin, 'deleteBundle', { params: { bundleId } }, admin.token);
    await expect(mapsOf(admin, bundleId)).rejects.toMatchObject(NOT_FOUND);
    expect(await call(server.origin, 'readParcours', { params: { mapId: one } }, admin.token)).toMatchObject({
      name: 'Un',
    });
  });

  test('loses a parcours that is deleted', async () => {
    const { id: bundleId } = await makeBundle(admin);
    const parcoursId = await makeParcours(server.origin, admin);
    await put(admin, bundleId, parcoursId);
    await call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, admin.token);
    expect(await mapsOf(admin, bundleId)).toEqual([]);
  });

  test('accepts others’ parcours from a site admin, and from an editor only as a member', async () => {
    const [owner, editor] = [await signUp(server.origin, 'Owner'), await signUp(server.origin, 'Editor')];
    await setRole(server, editor, 'editor');
    const { id: bundleId } = await makeBundle(editor);
    const parcoursId = await makeParcours(server.origin, owner);
    await expect(put(editor, bundleId, parcoursId)).rejects.toMatchObject(FORBIDDEN);
    await addMember(server.origin, owner, parcoursId, editor, 'drop');
    await put(editor, bundleId, parcoursId);
    await call(server.origin, 'removeMember', { params: { mapId: parcoursId, userId: editor.user.id } }, editor.token);
    const params = { bundleId, mapId: parcoursId };
    await expect(call(server.origin, 'removeFromBundle', { params }, editor.token)).rejects.toMatchObject(FORBIDDEN);
    await call(server.origin, 'removeFromBundle', { params }, admin.token);
    await expect(call(server.origin, 'removeFromBundle', { params }, admin.token)).rejects.toMatchObject(NOT_FOUND);
    await put(admin, bundleId, parcoursId);
  });

  test('shows plain members only their own parcours in it, and is hidden if it has none of them', async () => {
    const [member, other] = [await signUp(server.origin, 'Plain member'), await signUp(server.origin, 'Other')];
    const { id: bundleId } = await makeBundle(admin);
    const [theirs, hidden] = [
      await makeParcours(server.origin, admin, 'La leur'),
      await makeParcours(server.origin, admin, 'Une autre'),
    ];
    for (const parcoursId of [theirs, hidden]) await put(admin, bundleId, parcoursId);
    await addMember(server.origin, admin, theirs, member, 'guest');
    expect((await call(server.origin, 'listBundles', {}, member.token)).map(({ id }) => id)).toEqual([bundleId]);
    expect(await mapsOf(member, bundleId)).toEqual([
      { map_id: theirs, map_name: 'La leur', map_description: 'La leur, pas à pas', privilege: 'guest' },
    ]);
    expect(await call(server.origin, 'listBundles', {}, other.token)).toEqual([]);
    expect(await mapsOf(other, bundleId)).toEqual([]);
    await call(server.origin, 'removeMember', { params: { mapId: theirs, userId: member.user.id } }, admin.token);
    expect(await call(server.origin, 'listBundles', {}, member.token)).toEqual([]);
  });

  test('shows people who manage bundles also parcours of which they are not a member', async () => {
    const [owner, editor] = [await signUp(server.origin, 'Keeps it'), await signUp(server.origin, 'Sees it')];
    await setRole(server, editor, 'editor');
    const { id: bundleId } = await makeBundle(admin);
    const parcoursId = await makeParcours(server.origin, owner);
    await put(admin, bundleId, parcoursId);
    expect(await mapsOf(editor, bundleId)).toMatchObject([{ map_id: parcoursId, privilege: null }]);
  });

  test.each(['abc', '0', '-1', '1.5', '9007199254740993', 'NaN', '%00'])('has no id %s', async (id) => {
    const headers = { Authorization: `Bearer ${admin.token}` };
    const answer = await fetch(`${server.origin}/v1/bundle/${id}/maps`, { headers });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringContaining('Invalid bundleId') },
    });
  });

  test('that does not exist is not found', async () => {
    const bundleId = BundleId.parse(999_999);
    const parcoursId = await makeParcours(server.origin, admin);
    for (const attempt of [
      () => mapsOf(admin, bundleId),
      () => call(server.origin, 'updateBundle', { params: { bundleId }, body: { name: 'N' } }, admin.token),
      () => call(server.origin, 'deleteBundle', { params: { bundleId } }, admin.token),
      () => put(admin, bundleId, parcoursId),
      async () => put(admin, (await makeBundle(admin)).id, ParcoursId.parse(999_999)),
    ]) {
      await expect(attempt()).rejects.toMatchObject(NOT_FOUND);
    }
  });

  test('needs a name', async () => {
    const body = { name: '   ' };
    await expect(call(server.origin, 'createBundle', { body }, admin.token)).rejects.toMatchObject({
      status: 400,
      body: { error: { faults: [{ path: 'name' }] } },
    });
  });
});

function makeBundle(person: Person) {
  return call(server.origin, 'createBundle', { body: { name: 'Les quais' } }, person.token);
}

function put(person: Person, bundleId: BundleId, parcoursId: ParcoursId) {
  return call(server.origin, 'addToBundle', { params: { bundleId, mapId: parcoursId } }, person.token);
}

function mapsOf(person: Person, bundleId: BundleId) {
  return call(server.origin, 'listBundleParcours', { params: { bundleId } }, person.token);
}

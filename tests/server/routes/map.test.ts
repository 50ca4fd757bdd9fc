import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../support/api.ts';
import { addMember, makeParcours, setRole, signUp } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

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
      },
    ]);
  });

  test('is not created by a guest', async () => {
    const guest = await signUp(server.origin, 'Passing', 'guest');
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

  test('belongs to whoever the token says, whatever userId the body names', async () => {
    const [cy, di] = [await signUp(server.origin, 'Cy'), await signUp(server.origin, 'Di')];
    const body = { title: 'Mine', description: 'Not yours', userId: di.user.id };
    await call(server.origin, 'createParcours', { body }, cy.token);
    expect(await namesOf(cy.token)).toEqual(['Mine']);
    expect(await namesOf(di.token)).toEqual([]);
  });
});

describe('the list of parcours', () => {
  test('shows members only, whatever userId the query names', async () => {
    const [ed, flo] = [await signUp(server.origin, 'Ed'), await signUp(server.origin, 'Flo')];
    await makeParcours(server.origin, ed, 'Private');
    const query = { userId: String(ed.user.id) };
    expect(await call(server.origin, 'listParcours', { query }, flo.token)).toEqual([]);
  });

  test('names the members with the highest privilege first, and nothing secret of them', async () => {
    const [gil, hal, ida] = await Promise.all(['Gil', 'Hal', 'Ida'].map((name) => signUp(server.origin, name)));
    if (gil === undefined || hal === undefined || ida === undefined) throw new Error('Expected three people');
    await setRole(server, gil, 'admin');
    const mapId = await makeParcours(server.origin, gil);
    await addMember(server.origin, gil, mapId, hal, 'guest');
    await addMember(server.origin, gil, mapId, ida, 'editor');
    const [parcours] = await call(server.origin, 'listParcours', { query: {} }, hal.token);
    expect(parcours?.privilege).toBe('guest');
    expect(parcours?.users.map(({ name }) => name)).toEqual(['Gil', 'Ida', 'Hal']);
    expect(JSON.stringify(parcours)).not.toContain('@');
  });
});

async function namesOf(token: string): Promise<string[]> {
  return (await call(server.origin, 'listParcours', { query: {} }, token)).map(({ name }) => name);
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { startGoogle } from '../support/network/google.ts';
import { call } from '../support/server/api.ts';
import {
  makeInvite,
  makeParcours,
  makePlace,
  type Person,
  pointPlace,
  signUp,
  signUpAs,
  signUpMember,
  upload,
} from '../support/server/people.ts';
import { createAuthenticator } from '../support/server/software-authenticator.ts';
import { useServer } from '../support/server/use-server.ts';

const google = await startGoogle();
afterAll(google.stop);
const server = useServer(google.env);
let owner: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(server.origin, owner);
});

const succeeded = async (calls: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;
const invite = async (privilege: 'admin' | 'drop', to: ParcoursId): Promise<string> =>
  (await makeInvite(server.origin, owner, to, privilege)).token;
const accept = (person: Person, token: string) =>
  call(server.origin, 'acceptInvite', { body: { token } }, person.token);
const loginWithGoogle = (accessToken: string) => call(server.origin, 'loginWithGoogle', { body: { accessToken } });
const samples = (...values: number[]): Blob => new Blob([wavOf(Int16Array.from(values))]);

describe('concurrent requests about an account', () => {
  test('create one account when several sign up with the same email', async () => {
    const body = { name: 'Ana', email: 'twice@example.org', password: 'le mot juste' };
    expect(await succeeded([1, 2, 3].map(() => call(server.origin, 'createAccount', { body })))).toBe(1);
  });

  test('create one account when one person logs in through Google several times', async () => {
    const token = google.grant('sub-twice', 'twice@gmail.com');
    const all = await Promise.all([1, 2, 3].map(() => loginWithGoogle(token)));
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1);
  });

  test('leave no session to a password login while the account passes to a Google user', async () => {
    for (let round = 0; round < 5; round++) {
      const body = { email: `racer${round}@gmail.com`, password: 'le mot juste' };
      await call(server.origin, 'createAccount', { body: { name: 'Racer', ...body } });
      const [linked, entered] = await Promise.allSettled([
        loginWithGoogle(google.grant(`sub-racer${round}`, body.email)),
        call(server.origin, 'login', { body }),
      ]);
      expect(linked.status).toBe('fulfilled');
      if (entered.status === 'rejected') continue;
      const attempt = call(server.origin, 'readMe', {}, entered.value.token);
      await expect(attempt).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  test('let one passkey challenge serve only one of two logins', async () => {
    const { token } = await signUp(server.origin, 'Gil');
    const authenticator = createAuthenticator();
    const { options: toAdd } = await call(server.origin, 'startPasskey', { body: {} }, token);
    await call(server.origin, 'addPasskey', { body: authenticator.create(toAdd) }, token);
    const { options } = await call(server.origin, 'startPasskeyLogin', {});
    const body = authenticator.get(options);
    expect(await succeeded([1, 2].map(() => call(server.origin, 'loginWithPasskey', { body })))).toBe(1);
  });
});

describe('concurrent requests about a parcours', () => {
  test('let only one of several people accept an admin invitation', async () => {
    const token = await invite('admin', await makeParcours(server.origin, owner));
    const people = await Promise.all(['One', 'Two', 'Three'].map((name) => signUp(server.origin, `Admin ${name}`)));
    expect(await succeeded(people.map((person) => accept(person, token)))).toBe(1);
  });

  test('let each of several people join once when they accept one invitation twice', async () => {
    const people = [await signUp(server.origin, 'Racer one'), await signUp(server.origin, 'Racer two')];
    const joined = await makeParcours(server.origin, owner);
    const token = await invite('drop', joined);
    await Promise.all([...people, ...people].map((person) => accept(person, token)));
    const members = await call(server.origin, 'listMembers', { params: { mapId: joined } }, owner.token);
    expect(members.map(({ privilege }) => privilege)).toEqual(['admin', 'drop', 'drop']);
  });

  test('create a single share link', async () => {
    const params = { mapId: parcoursId, privilege: 'drop' as const };
    const share = () => call(server.origin, 'createShareLink', { params, body: {} }, owner.token);
    const links = await Promise.all([share(), share(), share()]);
    expect(new Set(links.map(({ link }) => link)).size).toBe(1);
  });

  test('keep one admin when both admins leave', async () => {
    for (let round = 0; round < 5; round++) {
      const left = await makeParcours(server.origin, owner);
      const second = await signUpMember(server, owner, left, 'Second admin', 'admin');
      const params = ({ user }: Person) => ({ mapId: left, userId: user.id });
      const leave = (person: Person) => call(server.origin, 'removeMember', { params: params(person) }, person.token);
      const lower = (person: Person) =>
        call(
          server.origin,
          'setMemberPrivilege',
          { params: params(person), body: { privilege: 'drop' } },
          person.token,
        );
      const ends = await Promise.allSettled([round % 2 === 0 ? leave(owner) : lower(owner), leave(second)]);
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(ends).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ code: 'last_admin' }) });
    }
  });

  test('create one role request when one account asks twice', async () => {
    const member = await signUpMember(server, owner, parcoursId, 'Asks', 'editor');
    const body = { role: 'editor', mapId: parcoursId } as const;
    const [one, other] = await Promise.all(
      [1, 2].map(() => call(server.origin, 'requestRole', { body }, member.token)),
    );
    expect(one?.id).toBe(other?.id);
  });
});

describe('concurrent requests about a place', () => {
  test('make one whose number the person learns who gives it up, or none', async () => {
    for (let round = 0; round < 6; round++) {
      const key = `given-up-${round}`;
      const make = () =>
        call(server.origin, 'createPlace', { body: pointPlace(parcoursId) }, owner.token, key).then(
          ({ newPlace }) => newPlace.place_id,
          ({ code }) => code,
        );
      const first = round % 2 === 0 ? make() : null;
      const abandoned = call(server.origin, 'abandonPlace', { headers: { 'idempotency-key': key } }, owner.token);
      const made = first ?? make();
      expect(await made).toBe((await abandoned).placeId ?? 'conflict');
    }
  });
});

describe('concurrent requests about recordings', () => {
  test('leave each place one playable recording after many uploads of equal and other content', async () => {
    const racing = await makeParcours(server.origin, owner, 'Racing');
    const places = await Promise.all([0, 1, 2, 3].map(() => makePlace(server.origin, owner, racing)));
    const contents = [samples(1), samples(2), samples(3)];
    await Promise.all(
      Array.from({ length: 48 }, (_, index) => {
        const [place, file] = [places[index % 4], contents[(index * 7) % 3]];
        if (place === undefined || file === undefined) throw new Error('Expected a place and a file');
        return upload(server.origin, owner, place, file);
      }),
    );
    const listed = await call(server.origin, 'listPlaces', { body: { mapIds: [racing] } }, owner.token);
    expect(listed.places).toHaveLength(4);
    for (const { media } of listed.places) {
      expect((await fetch(server.origin + (media?.data.link ?? ''))).status).toBe(200);
    }
  });

  test('yield one recording from ten uploads to one recording session', async () => {
    const place_id = await makePlace(server.origin, owner, parcoursId);
    const { sessionId } = await call(server.origin, 'startRecording', { body: {} }, owner.token);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => {
        const file = samples(7, index % 2);
        const input = { params: { sessionId }, file, fields: { place_id, size: file.size, length: 1 } };
        return call(server.origin, 'uploadSessionAudio', input, owner.token);
      }),
    );
    const links = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.media_data.link] : []));
    expect(new Set(links).size).toBe(1);
    expect(links).toHaveLength(5);
  });

  test('keep a file that is uploaded to one place while another place with it is purged', async () => {
    for (let round = 0; round < 5; round++) {
      const file = samples(10, round);
      const [old, fresh] = [
        await makePlace(server.origin, owner, parcoursId),
        await makePlace(server.origin, owner, parcoursId),
      ];
      await upload(server.origin, owner, old, file);
      await call(server.origin, 'deleteDrop', { params: { placeId: old } }, owner.token);
      const [{ link }] = await Promise.all([
        upload(server.origin, owner, fresh, file),
        call(server.origin, 'purgePlace', { params: { placeId: old } }, owner.token),
      ]);
      expect((await fetch(server.origin + link)).status).toBe(200);
    }
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { auditLogRows } from '../../../support/database/kept-data.ts';
import { call, codeOf } from '../../../support/server/api.ts';
import {
  fixture,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
  upload,
} from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
let editor: Person;
let author: Person;
let other: Person;
let parcoursId: ParcoursId;
beforeEach(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  editor = await signUpMember(server, owner, parcoursId, 'Editor', 'editor', 'editor');
  author = await signUpMember(server, owner, parcoursId, 'Author', 'drop');
  other = await signUpMember(server, owner, parcoursId, 'Other', 'drop');
  await requireApproval(owner, true);
});

const requireApproval = ({ token }: Person, required: boolean) =>
  call(server.origin, 'requireApproval', { params: { mapId: parcoursId }, body: { required } }, token);
/** Returns a place's visibility for somebody in the map's list: public, the reason it is held, or not there. */
const seen = async (id: PlaceId, { token }: Person): Promise<string> => {
  const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token);
  const place = places.find((listed) => listed.id === id);
  return place === undefined ? 'not there' : (place.held ?? 'public');
};
/** Answers for the drop as the map's admin currently sees it. */
const answer = async (id: PlaceId, person: Person, given: 'approved' | 'refused', words?: string) =>
  answerTo(id, await versionOf(id), person, given, words);
const answerTo = (id: PlaceId, version: string, { token }: Person, given: 'approved' | 'refused', words?: string) =>
  call(
    server.origin,
    'answerWaiting',
    { params: { placeId: id }, body: { answer: given, version, ...(words === undefined ? {} : { words }) } },
    token,
  );
const versionOf = async (id: PlaceId): Promise<string> =>
  (await waiting(owner)).find((place) => place.id === id)?.version ?? 'not there';
const waiting = async ({ token }: Person) =>
  (await call(server.origin, 'listWaiting', { params: { mapId: parcoursId } }, token)).places;
const countFor = async ({ token }: Person): Promise<number | undefined> =>
  (await call(server.origin, 'listParcours', { query: {} }, token)).find(({ id }) => id === parcoursId)?.waiting_count;

describe('on a map that requires approval', () => {
  test('a member’s drop waits, visible to its author and the map’s editors and admins alone', async () => {
    const id = await makePlace(server.origin, author, parcoursId, 'Le pont');
    await upload(server.origin, author, id, await fixture('conforming-mono.wav'));
    for (const person of [author, editor, owner]) expect(await seen(id, person)).toBe('waiting');
    expect(await seen(id, other)).toBe('not there');
    const open = call(server.origin, 'readPlace', { params: { placeId: id } }, other.token);
    expect(await codeOf(open)).toBe('not_found');
    for (const person of [author, owner]) {
      const pack = await call(server.origin, 'readPack', { params: { mapId: parcoursId } }, person.token);
      expect(pack.places).toEqual([]);
    }
    expect(await waiting(editor)).toMatchObject([{ id, name: 'Le pont', author: author.user.name, media: {} }]);
    expect([await countFor(owner), await countFor(editor), await countFor(author)]).toEqual([1, 1, undefined]);
  });

  test('the response to a creation or change, and to its repeat, says whether the place waits', async () => {
    const { token } = author;
    const body = {
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] },
    };
    const properties = { appelation: 'Le pont', type: 'Ici' as const, mapId: parcoursId };
    const make = (draft: boolean, by: Person) =>
      call(
        server.origin,
        'createPlace',
        { body: { ...body, properties: { ...properties, draft } } },
        by.token,
        `place-${by.user.id}-${draft}`,
      ).then(({ newPlace }) => newPlace);
    const made = await make(false, author);
    expect(made.held).toBe('waiting');
    expect(await make(false, author)).toEqual(made);
    expect((await make(false, editor)).held).toBeUndefined();
    const { place_id: id, held } = await make(true, author);
    expect(held).toBeUndefined();
    const published = await call(server.origin, 'updatePlace', { body: { id, appelation: 'Le quai' } }, token);
    expect(published.held).toBe('waiting');
  });

  test('drops of people who may approve are public at once', async () => {
    for (const person of [owner, editor]) {
      expect(await seen(await makePlace(server.origin, person, parcoursId), other)).toBe('public');
    }
    expect(await countFor(owner)).toBeUndefined();
  });

  test('an approved drop is public; its author is told, and the audit log says who approved it', async () => {
    const id = await makePlace(server.origin, author, parcoursId, 'Le pont');
    expect(await codeOf(answer(id, other, 'approved'))).toBe('forbidden');
    expect(await codeOf(answer(id, author, 'approved'))).toBe('forbidden');
    await answer(id, editor, 'approved', 'Merci');
    expect(await seen(id, other)).toBe('public');
    expect(await codeOf(answer(id, editor, 'refused'))).toBe('conflict');
    const { messages } = await call(server.origin, 'listMessages', {}, author.token);
    expect(messages).toMatchObject([{ kind: 'approved', name: 'Le pont', words: 'Merci', mayAnswer: false }]);
    expect((await auditLogRows(server.dataDir, 'approved')).at(-1)).toMatchObject({
      actor_id: editor.user.id,
      account_id: author.user.id,
      place_id: id,
    });
  });

  test.each(['name', 'audio', 'shape'])(
    'an approval of an older version fails: a changed %s makes a new version',
    async (what) => {
      const id = await makePlace(server.origin, author, parcoursId, 'Le pont');
      await upload(server.origin, author, id, await fixture('conforming-mono.wav'));
      const heard = await versionOf(id);
      if (what === 'audio') await upload(server.origin, author, id, await fixture('conforming-stereo.wav'));
      else {
        const change =
          what === 'name' ? { appelation: 'Autre' } : { appelation: 'Le pont', feature: 'POINT(2.35 48.86)' };
        await call(server.origin, 'updatePlace', { body: { id, ...change } }, author.token);
      }
      for (const given of ['approved', 'refused'] as const) {
        expect(await codeOf(answerTo(id, heard, editor, given))).toBe('conflict');
      }
      expect(await seen(id, other)).toBe('not there');
      await answer(id, editor, 'approved');
      expect(await seen(id, other)).toBe('public');
    },
  );

  test('a refused drop is visible to its author alone, and waits again after a change, not without one', async () => {
    const id = await makePlace(server.origin, author, parcoursId, 'Le pont');
    const sound = await fixture('conforming-mono.wav');
    await upload(server.origin, author, id, sound);
    await answer(id, owner, 'refused', 'Trop court');
    for (const person of [author, owner, other]) expect(await seen(id, person)).toBe('not there');
    const params = { userId: author.user.id };
    const drops = () => call(server.origin, 'listDrops', { params, query: {} }, author.token);
    expect((await drops()).drops).toMatchObject([{ id, held: 'refused' }]);
    await call(server.origin, 'updatePlace', { body: { id, appelation: 'Le pont' } }, author.token);
    await upload(server.origin, author, id, sound);
    expect((await drops()).drops).toMatchObject([{ id, held: 'refused' }]);
    await call(server.origin, 'updatePlace', { body: { id, appelation: 'Plus long' } }, author.token);
    expect((await drops()).drops).toMatchObject([{ id, held: 'waiting' }]);
    expect(await waiting(owner)).toMatchObject([{ id, name: 'Plus long' }]);
  });

  test.each(['name', 'audio'])('an approved drop whose author changes its %s waits again', async (what) => {
    const id = await makePlace(server.origin, author, parcoursId);
    await answer(id, editor, 'approved');
    if (what === 'name') {
      await call(server.origin, 'updatePlace', { body: { id, appelation: 'Autre chose' } }, author.token);
    } else await upload(server.origin, author, id, await fixture('conforming-mono.wav'));
    expect(await seen(id, other)).toBe('not there');
    expect(await seen(id, owner)).toBe('waiting');
  });

  test('an editor’s change of a drop neither approves nor withdraws it', async () => {
    const [first, second] = [
      await makePlace(server.origin, author, parcoursId),
      await makePlace(server.origin, author, parcoursId),
    ];
    await answer(first, editor, 'approved');
    for (const id of [first, second]) {
      await call(server.origin, 'updatePlace', { body: { id, appelation: 'Mieux' } }, editor.token);
    }
    expect([await seen(first, other), await seen(second, other)]).toEqual(['public', 'not there']);
  });

  test('a draft waits after its publication, and is not in the queue before', async () => {
    const id = await makeDraft(server.origin, author, parcoursId);
    expect([await waiting(owner), await countFor(owner)]).toEqual([[], undefined]);
    expect(await codeOf(answer(id, owner, 'approved'))).toBe('not_found');
    await call(server.origin, 'updatePlace', { body: { id, appelation: 'Prêt' } }, author.token);
    expect(await seen(id, owner)).toBe('waiting');
  });
});

test('only admins of a map can require approval; waiting drops still wait without it', async () => {
  const id = await makePlace(server.origin, author, parcoursId);
  expect(await codeOf(requireApproval(editor, false))).toBe('forbidden');
  expect(await requireApproval(owner, false)).not.toHaveProperty('needs_approval');
  await requireApproval(owner, false);
  const switched = (await auditLogRows(server.dataDir, 'approval_changed')).filter(
    ({ parcours_id }) => parcours_id === parcoursId,
  );
  expect(switched.map(({ actor_id, detail }) => [actor_id, detail])).toEqual([
    [owner.user.id, 'required'],
    [owner.user.id, 'not required'],
  ]);
  expect(await seen(await makePlace(server.origin, author, parcoursId), other)).toBe('public');
  expect(await seen(id, other)).toBe('not there');
  await answer(id, editor, 'approved');
  expect(await seen(id, other)).toBe('public');
});

test.each(['waits', 'was refused'])(
  'a drop that %s stays held after its author’s change when approval is no longer required',
  async (how) => {
    const id = await makePlace(server.origin, author, parcoursId);
    if (how === 'was refused') await answer(id, owner, 'refused');
    await requireApproval(owner, false);
    await call(server.origin, 'updatePlace', { body: { id, appelation: 'Encore' } }, author.token);
    expect([await seen(id, other), await seen(id, owner)]).toEqual(['not there', 'waiting']);
  },
);

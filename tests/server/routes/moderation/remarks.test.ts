import { beforeEach, describe, expect, test } from 'vitest';
import { REMARKS_OPEN_MAX } from '../../../../contracts/limits.ts';
import { Slug } from '../../../../contracts/open-parcours.ts';
import type { RemarkSubject } from '../../../../contracts/remark.ts';
import type { ParcoursId, PlaceId, RemarkId } from '../../../../contracts/vocabulary.ts';
import { call, codeOf, openToken } from '../../../support/server/api.ts';
import {
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
} from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
let author: Person;
let visitor: Person;
let parcoursId: ParcoursId;
let bridge: PlaceId;
let casts = 0;
beforeEach(async () => {
  casts += 1;
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  author = await signUpMember(server, owner, parcoursId, 'Author', 'drop');
  visitor = await signUpMember(server, owner, parcoursId, 'Visitor', 'guest');
  bridge = await makePlace(server.origin, author, parcoursId, 'Le pont');
});

const send = (placeId: PlaceId, { token }: Person, words = 'Des travaux.', subject: RemarkSubject = 'way') =>
  call(server.origin, 'sendRemark', { params: { placeId }, body: { subject, words } }, token);
const listFor = async ({ token }: Person) =>
  (await call(server.origin, 'listRemarks', { params: { mapId: parcoursId } }, token)).remarks;
const close = (remarkId: RemarkId, { token }: Person, answer = '') =>
  call(server.origin, 'closeRemark', { params: { remarkId }, body: { answer } }, token);
const countFor = async ({ token }: Person) =>
  (await call(server.origin, 'listParcours', { query: {} }, token)).find(({ id }) => id === parcoursId)?.remark_count;
const messagesOf = async ({ token }: Person) => (await call(server.origin, 'listMessages', {}, token)).messages;
const onlyRemark = async (): Promise<RemarkId> => {
  const [remark] = await listFor(owner);
  if (remark === undefined) throw new Error('Expected a remark, got none');
  return remark.id;
};

describe('a remark', () => {
  test('reaches the place’s author and the map’s editors, without its sender', async () => {
    await send(bridge, visitor);
    const seen = { placeId: bridge, name: 'Le pont', subject: 'way', words: 'Des travaux.', mayAnswer: true };
    for (const person of [author, owner]) {
      const list = await listFor(person);
      expect(list).toMatchObject([seen]);
      expect(JSON.stringify(list)).not.toContain(visitor.user.name);
    }
    expect(await listFor(visitor)).toEqual([]);
    expect([await countFor(owner), await countFor(author), await countFor(visitor)]).toEqual([1, 1, undefined]);
  });

  test('is stored once, however often the same is sent', async () => {
    for (const words of ['Des travaux.', 'Des travaux.', 'Une grue.']) await send(bridge, visitor, words);
    expect((await listFor(author)).map(({ words }) => words)).toEqual(['Des travaux.', 'Une grue.']);
  });

  test('is not about another author’s place, for an author', async () => {
    const quay = await makePlace(server.origin, owner, parcoursId, 'Le quai');
    await send(quay, visitor);
    expect(await listFor(author)).toEqual([]);
    expect(await codeOf(close(await onlyRemark(), author))).toBe('forbidden');
    expect(await listFor(owner)).toHaveLength(1);
  });

  test('cannot be about what its sender may not see', async () => {
    const draft = await makeDraft(server.origin, author, parcoursId);
    expect(await codeOf(send(draft, visitor))).toBe('not_found');
    const stranger = await signUpAs(server, 'Stranger', 'user');
    expect(await codeOf(send(bridge, stranger))).toBe('forbidden');
  });

  test('comes from anybody on an open map, once, and can’t be answered', async () => {
    const params = { mapId: parcoursId };
    const slug = Slug.parse(`le-quai-${casts}`);
    await call(server.origin, 'updateOpening', { params, body: { visibility: 'link', slug } }, owner.token);
    for (let times = 0; times < 2; times++) {
      const body = { subject: 'sound' as const, words: '' };
      await call(server.origin, 'sendRemark', { params: { placeId: bridge }, body }, openToken(slug));
    }
    expect(await listFor(author)).toMatchObject([{ subject: 'sound', words: '', mayAnswer: false }]);
    await close(await onlyRemark(), author, 'Merci.');
    expect(await listFor(author)).toEqual([]);
  });

  test('is refused once a place has many', async () => {
    for (let index = 0; index < REMARKS_OPEN_MAX; index++) {
      // Each account may send a number of them in an hour.
      await send(bridge, index % 2 === 0 ? visitor : owner, `Remarque ${index}`);
    }
    expect(await codeOf(send(bridge, author, 'Une de trop'))).toBe('too_many');
  });

  test('is deleted with its place for ever, and out of sight while that may be restored', async () => {
    await send(bridge, visitor);
    await call(server.origin, 'deletePlace', { params: { placeId: bridge } }, owner.token);
    expect(await listFor(owner)).toEqual([]);
    await call(server.origin, 'restorePlace', { params: { placeId: bridge } }, owner.token);
    expect(await listFor(owner)).toHaveLength(1);
  });
});

describe('a remark that is closed', () => {
  test('with an answer tells its sender, and is gone for all', async () => {
    await send(bridge, visitor);
    await close(await onlyRemark(), author, 'Merci, nous l’avons déplacé.');
    expect(await messagesOf(visitor)).toMatchObject([
      { kind: 'answered', name: 'Le pont', words: 'Merci, nous l’avons déplacé.', mayAnswer: false },
    ]);
    expect(await listFor(owner)).toEqual([]);
    expect(await countFor(owner)).toBeUndefined();
  });

  test('without an answer tells nobody', async () => {
    await send(bridge, visitor);
    const id = await onlyRemark();
    await close(id, owner);
    expect(await messagesOf(visitor)).toEqual([]);
    expect(await codeOf(close(id, owner))).toBe('not_found');
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { PICTURE_WORDS_MAX, TELLING_TEXT_MAX, TELLINGS_MAX, TRANSCRIPT_MAX } from '../../../contracts/limits.ts';
import type { Telling, TellingKey, TellingText, Transcript } from '../../../contracts/telling.ts';
import { type ParcoursId, PictureId, type PlaceId } from '../../../contracts/vocabulary.ts';
import { withDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import {
  answerWaiting,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
const ENGLISH: TellingKey = { language: 'en', kind: 'standard' };
const OWN: TellingKey = { language: 'fr', kind: 'standard' };
const TEXT: TellingText = {
  name: 'The bridge',
  text: 'It is *old*.',
  link: 'https://example.org/bridge',
  pictures: [],
};
const NOTHING: TellingText = { name: '', text: '', link: null, pictures: [] };
const DRAFT: Transcript = { vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHere.', state: 'draft' };

let owner: Person;
let author: Person;
let member: Person;
let parcoursId: ParcoursId;
let placeId: PlaceId;
beforeEach(async () => {
  owner = await signUpAs(server, 'Autrice', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  author = await signUpMember(server, owner, parcoursId, 'Lea', 'drop');
  member = await signUpMember(server, owner, parcoursId, 'Omar', 'drop');
  placeId = await makePlace(server.origin, author, parcoursId);
});

const write = (text: TellingText, key = ENGLISH, { token } = author, id = placeId): Promise<Telling> =>
  call(server.origin, 'changeTelling', { params: { placeId: id, ...key }, body: text }, token);
const transcribe = (transcript: Transcript | null, key = ENGLISH, { token } = author): Promise<Telling> =>
  call(server.origin, 'changeTranscript', { params: { placeId, ...key }, body: { transcript } }, token);
const remove = (key = ENGLISH, { token } = author) =>
  call(server.origin, 'deleteTelling', { params: { placeId, ...key } }, token);
const read = async ({ token } = author, id = placeId) =>
  (await call(server.origin, 'readPlaceWords', { params: { placeId: id } }, token)).tellings;
const held = async (): Promise<string | undefined> =>
  (await call(server.origin, 'readPlace', { params: { placeId } }, author.token)).held;

describe('a telling', () => {
  test('is what its author last wrote, for everybody who sees the place', async () => {
    const telling = { ...ENGLISH, ...TEXT, transcript: null, media: null };
    expect(await write(TEXT)).toEqual(telling);
    expect(await read(member)).toEqual([telling]);
    await write({ ...TEXT, name: ' The\nold bridge\u0000 ' }, ENGLISH, owner);
    await write({ ...TEXT, text: 'Regarde.' }, { language: 'fr', kind: 'children' });
    expect((await read(member)).map(({ name, kind }) => [kind, name])).toEqual([
      ['standard', 'The old bridge'],
      ['children', 'The bridge'],
    ]);
  });

  test('that is the place itself has no name of its own', async () => {
    expect(await write(TEXT, OWN)).toMatchObject({ name: '', text: TEXT.text });
  });

  test('ends when nothing is left of it, or with its deletion', async () => {
    await write(TEXT);
    await transcribe(DRAFT);
    await write(NOTHING);
    expect(await read()).toMatchObject([{ name: '', transcript: DRAFT }]);
    await transcribe(null);
    expect(await read()).toEqual([]);
    await write(TEXT);
    await remove();
    expect(await read()).toEqual([]);
    await expect(remove()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  test('is refused beyond the limits, and accepted at them', async () => {
    const vtt = 'WEBVTT\n\n'.padEnd(TRANSCRIPT_MAX, 'a');
    await write({ ...TEXT, text: 'a'.repeat(TELLING_TEXT_MAX) });
    await transcribe({ vtt, state: 'draft' });
    const refused: readonly (() => Promise<unknown>)[] = [
      () => write({ ...TEXT, text: 'a'.repeat(TELLING_TEXT_MAX + 1) }),
      () => write({ ...TEXT, link: 'javascript:alert(1)' }),
      () => write({ ...TEXT, link: 'https://example.org/\u0000' }),
      () => transcribe({ vtt: `${vtt}a`, state: 'draft' }),
      () => transcribe({ vtt: 'no cues', state: 'draft' }),
      () => write(TEXT, { language: 'english', kind: 'standard' }),
    ];
    for (const one of refused) await expect(one()).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is one of a number that a place may have', async () => {
    const languages = Array.from(
      { length: TELLINGS_MAX },
      (_, index) => `q${String.fromCharCode(97 + (index % 26))}${index < 26 ? 'a' : 'b'}`,
    );
    for (const language of languages) await write(TEXT, { language, kind: 'easy' });
    await expect(write(TEXT)).rejects.toMatchObject({ code: 'too_many' });
    await expect(transcribe(DRAFT)).rejects.toMatchObject({ code: 'too_many' });
    await write({ ...TEXT, text: 'Autre' }, { language: languages[0] ?? '', kind: 'easy' });
    expect(await read()).toHaveLength(TELLINGS_MAX);
  });

  test('describes its place’s pictures, each in its own words', async () => {
    const other = await makePlace(server.origin, author, parcoursId);
    const [bridge, quay, foreign] = [
      await insertPicture(placeId, 1),
      await insertPicture(placeId, 0),
      await insertPicture(other, 0),
    ];
    await write({
      ...TEXT,
      pictures: [
        { id: bridge, description: 'An arch' },
        { id: quay, description: 'a'.repeat(PICTURE_WORDS_MAX) },
      ],
    });
    await write({ ...NOTHING, pictures: [{ id: bridge, description: 'Une arche' }] }, OWN);
    expect((await read()).map(({ pictures }) => pictures.map(({ id }) => id))).toEqual([[quay, bridge], [bridge]]);
    await write({ ...TEXT, pictures: [{ id: quay, description: '' }] });
    expect((await read()).map(({ pictures }) => pictures)).toEqual([[], [{ id: bridge, description: 'Une arche' }]]);
    await expect(write({ ...TEXT, pictures: [{ id: foreign, description: 'A' }] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a draft of a transcript', () => {
  test('is only for those who may change the place', async () => {
    await transcribe(DRAFT);
    for (const person of [author, owner]) expect(await read(person)).toMatchObject([{ transcript: DRAFT }]);
    expect(await read(member)).toEqual([]);
    await transcribe({ ...DRAFT, state: 'approved' });
    expect(await read(member)).toMatchObject([{ transcript: { vtt: DRAFT.vtt } }]);
  });
});

describe('where drops wait for an approval', () => {
  beforeEach(async () => {
    const params = { mapId: parcoursId };
    await call(server.origin, 'requireApproval', { params, body: { required: true } }, owner.token);
  });

  test.each([
    ['a text', () => write(TEXT)],
    ['a transcript', () => transcribe(DRAFT)],
    ['a deletion', () => remove({ language: 'de', kind: 'easy' })],
  ])('%s by the author makes the place wait, once it changes something', async (_, change) => {
    await write(TEXT, { language: 'de', kind: 'easy' }, owner);
    expect(await held()).toBe(undefined);
    await change();
    expect(await held()).toBe('waiting');
    await answerWaiting(server.origin, owner, parcoursId, placeId, 'approved');
    expect(await held()).toBe(undefined);
  });

  test('the same text again changes nothing, and an editor’s neither', async () => {
    await write(TEXT, ENGLISH, owner);
    await write(TEXT);
    expect(await held()).toBe(undefined);
  });

  test('nobody approves words that were written after they looked', async () => {
    await write(TEXT);
    const params = { mapId: parcoursId };
    const { places } = await call(server.origin, 'listWaiting', { params }, owner.token);
    await write({ ...TEXT, text: 'Other' });
    const body = { answer: 'approved' as const, version: places[0]?.version ?? '' };
    await expect(
      call(server.origin, 'answerWaiting', { params: { placeId }, body }, owner.token),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('nobody but its author reads or writes what a draft says', async () => {
  const draftId = await makeDraft(server.origin, author, parcoursId);
  await write(TEXT, ENGLISH, author, draftId);
  expect(await read(author, draftId)).toHaveLength(1);
  await expect(read(owner, draftId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(write(TEXT, ENGLISH, owner, draftId)).rejects.toMatchObject({ code: 'not_found' });
});

async function insertPicture(place: PlaceId, position: number): Promise<PictureId> {
  return withDatabase(server.dataDir, async (database) => {
    const row = { place_id: place, position, credit: '', width: 9, height: 9, created_at: '2026-01-01T00:00:00.000Z' };
    const [added] = await database.transact((tx) => tx('pictures').insert(row).returning('id'));
    return PictureId.parse(added.id);
  });
}

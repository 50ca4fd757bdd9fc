import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../contracts/routes.ts';
import type { ParcoursAbout, ParcoursAboutChange, TellingText } from '../../../contracts/telling.ts';
import { type ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { COSTLY_WORK } from '../../../server/domain/costly-work.ts';
import { createFairQueue } from '../../../server/domain/fair-queue.ts';
import { createListCache } from '../../../server/domain/places/lists/place-lists.ts';
import { createParcoursWords } from '../../../server/domain/tellings/parcours-words.ts';
import { listTellings } from '../../../server/store/tellings.ts';
import { changeRows, withDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import {
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
const NOTHING: TellingText = { name: '', text: '', link: null, pictures: [] };
const ABOUT: ParcoursAbout = {
  language: 'fr',
  facts: { lengthM: 1200, difficulty: 'easy', hasSteps: false, licence: 'cc-by-sa' },
  translations: [
    { language: 'br', name: 'Ar c’hae', description: '' },
    { language: 'en', name: 'The quay', description: 'Step by step\nalong it' },
  ],
};

let owner: Person;
let author: Person;
let member: Person;
let parcoursId: ParcoursId;
let bridge: PlaceId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  author = await signUpMember(server, owner, parcoursId, 'Author', 'drop');
  member = await signUpMember(server, owner, parcoursId, 'Member', 'drop');
  bridge = await makePlace(server.origin, owner, parcoursId, 'Le pont');
  await makePlace(server.origin, owner, parcoursId, 'Sans mots');
});

const write = (placeId: PlaceId, language: string, text: string, { token } = owner) =>
  call(
    server.origin,
    'changeTelling',
    { params: { placeId, language, kind: 'standard' }, body: { ...NOTHING, text } },
    token,
  );
const read = async ({ token } = member, mapId = parcoursId) =>
  call(server.origin, 'readWords', { params: { mapId } }, token);
const texts = async (person?: Person) =>
  (await read(person)).words.places.map(({ id, tellings }) => [id, ...tellings.map(({ text }) => text)]);
const changeAbout = (about: ParcoursAboutChange, { token } = owner) =>
  call(server.origin, 'changeAbout', { params: { mapId: parcoursId }, body: about }, token);

async function statusFor(version: string, { token } = member): Promise<number> {
  const path = routes.readWords.path.replace(':mapId', String(parcoursId));
  const headers = { authorization: `Bearer ${token}`, 'if-none-match': `W/"${version}"` };
  return (await fetch(server.origin + path, { headers })).status;
}

describe('the words of a parcours', () => {
  test('are those of the places that the reader sees', async () => {
    await write(bridge, 'en', 'Old.');
    const draft = await makeDraft(server.origin, author, parcoursId);
    await write(draft, 'en', 'Not yet.', author);
    const params = { mapId: parcoursId };
    await call(server.origin, 'requireApproval', { params, body: { required: true } }, owner.token);
    const waiting = await makePlace(server.origin, author, parcoursId, 'Attend');
    await write(waiting, 'fr', 'J’attends.', author);
    await call(server.origin, 'requireApproval', { params, body: { required: false } }, owner.token);
    expect(await texts()).toEqual([[bridge, 'Old.']]);
    for (const person of [owner, author]) {
      expect(await texts(person)).toEqual([
        [bridge, 'Old.'],
        [waiting, 'J’attends.'],
      ]);
    }
  });

  test('are read once, however many places wait, without drafts', async () => {
    await withDatabase(server.dataDir, async (database) => {
      const { reader } = database;
      const takeTurn = createFairQueue(COSTLY_WORK.lists);
      const lists = createListCache(reader, { places: 100, shapeBytes: 1e6 }, takeTurn);
      let queries = 0;
      reader.on('query', () => queries++);
      const queriesFor = async (person: Person): Promise<number> => {
        const { id, role } = person.user;
        const { texts } = await lists.show({ id: id }, [parcoursId]);
        const words = createParcoursWords({ database, lists, takeTurn, links: { queryFor: () => '?' } });
        queries = 0;
        await words.readTexts({ id, role, sessionId: 'one', address: '192.0.2.1' }, parcoursId, texts);
        return queries;
      };
      expect(await queriesFor(owner)).toBe(await queriesFor(member));
      const all = await listTellings(reader, { parcoursId, first: bridge, last: PlaceId.parse(1e9) });
      expect(all.map(({ text }) => text)).toEqual(['Old.', 'J’attends.']);
    });
  });

  test('have a version that changes with them, and a link query', async () => {
    const changes: readonly (() => Promise<unknown>)[] = [
      () => write(bridge, 'en', 'Older.'),
      () => write(bridge, 'de', 'Alt.'),
      () =>
        call(
          server.origin,
          'deleteTelling',
          { params: { placeId: bridge, language: 'de', kind: 'standard' } },
          owner.token,
        ),
      () => changeAbout(ABOUT),
      () => changeAbout({ ...ABOUT, facts: {} }),
      () => changeAbout({ ...ABOUT, facts: {}, translations: [] }),
      ...['pictures', 'picture_files', 'picture_words'].map((table) => () => insert(table)),
      () => changeRows(server.dataDir, (tx) => tx('picture_words').update({ description: 'Une autre arche' })),
      () => changeRows(server.dataDir, (tx) => tx('pictures').delete()),
    ];
    let { version, linkQuery } = await read();
    expect(linkQuery).toMatch(/^\?/);
    for (const [index, change] of changes.entries()) {
      expect([index, await statusFor(version)]).toEqual([index, 304]);
      await change();
      expect([index, await statusFor(version)]).toEqual([index, 200]);
      ({ version } = await read());
    }
  });

  test('have neither drafts of transcripts, also for editors, nor what a hidden or refused place says', async () => {
    const [hidden, refused] = [
      await makePlace(server.origin, author, parcoursId, 'Masqué'),
      await makePlace(server.origin, author, parcoursId, 'Refusé'),
    ];
    for (const placeId of [hidden, refused]) await write(placeId, 'es', 'Secret.', author);
    const params = { placeId: bridge, language: 'ca', kind: 'standard' as const };
    await write(bridge, 'en', 'Older.');
    const transcript = { vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nBrouillon.', state: 'draft' as const };
    await call(server.origin, 'changeTranscript', { params, body: { transcript } }, owner.token);
    await changeRows(server.dataDir, (tx) =>
      tx('places').where({ id: hidden }).update({ hidden_at: '2026-01-01T00:00:00.000Z' }),
    );
    await changeRows(server.dataDir, (tx) => tx('places').where({ id: refused }).update({ approval: 'refused' }));
    for (const person of [owner, member]) {
      const text = JSON.stringify((await read(person)).words.places);
      expect(text).toContain('Older.');
      for (const secret of ['Secret.', 'Brouillon.']) expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
  });

  test('are refused to people who are no members', async () => {
    const stranger = await signUp(server.origin, 'Stranger');
    await expect(read(stranger)).rejects.toMatchObject({ status: 403 });
    await expect(read(member, 9_999_999 as ParcoursId)).rejects.toMatchObject({ status: 404 });
  });
});

describe('what visitors should know', () => {
  test('is what its editors last wrote', async () => {
    expect((await read()).words.about).toEqual({ language: 'fr', facts: {}, translations: [] });
    expect(await changeAbout(ABOUT)).toEqual(ABOUT);
    expect((await read()).words.about).toEqual(ABOUT);
    await expect(changeAbout(ABOUT, member)).rejects.toMatchObject({ status: 403 });
    const twice = {
      ...ABOUT,
      translations: [...ABOUT.translations, { language: 'fr', name: 'Le quai', description: '' }],
    };
    await expect(changeAbout(twice)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is changed over what it was only while it is still that', async () => {
    const next = { ...ABOUT, facts: { ...ABOUT.facts, surface: 'Sable' } };
    await changeAbout({ ...next, was: ABOUT });
    await expect(changeAbout({ ...ABOUT, was: ABOUT })).rejects.toMatchObject({ code: 'conflict' });
    expect((await read()).words.about).toEqual(next);
    await changeAbout({ ...ABOUT, was: next });
  });

  test('another first language is that of the texts beside the places’ own names, unless they are told in it', async () => {
    await write(bridge, 'fr', 'Le texte du pont.');
    const english = { ...ABOUT, translations: [] };
    await expect(changeAbout({ ...english, language: 'en' })).rejects.toMatchObject({ code: 'conflict' });
    await changeAbout({ ...english, language: 'oc' });
    const tellings = (await read()).words.places[0]?.tellings.map(({ language, text }) => [language, text]);
    expect(tellings).toEqual([
      ['en', 'Older.'],
      ['oc', 'Le texte du pont.'],
    ]);
  });
});

async function insert(table: string): Promise<void> {
  await changeRows(server.dataDir, async (tx) => {
    const picture = {
      place_id: bridge,
      position: 0,
      credit: '',
      width: 9,
      height: 9,
      created_at: '2026-01-01T00:00:00.000Z',
    };
    const picture_id = (await tx('pictures').first('id'))?.id;
    const rows: Readonly<Record<string, object>> = {
      pictures: picture,
      picture_files: { picture_id, type: 'webp', width: 9, sha256: 'a', size_bytes: 1 },
      picture_words: { picture_id, language: 'en', kind: 'standard', description: 'An arch' },
    };
    await tx(table).insert(rows[table]);
  });
}

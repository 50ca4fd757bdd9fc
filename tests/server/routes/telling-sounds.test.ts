import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NewMeasure } from '../../../contracts/moderation.ts';
import type { UploadedAudio } from '../../../contracts/recording.ts';
import type { Telling } from '../../../contracts/telling.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { bytesUploaded } from '../../../server/store/media.ts';
import { listTellingsBy } from '../../../server/store/tellings.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { openTestDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import {
  addMember,
  answerWaiting,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { beginUpload, sendPart } from '../../support/server/tus.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
const ENGLISH = { language: 'en', kind: 'standard' } as const;
let casts = 0;
let chief: Person;
let owner: Person;
let author: Person;
let member: Person;
let parcoursId: ParcoursId;
let placeId: PlaceId;
beforeEach(async () => {
  casts += 1;
  chief ??= await signUpAs(server, 'Chief', 'admin');
  owner = await signUpAs(server, 'Autrice', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  author = await signUpMember(server, owner, parcoursId, 'Lea', 'drop');
  member = await signUpMember(server, owner, parcoursId, 'Omar', 'drop');
  placeId = await makePlace(server.origin, author, parcoursId);
  await upload(server.origin, author, placeId, sound(1));
});

/** Audio that nothing else has, of half a second. */
const sound = (sample: number): Blob => new Blob([wavOf(new Int16Array(22_050).fill(sample + 10 * casts))]);
const tell = (
  file: Blob,
  { token } = author,
  id = placeId,
  telling = 'en.standard',
  key?: string,
): Promise<UploadedAudio> =>
  call(
    server.origin,
    'uploadAudio',
    { fields: { place_id: id, telling, size: file.size, length: 0.5 }, file },
    token,
    key,
  );
const tellings = async ({ token } = author, id = placeId): Promise<readonly Telling[]> =>
  (await call(server.origin, 'readPlaceWords', { params: { placeId: id } }, token)).tellings;
const ownLink = async (): Promise<string | undefined> =>
  (await call(server.origin, 'readPlace', { params: { placeId } }, author.token)).media_data?.link;
const masters = async (): Promise<number> =>
  (await readdir(join(server.dataDir, 'media'), { recursive: true })).filter((path) => path.endsWith('.wav')).length;
const linkOf = async (person: Person, id = placeId): Promise<string> => {
  const [telling] = await tellings(person, id);
  return server.origin + telling?.media?.link;
};
const statusOf = async (link: string): Promise<number> =>
  (await fetch(link, { headers: { Range: 'bytes=0-1' } })).status;
const held = async () => (await call(server.origin, 'readPlace', { params: { placeId } }, author.token)).held;

describe('the sound of a telling', () => {
  test('is heard by who sees its place, beside the place’s own, and replaced or deleted with its file', async () => {
    const before = await ownLink();
    const { media_data } = await tell(sound(2));
    expect(await ownLink()).toBe(before);
    expect((await tellings())[0]).toMatchObject({ ...ENGLISH, name: '', media: { link: media_data.link } });
    const link = await linkOf(member);
    expect(await statusOf(link)).toBe(206);
    const files = await masters();
    await tell(sound(3));
    expect(await masters()).toBe(files);
    expect(await statusOf(link)).not.toBe(206);
    await call(server.origin, 'deleteTelling', { params: { placeId, ...ENGLISH } }, author.token);
    expect(await masters()).toBe(files - 1);
    expect(await ownLink()).toBe(before);
  });

  test('is the place’s own for its first language and everybody', async () => {
    const before = await ownLink();
    await tell(sound(2), author, placeId, 'fr.standard');
    expect(await tellings()).toEqual([]);
    expect(await ownLink()).not.toBe(before);
  });

  test('is stored once for a retry, and its key is for no other telling', async () => {
    const send = async () => (await tell(sound(2), author, placeId, 'en.standard', 'once')).media_data.link;
    expect(await send()).toBe(await send());
    await expect(tell(sound(2), author, placeId, 'en.easy', 'once')).rejects.toMatchObject({ code: 'conflict' });
    await expect(tell(sound(2), member)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(tell(sound(2), author, placeId, 'anglais')).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('also comes in parts, and a repeat without the file gets it again', async () => {
    const file = sound(2);
    const uploadId = await beginUpload(server.origin, author, placeId, file.size);
    await sendPart(server.origin, author, uploadId, 0, file);
    const body = { uploadId, place_id: placeId, telling: 'de.easy', size: file.size, length: 0.5 };
    const finish = async () => (await call(server.origin, 'finishUpload', { body }, author.token)).media_data.link;
    const link = await finish();
    expect(await finish()).toBe(link);
    expect(await tellings()).toMatchObject([{ language: 'de', kind: 'easy', media: { link } }]);
  });

  test('waits for an approval with its place, unless it is the same', async () => {
    const params = { mapId: parcoursId };
    await tell(sound(2));
    await call(server.origin, 'requireApproval', { params, body: { required: true } }, owner.token);
    await tell(sound(2));
    expect(await held()).toBe(undefined);
    await tell(sound(3));
    expect(await held()).toBe('waiting');
    const link = await linkOf(author);
    await answerWaiting(server.origin, owner, parcoursId, placeId, 'refused');
    expect(await statusOf(link)).toBe(206);
    await expect(tellings(member)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('makes the approved transcript of what was said before a draft, unless it is the same', async () => {
    for (const [language, file, other] of [
      ['en', sound(2), sound(3)],
      ['fr', sound(1), sound(4)],
    ] as const) {
      await tell(file, author, placeId, `${language}.standard`);
      const body = { transcript: { vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nA', state: 'approved' as const } };
      const params = { placeId, language, kind: 'standard' as const };
      await call(server.origin, 'changeTranscript', { params, body }, author.token);
      const state = async () => (await tellings()).find((one) => one.language === language)?.transcript?.state;
      await tell(file, author, placeId, `${language}.standard`);
      expect([language, await state()]).toEqual([language, 'approved']);
      await tell(other, author, placeId, `${language}.standard`);
      expect([language, await state()]).toEqual([language, 'draft']);
    }
    const params = { placeId };
    const body = { transcript: { vtt: 'WEBVTT', state: 'approved' as const } };
    await call(
      server.origin,
      'changeTranscript',
      { params: { placeId, language: 'fr', kind: 'standard' }, body },
      author.token,
    );
    const { versions } = await call(server.origin, 'listVersions', { params }, author.token);
    const version = versions.find(({ sound }) => sound !== null);
    if (version === undefined) throw new Error('Expected an earlier sound, got none');
    await call(server.origin, 'restoreVersion', { params: { placeId, versionId: version.id } }, author.token);
    expect((await tellings()).find((one) => one.language === 'fr')?.transcript?.state).toBe('draft');
  });

  test('leaves the words to who wrote them, and none to who lent the voice', async () => {
    const written = { name: 'The bridge', text: 'Old.', link: null, pictures: [] };
    await call(server.origin, 'changeTelling', { params: { placeId, ...ENGLISH }, body: written }, author.token);
    await tell(sound(2), owner);
    const database = await openTestDatabase(server.dataDir);
    const ownText = async ({ user }: Person) =>
      (await listTellingsBy(database.reader, user.id)).filter(({ id }) => id === placeId).map(({ text }) => text);
    try {
      // Somebody else's place: what is left is what the person wrote.
      await database.transact((tx) => tx('places').where({ id: placeId }).update({ author_id: null }));
      expect([await ownText(author), await ownText(owner)]).toEqual([['Old.'], ['']]);
    } finally {
      await database.close();
    }
  });

  test('goes with its place, for good only after its deletion', async () => {
    const draftId = await makeDraft(server.origin, author, parcoursId);
    const files = await masters();
    await tell(sound(4), author, draftId);
    expect(await statusOf(await linkOf(author, draftId))).toBe(206);
    await expect(tellings(chief, draftId)).rejects.toMatchObject({ code: 'not_found' });
    await call(server.origin, 'deletePlace', { params: { placeId: draftId } }, author.token);
    expect(await masters()).toBe(files);
    await tell(sound(2));
    await call(server.origin, 'deletePlace', { params: { placeId } }, author.token);
    expect(await masters()).toBe(files + 1);
    await call(server.origin, 'purgePlace', { params: { placeId } }, author.token);
    expect(await masters()).toBe(files - 1);
  });

  test('that the site’s admins hid doesn’t come back by another telling', async () => {
    await tell(sound(2));
    const thing = { kind: 'place', id: placeId } as const;
    await call(server.origin, 'takeMeasure', { body: { thing, kind: 'hide' } }, chief.token);
    await expect(tellings(member)).rejects.toMatchObject({ code: 'not_found' });
    expect(await tellings(chief)).toHaveLength(1);
    const other = await makePlace(server.origin, author, parcoursId);
    await tell(sound(2), author, other, 'de.easy');
    await expect(tellings(member, other)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that is hidden with one place leaves another shown that had it before', async () => {
    const other = await makePlace(server.origin, author, parcoursId);
    for (const id of [placeId, other]) await tell(sound(2), author, id);
    const thing = { kind: 'place', id: placeId } as const;
    await call(server.origin, 'takeMeasure', { body: { thing, kind: 'hide' } }, chief.token);
    expect(await tellings(member, other)).toHaveLength(1);
  });

  describe('of a reported place', () => {
    const thing = () => ({ kind: 'place' as const, id: placeId });
    const report = () => call(server.origin, 'report', { body: { thing: thing(), reason: 'hate' } }, member.token);
    const decide = (kind: NewMeasure['kind']) =>
      call(server.origin, 'takeMeasure', { body: { thing: thing(), kind } }, chief.token);
    const entry = async () => {
      const { things } = await call(server.origin, 'readModerationQueue', {}, chief.token);
      return things.find(({ thing: { kind, id } }) => kind === 'place' && id === placeId);
    };
    const forget = () => call(server.origin, 'deleteTelling', { params: { placeId, ...ENGLISH } }, author.token);
    const pathOf = (link = '') => link.split('?')[0];

    test('is heard by the site’s admins after another one or none, until the report is decided', async () => {
      await tell(sound(2));
      await report();
      expect(await entry()).toMatchObject({ told: [ENGLISH], reportedAs: [] });
      const reported = pathOf(await linkOf(author));
      await tell(sound(3));
      await report();
      await forget();
      const files = await masters();
      const { told, reportedAs } = (await entry()) ?? {};
      expect([told, reportedAs]).toMatchObject([[], [{ told: [ENGLISH] }, { told: [ENGLISH] }]]);
      const links = reportedAs?.map((version) => server.origin + version.told[0]?.media.link) ?? [];
      expect(pathOf(links[0])).toBe(reported);
      for (const link of links) expect(await statusOf(link)).toBe(206);
      await decide('dismiss');
      for (const link of links) expect(await statusOf(link)).toBe(403);
      await server.restart();
      await expect.poll(masters).toBe(files - 2);
    });

    test('is hidden with its place, also where its author has put it meanwhile, until that is restored', async () => {
      await tell(sound(2));
      await report();
      await forget();
      const [moved, later] = [
        await makePlace(server.origin, author, parcoursId),
        await makePlace(server.origin, author, parcoursId),
      ];
      await tell(sound(2), author, moved, 'de.easy');
      await decide('hide');
      await upload(server.origin, author, later, sound(2));
      for (const id of [moved, later]) {
        const read = call(server.origin, 'readPlace', { params: { placeId: id } }, author.token);
        expect(await read).toMatchObject({ held: 'hidden' });
      }
      await decide('restore');
      const free = await makePlace(server.origin, author, parcoursId);
      await tell(sound(2), author, free);
      expect(await tellings(member, free)).toHaveLength(1);
    });

    test('counts for its uploader, and is deleted with the account and its place', async () => {
      const database = await openTestDatabase(server.dataDir);
      const used = () => bytesUploaded(database.reader, author.user.id);
      try {
        await tell(sound(2));
        // An earlier version of the place has it, too, and alone would not count.
        for (const file of [sound(2), sound(1)]) await upload(server.origin, author, placeId, file);
        await report();
        const before = await used();
        await forget();
        expect(await used()).toBe(before);
      } finally {
        await database.close();
      }
      const files = await masters();
      const body = { drops: 'delete' as const, lost: [], password: author.password };
      await call(server.origin, 'eraseMe', { body }, author.token);
      expect(await masters()).toBe(files - 2);
    });
  });

  test('keeps its place where its speaker may drop', async () => {
    await tell(sound(2), owner);
    const helper = await signUpMember(server, owner, parcoursId, 'Ida', 'editor', 'editor');
    const elsewhere = await makeParcours(server.origin, helper, 'Ailleurs');
    await addMember(server.origin, helper, elsewhere, author, 'drop');
    const move = async () => {
      const body = { act: 'move' as const, placeIds: [placeId], to: elsewhere };
      return (await call(server.origin, 'changeManyPlaces', { params: { mapId: parcoursId }, body }, helper.token))
        .placeIds;
    };
    expect(await move()).toEqual([]);
    await addMember(server.origin, helper, elsewhere, owner, 'drop');
    expect(await move()).toEqual([placeId]);
  });
});

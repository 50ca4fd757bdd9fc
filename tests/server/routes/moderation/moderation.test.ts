import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MODERATION_WORDS_MAX } from '../../../../contracts/limits.ts';
import type { NewMeasure, NewReport, ReportedItem } from '../../../../contracts/moderation.ts';
import { ParcoursId, PlaceId, ReportId } from '../../../../contracts/vocabulary.ts';
import { listReportSounds } from '../../../../server/store/moderation.ts';
import { type DataSnapshot, takeSnapshot } from '../../../support/database/data-snapshot.ts';
import { auditLogRows, waveformsTaken } from '../../../support/database/kept-data.ts';
import { changeRows, withDatabase } from '../../../support/database/test-database.ts';
import { call, codeOf } from '../../../support/server/api.ts';
import {
  fixture,
  makeDraft,
  makeGuest,
  makeInvite,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  signUpMember,
  upload,
} from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const server = useServer();
let admin: Person;
let owner: Person;
let author: Person;
let listener: Person;
let stranger: Person;
let parcoursId: ParcoursId;
let placeId: PlaceId;
let casts = 0;
let snapshot: DataSnapshot;
beforeAll(async () => {
  const { origin } = server;
  admin = await signUpAs(server, 'Admin', 'admin');
  stranger = await signUp(origin, 'Stranger');
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(origin, owner, 'Carte');
  author = await signUpMember(server, owner, parcoursId, 'Author', 'drop');
  placeId = await makePlace(origin, author, parcoursId, 'Le pont');
  snapshot = await takeSnapshot(server.dataDir);
});
beforeEach(async () => {
  casts += 1;
  // The server counts each person's reports in its memory, where the snapshot does not reach.
  listener = await signUpMember(server, owner, parcoursId, 'Listener', 'drop');
});
afterEach(async () => {
  await waveformsTaken(server.dataDir);
  await snapshot.restore();
});
afterAll(() => snapshot?.close());

const place = (): ReportedItem => ({ kind: 'place', id: placeId });
const map = (): ReportedItem => ({ kind: 'map', id: parcoursId });
const report = ({ token }: Person, thing: ReportedItem = place(), more: Partial<NewReport> = {}) =>
  call(server.origin, 'report', { body: { thing, reason: 'hate', ...more } }, token);
const take = (kind: NewMeasure['kind'], thing: ReportedItem = place(), words?: string, { token }: Person = admin) =>
  call(server.origin, 'takeMeasure', { body: { thing, kind, ...(words === undefined ? {} : { words }) } }, token);
const queue = (person: Person = admin) => call(server.origin, 'readModerationQueue', {}, person.token);
const entry = async (thing: ReportedItem = place()) =>
  (await queue()).things.find((found) => found.thing.kind === thing.kind && found.thing.id === thing.id);
const messages = async ({ token }: Person) => (await call(server.origin, 'listMessages', {}, token)).messages;
const read = ({ token }: Person) => codeOf(call(server.origin, 'readPlace', { params: { placeId } }, token));
const listed = async ({ token }: Person): Promise<boolean> => {
  const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token);
  return places.some(({ id }) => id === placeId);
};
const linkFor = async ({ token }: Person): Promise<string> => {
  const { media_data } = await call(server.origin, 'readPlace', { params: { placeId } }, token);
  return media_data?.link ?? '';
};
const follow = async (link: string): Promise<number> => {
  const response = await fetch(server.origin + link);
  await response.arrayBuffer();
  return response.status;
};

test('the sounds of more reports are read than one SQL statement takes values', async () => {
  const ids = Array.from({ length: 40_000 }, (_, index) => ({ id: ReportId.parse(index + 1) }));
  const sounds = await withDatabase(server.dataDir, ({ reader }) => listReportSounds(reader, ids));
  expect(sounds.size).toBe(ids.length);
});

describe('a report', () => {
  test('shows the site’s admins what, why and who, and is in the audit log', async () => {
    await upload(server.origin, author, placeId, await fixture('conforming-mono.wav'));
    await report(listener, place(), { words: '  Des insultes.  ' });
    const found = await entry();
    expect(found).toMatchObject({
      name: 'Le pont',
      map: { id: parcoursId, name: 'Carte' },
      author: { id: author.user.id, name: author.user.name, email: author.email, isSuspended: false },
      state: 'shown',
      reports: [{ reason: 'hate', words: 'Des insultes.', reporter: listener.user.name }],
      measures: [],
    });
    expect(await follow(found?.media?.link ?? '')).toBe(200);
    expect((await auditLogRows(server.dataDir, 'report_made')).at(-1)).toMatchObject({
      actor_id: listener.user.id,
      account_id: null,
      place_id: placeId,
      parcours_id: parcoursId,
      detail: 'hate',
    });
  });

  test('may come from a guest, whose name is not shown', async () => {
    const guest = await makeGuest(server.origin, owner, parcoursId);
    await report(guest);
    expect((await entry())?.reports).toMatchObject([{ reporter: null }]);
  });

  test('is limited to one per person and item until it is closed', async () => {
    await Promise.all([report(listener), report(listener, place(), { reason: 'other' }), report(listener, map())]);
    await report(owner);
    expect((await entry())?.reports).toHaveLength(2);
    expect((await entry(map()))?.reports).toHaveLength(1);
    await take('dismiss');
    expect(await entry()).toBeUndefined();
    await report(listener);
    expect((await entry())?.reports).toHaveLength(1);
  });

  test('is refused for items that are invisible to the person, their own, or missing', async () => {
    const draft = await makeDraft(server.origin, author, parcoursId);
    expect(await codeOf(report(stranger))).toBe('forbidden');
    expect(await codeOf(report(stranger, map()))).toBe('forbidden');
    expect(await codeOf(report(author))).toBe('forbidden');
    expect(await codeOf(report(listener, { kind: 'place', id: draft }))).toBe('not_found');
    expect(await codeOf(report(listener, { kind: 'place', id: PlaceId.parse(999_999) }))).toBe('not_found');
    expect(await codeOf(report(listener, { kind: 'map', id: ParcoursId.parse(999_999) }))).toBe('not_found');
    const long = { words: 'a'.repeat(MODERATION_WORDS_MAX + 1) };
    expect(await codeOf(report(listener, place(), long))).toBe('invalid_request');
  });

  test('is limited to thirty an hour for one person', async () => {
    const outcomes: string[] = [];
    for (let turn = 0; turn <= 30; turn++) outcomes.push(await codeOf(report(listener)));
    expect(new Set(outcomes.slice(0, 30))).toEqual(new Set(['ok']));
    expect(outcomes[30]).toBe('too_many_requests');
    await server.restart();
  });
});

describe('a hidden place', () => {
  test('is visible to its author and site admins alone: in no list, pack, event, link or card', async () => {
    await upload(server.origin, author, placeId, await fixture('conforming-mono.wav'));
    const [links, own] = [[await linkFor(listener), await linkFor(owner)], await linkFor(author)];
    await report(listener);
    await take('hide', place(), 'Insultes');
    for (const person of [listener, owner]) {
      expect([await read(person), await listed(person)]).toEqual(['not_found', false]);
    }
    expect(await Promise.all(links.map(follow))).toEqual([403, 403]);
    expect([await read(author), await follow(own)]).toEqual(['ok', 200]);
    for (const person of [author, owner]) {
      const pack = await call(server.origin, 'readPack', { params: { mapId: parcoursId } }, person.token);
      expect([pack.places, pack.files]).toEqual([[], []]);
    }
    const params = { userId: author.user.id };
    const drops = await call(server.origin, 'listDrops', { params, query: {} }, author.token);
    expect(drops.drops).toMatchObject([{ id: placeId, held: 'hidden' }]);
    const change = call(server.origin, 'updatePlace', { body: { id: placeId, appelation: 'Autre' } }, owner.token);
    expect(await codeOf(change)).toBe('not_found');
    expect(await follow((await entry())?.media?.link ?? '')).toBe(200);
  });

  test('is explained to its author, who can answer once; the answer appears in the queue', async () => {
    await report(listener);
    await take('hide', place(), 'Insultes à 0:30');
    const [message] = await messages(author);
    expect(message).toMatchObject({
      kind: 'hide',
      name: 'Le pont',
      placeId,
      words: 'Insultes à 0:30',
      isNew: true,
      mayAnswer: true,
      answer: null,
    });
    expect(await messages(owner)).toEqual([]);
    await call(server.origin, 'seeMessages', {}, author.token);
    expect(await messages(author)).toMatchObject([{ isNew: false }]);
    const answer = (words: string, { token }: Person = author) =>
      call(server.origin, 'answerMessage', { params: { messageId: message?.id as number }, body: { words } }, token);
    expect(await codeOf(answer('Moi', owner))).toBe('not_found');
    expect(await answer('C’est du théâtre.')).toMatchObject({ answer: 'C’est du théâtre.', mayAnswer: false });
    expect(await codeOf(answer('Encore'))).toBe('conflict');
    expect(await entry()).toMatchObject({
      state: 'hidden',
      reports: [],
      measures: [{ kind: 'hide', by: admin.user.name, answer: 'C’est du théâtre.', isAnswerOpen: true }],
    });
    const before = (await queue()).openCount;
    await take('dismiss');
    expect((await queue()).openCount).toBe(before - 1);
    expect((await entry())?.measures).toMatchObject([{ isAnswerOpen: false }]);
  });

  test('can be restored by a site admin, and the audit log says who did what', async () => {
    await report(listener);
    await take('hide');
    await take('restore', place(), 'Après écoute');
    expect([await read(listener), await listed(owner)]).toEqual(['ok', true]);
    expect(await entry()).toBeUndefined();
    expect((await messages(author)).map(({ kind, words }) => [kind, words])).toEqual([
      ['restore', 'Après écoute'],
      ['hide', null],
    ]);
    expect(await codeOf(take('restore'))).toBe('conflict');
    const trail = await auditLogRows(server.dataDir, 'hidden', 'restored', 'report_closed');
    expect(trail.slice(-3).map(({ action, actor_id, place_id }) => [action, actor_id, place_id])).toEqual([
      ['hidden', admin.user.id, placeId],
      ['report_closed', admin.user.id, placeId],
      ['restored', admin.user.id, placeId],
    ]);
  });
});

describe('audio of a place that a site admin hid or deleted', () => {
  const clip = () => fixture('conforming-mono.wav');
  const heldOf = async (id: PlaceId, { token, user }: Person) => {
    const { drops } = await call(server.origin, 'listDrops', { params: { userId: user.id }, query: {} }, token);
    return drops.find((drop) => drop.id === id)?.held;
  };
  const post = async (person: Person, on = parcoursId): Promise<PlaceId> => {
    const id = await makePlace(server.origin, person, on, 'Encore');
    await upload(server.origin, person, id, await clip());
    return id;
  };

  test.each(['hide', 'delete'] as const)('is hidden when it is posted again on that map (%s)', async (kind) => {
    await upload(server.origin, author, placeId, await clip());
    await take(kind);
    const again = await post(listener);
    expect(await heldOf(again, listener)).toBe('hidden');
    const open = call(server.origin, 'readPlace', { params: { placeId: again } }, author.token);
    expect(await codeOf(open)).toBe('not_found');
    expect(await messages(listener)).toMatchObject([
      { kind: 'hide', placeId: again, words: expect.stringContaining('masqué'), mayAnswer: true },
    ]);
    expect(await entry({ kind: 'place', id: again })).toMatchObject({ state: 'hidden', measures: [{ by: null }] });
    expect((await auditLogRows(server.dataDir, 'hidden')).at(-1)).toMatchObject({ actor_id: null, place_id: again });
    const elsewhere = await makeParcours(server.origin, listener);
    expect(await heldOf(await post(listener, elsewhere), listener)).toBeUndefined();
    await take('restore', { kind: 'place', id: again });
    for (const id of [again, await post(listener)]) expect(await heldOf(id, listener)).toBeUndefined();
  });

  test('is hidden also in a published draft, a restored place, and after its own place changes', async () => {
    const [draft, deleted] = [await makeDraft(server.origin, author, parcoursId), await post(author)];
    for (const id of [placeId, draft]) await upload(server.origin, author, id, await clip());
    await call(server.origin, 'deletePlace', { params: { placeId: deleted } }, author.token);
    await take('hide');
    await upload(server.origin, author, placeId, await fixture('conforming-stereo.wav'));
    await call(server.origin, 'updatePlace', { body: { id: draft, appelation: 'Encore' } }, author.token);
    await call(server.origin, 'restorePlace', { params: { placeId: deleted } }, author.token);
    for (const id of [draft, deleted, await post(author)]) expect(await heldOf(id, author)).toBe('hidden');
  });
});

describe('a reported item that is changed before a site admin looks', () => {
  let [reported, harmless]: Blob[] = [];
  // Sounds that no other place plays.
  beforeEach(async () => {
    const bytes = new Uint8Array(await (await fixture('conforming-mono.wav')).arrayBuffer());
    const ending = (last: number) => new Blob([bytes.subarray(0, -2), new Uint8Array([last, casts])]);
    [reported, harmless] = [ending(1), ending(2)];
  });
  const send = (file: Blob | undefined, id = placeId) => upload(server.origin, author, id, file as Blob);
  const rename = (appelation: string, id = placeId) =>
    call(server.origin, 'updatePlace', { body: { id, appelation } }, author.token);
  const pathOf = (link = '') => link.split('?')[0] ?? '';
  const isStored = async (link: string | undefined) => {
    const entries = await readdir(join(server.dataDir, 'media'), { recursive: true });
    return entries.some((entry) => entry.endsWith(pathOf(link).split('/').at(-1) ?? ''));
  };
  const heldOf = async (id: PlaceId) => {
    const { drops } = await call(
      server.origin,
      'listDrops',
      { params: { userId: author.user.id }, query: {} },
      author.token,
    );
    return drops.find((drop) => drop.id === id)?.held;
  };
  const post = async (file: Blob | undefined): Promise<PlaceId> => {
    const id = await makePlace(server.origin, author, parcoursId, 'Encore');
    await send(file, id);
    return id;
  };

  test('is listed with its old name and audio beside the current ones', async () => {
    await send(reported);
    await report(listener);
    expect(await entry()).toMatchObject({ reportedAs: [] });
    await rename('Le jardin');
    expect(await entry()).toMatchObject({ name: 'Le jardin', reportedAs: [{ name: 'Le pont' }] });
    const old = await linkFor(author);
    await send(harmless);
    const found = await entry();
    expect(found).toMatchObject({ name: 'Le jardin', reportedAs: [{ name: 'Le pont' }], reports: [{}] });
    const [then, now] = [found?.reportedAs[0]?.media?.link ?? '', found?.media?.link ?? ''];
    expect([pathOf(then), pathOf(now)]).toEqual([pathOf(old), pathOf(await linkFor(author))]);
    expect([await follow(then), await follow(now)]).toEqual([200, 200]);
    // Only those admins can play it.
    expect(await follow(old)).toBe(403);
    await rename('Le pont');
    expect(await entry()).toMatchObject({ reportedAs: [{ media: {} }] });
    await send(reported);
    expect(await entry()).toMatchObject({ reportedAs: [] });
  });

  test('may be reported again by the same person, each version once', async () => {
    await send(reported);
    await report(listener);
    await rename('Pire');
    for (let times = 0; times < 2; times++) await report(listener);
    await rename('Le jardin');
    expect(await entry()).toMatchObject({
      reportedAs: [{ name: 'Le pont' }, { name: 'Pire' }],
      reports: [{ reporter: listener.user.name }, { reporter: listener.user.name }],
    });
  });

  test('is listed with its old texts until it is decided', async () => {
    const write = (text: string) =>
      call(
        server.origin,
        'changeTelling',
        { params: { placeId, language: 'fr', kind: 'standard' }, body: { name: '', text, link: null, pictures: [] } },
        author.token,
      );
    const readTexts = async () => {
      const texts: (string | null)[] = await withDatabase(server.dataDir, (database) =>
        database.reader('reports').where({ place_id: placeId }).pluck('texts'),
      );
      return texts;
    };
    await write('Des insultes.');
    await report(listener);
    expect(await entry()).toMatchObject({ reportedAs: [] });
    await write('Un pont.');
    expect(await entry()).toMatchObject({ reportedAs: [{ texts: [{ language: 'fr', text: 'Des insultes.' }] }] });
    await rename('Le jardin');
    await write('Des insultes.');
    expect(await entry()).toMatchObject({ reportedAs: [{ name: 'Le pont', texts: [] }] });
    expect(await readTexts()).toEqual([expect.stringContaining('Des insultes.')]);
    await take('hide');
    expect(await readTexts()).toEqual([null]);
  });

  test('is listed with its old name and description if it is a map', async () => {
    await report(listener, map());
    const change = { name: 'Autre carte', description: 'Rien' };
    await call(server.origin, 'updateParcours', { params: { mapId: parcoursId }, body: change }, owner.token);
    expect(await entry(map())).toMatchObject({
      ...change,
      reportedAs: [{ name: 'Carte', description: expect.any(String), media: null }],
    });
  });

  test.each(['hide', 'delete'] as const)(
    'has its old audio hidden by a measure (%s), when posted again or already moved elsewhere',
    async (kind) => {
      await send(reported);
      await report(listener);
      await send(harmless);
      const moved = await post(reported);
      expect(await heldOf(moved)).toBeUndefined();
      await take(kind);
      for (const id of [moved, await post(reported), await post(harmless)]) expect(await heldOf(id)).toBe('hidden');
      expect((await messages(author)).find((message) => message.placeId === moved)).toMatchObject({ kind: 'hide' });
      await take('restore');
      for (const file of [reported, harmless]) expect(await heldOf(await post(file))).toBeUndefined();
    },
  );

  test('is stored until the report is decided, and deleted by the next sweep after that', async () => {
    await send(reported);
    await report(listener);
    await send(harmless);
    const link = (await entry())?.reportedAs[0]?.media?.link;
    // As after the days for which a place's earlier versions are stored.
    await changeRows(server.dataDir, (tx) => tx('place_versions').delete());
    await server.restart();
    expect([await isStored(link), await follow(link ?? '')]).toEqual([true, 200]);
    await take('dismiss');
    expect(await follow(link ?? '')).toBe(403);
    await server.restart();
    await expect.poll(() => isStored(link)).toBe(false);
    expect(await follow(await linkFor(author))).toBe(200);
    expect(await heldOf(await post(reported))).toBeUndefined();
  });

  test('is deleted with its place when that is purged', async () => {
    // The server remembers for good whom it has erased.
    const leaver = await signUpMember(server, owner, parcoursId, 'Leaver', 'drop');
    const thing: ReportedItem = { kind: 'place', id: await makePlace(server.origin, leaver, parcoursId) };
    await upload(server.origin, leaver, thing.id, reported as Blob);
    await report(listener, thing);
    await upload(server.origin, leaver, thing.id, harmless as Blob);
    const link = (await entry(thing))?.reportedAs[0]?.media?.link;
    expect(await isStored(link)).toBe(true);
    const body = { drops: 'delete' as const, lost: [], password: leaver.password };
    await call(server.origin, 'eraseMe', { body }, leaver.token);
    expect(await entry(thing)).toBeUndefined();
    expect(await isStored(link)).toBe(false);
  });
});

test('a hidden map is visible only to its admins and the site’s, and no invitation leads there', async () => {
  await upload(server.origin, author, placeId, await fixture('conforming-mono.wav'));
  const link = await linkFor(listener);
  const { token } = await makeInvite(server.origin, owner, parcoursId);
  await report(listener, map(), { reason: 'privacy' });
  await take('hide', map(), 'Une adresse privée');
  const listsMap = async (person: Person) =>
    (await call(server.origin, 'listParcours', { query: {} }, person.token)).find(({ id }) => id === parcoursId);
  expect(await listsMap(owner)).toMatchObject({ hidden: true });
  expect(await listsMap(listener)).toBeUndefined();
  expect([await read(owner), await read(listener), await read(author)]).toEqual(['ok', 'not_found', 'not_found']);
  expect([await listed(owner), await listed(listener)]).toEqual([true, false]);
  expect(await follow(link)).toBe(403);
  const open = call(server.origin, 'readParcours', { params: { mapId: parcoursId } }, listener.token);
  expect(await codeOf(open)).toBe('forbidden');
  expect(await codeOf(call(server.origin, 'lookAtInvite', { body: { token } }))).toBe('invite_invalid');
  expect(await messages(owner)).toMatchObject([{ kind: 'hide', mapId: parcoursId, words: 'Une adresse privée' }]);
  await take('restore', map());
  expect([await read(listener), await follow(link)]).toEqual(['ok', 200]);
  expect(await listsMap(owner)).not.toHaveProperty('hidden');
});

describe('a deletion under moderation:', () => {
  test('an item that a site admin deleted can be restored by site admins alone', async () => {
    await report(listener);
    await take('delete', place(), 'Illégal');
    expect([await read(author), await read(owner)]).toEqual(['not_found', 'not_found']);
    for (const { token } of [author, owner]) {
      expect((await call(server.origin, 'listDeleted', {}, token)).places).toEqual([]);
      for (const name of ['restorePlace', 'purgePlace'] as const) {
        expect(await codeOf(call(server.origin, name, { params: { placeId } }, token))).toBe('not_found');
      }
    }
    expect(await messages(author)).toMatchObject([{ kind: 'delete', words: 'Illégal', mayAnswer: true }]);
    expect(await entry()).toMatchObject({ state: 'removed' });
    expect(await codeOf(take('hide'))).toBe('conflict');
    await take('restore');
    expect(await read(listener)).toBe('ok');
    expect((await auditLogRows(server.dataDir, 'place_deleted')).at(-1)).toMatchObject({
      actor_id: admin.user.id,
      account_id: author.user.id,
      detail: 'moderation',
    });
  });

  test('a reported place that its author deleted cannot be purged before admins close the report', async () => {
    await report(listener);
    await call(server.origin, 'deletePlace', { params: { placeId } }, author.token);
    expect(await entry()).toMatchObject({ state: 'deleted', reports: [{}] });
    const purge = () => call(server.origin, 'purgePlace', { params: { placeId } }, author.token);
    expect(await codeOf(purge())).toBe('conflict');
    await take('dismiss');
    await purge();
    expect(await entry()).toBeUndefined();
  });

  test('a map cannot be purged while a report about one of its places is open', async () => {
    await report(listener);
    const params = { mapId: parcoursId };
    await call(server.origin, 'deleteParcours', { params }, owner.token);
    const purge = () => call(server.origin, 'purgeParcours', { params }, owner.token);
    expect(await codeOf(purge())).toBe('conflict');
    await take('dismiss');
    expect(await codeOf(purge())).toBe('ok');
  });

  test.each(['hide', 'delete'] as const)(
    'a place after measure %s cannot be purged, alone or with its map; its author can answer',
    async (kind) => {
      await report(listener);
      await take(kind);
      const remove = (person: Person) => call(server.origin, 'deletePlace', { params: { placeId } }, person.token);
      if (kind === 'hide') await remove(author);
      const purge = () => codeOf(call(server.origin, 'purgePlace', { params: { placeId } }, author.token));
      expect(await purge()).toBe(kind === 'hide' ? 'conflict' : 'not_found');
      const params = { mapId: parcoursId };
      await call(server.origin, 'deleteParcours', { params }, owner.token);
      const purgeMap = () => codeOf(call(server.origin, 'purgeParcours', { params }, owner.token));
      expect(await purgeMap()).toBe('conflict');
      const [message] = await messages(author);
      const answer = { params: { messageId: message?.id as number }, body: { words: 'Une citation.' } };
      expect(await codeOf(call(server.origin, 'answerMessage', answer, author.token))).toBe('ok');
      expect(await entry()).toMatchObject({ measures: [{ answer: 'Une citation.' }] });
      await take('restore');
      expect(await purgeMap()).toBe('ok');
    },
  );

  test('a hidden map cannot be purged by its admin', async () => {
    await take('hide', map());
    const params = { mapId: parcoursId };
    await call(server.origin, 'deleteParcours', { params }, owner.token);
    const purge = () => codeOf(call(server.origin, 'purgeParcours', { params }, owner.token));
    expect(await purge()).toBe('conflict');
    await call(server.origin, 'restoreParcours', { params }, owner.token);
    await take('restore', map());
    await call(server.origin, 'deleteParcours', { params }, owner.token);
    expect(await purge()).toBe('ok');
  });

  test('a hidden place that its author deleted can be restored by the author alone, still hidden', async () => {
    await take('hide');
    await call(server.origin, 'deletePlace', { params: { placeId } }, author.token);
    expect((await call(server.origin, 'listDeleted', {}, owner.token)).places).toEqual([]);
    const restore = ({ token }: Person) => call(server.origin, 'restorePlace', { params: { placeId } }, token);
    expect(await codeOf(restore(owner))).toBe('not_found');
    await restore(author);
    expect([await read(author), await read(listener)]).toEqual(['ok', 'not_found']);
  });
});

test('an author can be warned with a text, and the reports stay open', async () => {
  await report(listener);
  await take('warn', place(), 'Attention');
  expect(await messages(author)).toMatchObject([{ kind: 'warn', words: 'Attention', mayAnswer: true }]);
  expect(await entry()).toMatchObject({ reports: [{}], measures: [{ kind: 'warn' }] });
  expect((await auditLogRows(server.dataDir, 'warned')).at(-1)).toMatchObject({ account_id: author.user.id });
});

describe('a site admin', () => {
  test('can open and hear any map by its id, outside their own list, with an audit log entry', async () => {
    await upload(server.origin, author, placeId, await fixture('conforming-mono.wav'));
    await makeDraft(server.origin, author, parcoursId);
    await take('hide');
    const opened = await call(server.origin, 'openParcoursToModerate', { params: { mapId: parcoursId } }, admin.token);
    expect(opened).toMatchObject({
      name: 'Carte',
      state: 'shown',
      author: { id: owner.user.id },
      places: [{ id: placeId, held: 'hidden' }],
    });
    expect(await follow(opened.places[0]?.media?.data.link ?? '')).toBe(200);
    const { token } = admin;
    expect(await call(server.origin, 'listParcours', { query: {} }, token)).toEqual([]);
    expect(await codeOf(call(server.origin, 'readParcours', { params: { mapId: parcoursId } }, token))).toBe(
      'forbidden',
    );
    expect((await auditLogRows(server.dataDir, 'admin_opened_map')).at(-1)).toMatchObject({
      actor_id: admin.user.id,
      parcours_id: parcoursId,
    });
  });

  test('alone sees the queue, in which held items follow those that wait for a decision', async () => {
    const other = await makePlace(server.origin, author, parcoursId, 'Le quai');
    await take('hide', { kind: 'place', id: other });
    await report(listener);
    const own = (await queue()).things.filter((found) => found.map.id === parcoursId);
    expect(own.map(({ name, state }) => [name, state])).toEqual([
      ['Le pont', 'shown'],
      ['Le quai', 'hidden'],
    ]);
    expect(await codeOf(queue(owner))).toBe('forbidden');
  });
});

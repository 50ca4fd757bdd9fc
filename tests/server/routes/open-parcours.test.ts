import { beforeAll, describe, expect, test } from 'vitest';
import { linkPath } from '../../../contracts/link.ts';
import { SLUG_MAX } from '../../../contracts/open-parcours.ts';
import type { CallInput, RouteName } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { auditLogRows, waveformsTaken } from '../../support/database/kept-data.ts';
import { whileChanged } from '../../support/database/test-database.ts';
import { call, codeOf, openToken } from '../../support/server/api.ts';
import {
  fixture,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const NOW = '2026-11-26T12:00:00.000Z';
const SLUG = 'le-quai';

const server = useServer();
/** The admin of the parcours, and of the site. */
let owner: Person;
/** Made the place that each test is about. */
let author: Person;
let parcoursId: ParcoursId;
/** Plays a sound, and another in English. */
let placeId: PlaceId;
/** The members' links to the place's sounds, renditions and waveforms. */
let paths: string[];

beforeAll(async () => {
  const { origin } = server;
  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(origin, owner);
  author = await signUpMember(server, owner, parcoursId, 'Author', 'drop');
  await makePlace(origin, owner, parcoursId, 'Toujours là');
  placeId = await makePlace(origin, author, parcoursId, 'Le pont secret');
  const own = await upload(origin, author, placeId, await fixture('conforming-mono.wav'));
  const text = { name: 'The secret bridge', text: 'A secret text', link: null, pictures: [] };
  const english = { placeId, language: 'en', kind: 'standard' as const };
  await call(origin, 'changeTelling', { params: english, body: text }, author.token);
  const told = await upload(origin, author, placeId, await fixture('conforming-stereo.wav'), {
    telling: 'en.standard',
  });
  await waveformsTaken(server.dataDir);
  paths = [own, told].flatMap(({ link, peaks }) => [link, ...(peaks === null ? [] : [peaks])]).map(linkPath);
  await open('link');
});

/** Opens the parcours as its admin. */
async function open(visibility: 'link' | 'catalogue' | null, slug: string | null = SLUG): Promise<void> {
  const params = { mapId: parcoursId };
  await call(server.origin, 'updateOpening', { params, body: { visibility, slug } } as never, owner.token);
}

const whileRow = (
  table: 'places' | 'parcours' | 'accounts',
  id: number,
  change: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
): Promise<void> => whileChanged(server.dataDir, table, { id }, change, work);

/** Reports something, and closes the report after `work`. */
async function whileReported(
  thing: { kind: 'place'; id: PlaceId } | { kind: 'map'; id: ParcoursId },
  work: () => Promise<void>,
) {
  const { token } = thing.kind === 'place' ? owner : author;
  await call(server.origin, 'report', { body: { thing, reason: 'wrong', words: 'Faux.' } }, token);
  await work();
  await call(server.origin, 'takeMeasure', { body: { thing, kind: 'dismiss' } }, owner.token);
}

/** The same without an account. */
async function whileReportedOutside(
  thing: { kind: 'place'; id: PlaceId } | { kind: 'map'; id: ParcoursId },
  work: () => Promise<void>,
) {
  await read('report', { body: { thing, reason: 'wrong', words: 'Faux.', answerTo: 'Lea@example.org' } });
  await work();
  const { things } = await call(server.origin, 'readModerationQueue', {}, owner.token);
  const found = things.find((found) => found.thing.kind === thing.kind && found.thing.id === thing.id);
  expect(found?.reports).toMatchObject([{ outside: { answerTo: 'lea@example.org' } }]);
  await call(server.origin, 'takeMeasure', { body: { thing, kind: 'dismiss' } }, owner.token);
}

/** Reads without an account, by the parcours' slug. */
function read<Name extends RouteName>(name: Name, input: CallInput<Name, Blob>, slug = SLUG) {
  return call(server.origin, name, input, openToken(slug));
}

/** All that nobody's calls return about the parcours, as text. */
async function readAll(): Promise<string> {
  const theMap = { params: { mapId: parcoursId } };
  const lists = [
    await read('listParcours', { query: {} }),
    await read('readParcours', theMap),
    await read('listPlaces', { body: { mapIds: [parcoursId] } }),
    await read('readPlaceList', { query: { mapIds: String(parcoursId) } }),
    await read('readWords', theMap),
    await read('readPack', theMap),
  ];
  return JSON.stringify(lists);
}

async function statusesOf(links: readonly string[]): Promise<number[]> {
  const statuses = [];
  for (const link of links) statuses.push((await fetch(server.origin + link)).status);
  return statuses;
}

const openLinks = () => paths.map((path) => `${path}?open=${SLUG}`);

/** Each state of a place, and whether people without an account see it. */
const STATES: readonly (readonly [
  state: string,
  isSeen: boolean,
  within: (work: () => Promise<void>) => Promise<void>,
])[] = [
  ['public', true, (work) => work()],
  ['a draft', false, (work) => whileRow('places', placeId, { is_draft: true }, work)],
  ['waiting', false, (work) => whileRow('places', placeId, { approval: 'waiting' }, work)],
  ['refused', false, (work) => whileRow('places', placeId, { approval: 'refused' }, work)],
  ['hidden', false, (work) => whileRow('places', placeId, { hidden_at: NOW }, work)],
  ['deleted', false, (work) => whileRow('places', placeId, { deleted_at: NOW }, work)],
  ['planned', false, (work) => whileRow('places', placeId, { is_planned: true }, work)],
  ['filling a planned place', false, (work) => whileRow('places', placeId, { plan_id: 999 }, work)],
  ['reported', false, (work) => whileReported({ kind: 'place', id: placeId }, work)],
  ['kept after a report', true, (work) => work()],
  ['reported without an account', true, (work) => whileReportedOutside({ kind: 'place', id: placeId }, work)],
];

describe.each(STATES)('a place that is %s', (_, isSeen, within) => {
  test(`is ${isSeen ? '' : 'not '}read, listed, packed or heard without an account`, () =>
    within(async () => {
      const outcome = isSeen ? 'ok' : 'not_found';
      expect(await codeOf(read('readPlace', { params: { placeId } }))).toBe(outcome);
      expect(await codeOf(read('readPlaceWords', { params: { placeId } }))).toBe(outcome);
      const text = await readAll();
      expect(text).toContain('Toujours là');
      for (const said of ['Le pont secret', 'A secret text', ...paths])
        expect([said, text.includes(said)]).toEqual([said, isSeen]);
      expect(await statusesOf(openLinks())).toEqual(paths.map(() => (isSeen ? 200 : 403)));
      const [listed] = await read('listParcours', { query: {} });
      expect(listed?.place_count).toBe(isSeen ? 2 : 1);
    }));
});

/** Each state of a parcours, and whether people without an account see it. */
const OPENINGS: readonly (readonly [
  state: string,
  isSeen: boolean,
  within: (work: () => Promise<void>) => Promise<void>,
])[] = [
  ['open by its link', true, (work) => work()],
  ['in the catalogue', true, (work) => whileRow('parcours', parcoursId, { visibility: 'catalogue' }, work)],
  ['closed', false, (work) => whileRow('parcours', parcoursId, { visibility: null }, work)],
  ['hidden', false, (work) => whileRow('parcours', parcoursId, { hidden_at: NOW }, work)],
  ['deleted', false, (work) => whileRow('parcours', parcoursId, { deleted_at: NOW }, work)],
  ['reported', false, (work) => whileReported({ kind: 'map', id: parcoursId }, work)],
  ['reported without an account', true, (work) => whileReportedOutside({ kind: 'map', id: parcoursId }, work)],
  ['of a suspended admin', false, (work) => whileRow('accounts', owner.user.id, { suspended_at: NOW }, work)],
];

describe.each(OPENINGS)('a parcours that is %s', (_, isSeen, within) => {
  test(`is ${isSeen ? '' : 'not '}read without an account`, () =>
    within(async () => {
      expect(await codeOf(readAll())).toBe(isSeen ? 'ok' : 'link_expired');
      expect(await codeOf(read('readPlace', { params: { placeId } }))).toBe(isSeen ? 'ok' : 'link_expired');
      expect(await statusesOf(openLinks())).toEqual(paths.map(() => (isSeen ? 200 : 403)));
    }));
});

describe('people without an account', () => {
  test('read nothing of another parcours, nor of who made and manages this one', async () => {
    const elsewhere = await makeParcours(server.origin, owner, 'Ailleurs');
    const there = await makePlace(server.origin, owner, elsewhere, 'Privé');
    const theMap = { params: { mapId: elsewhere } };
    for (const name of ['readParcours', 'readWords', 'readPack'] as const) {
      expect([name, await codeOf(read(name, theMap))]).toEqual([name, 'forbidden']);
    }
    expect(await codeOf(read('readPlace', { params: { placeId: there } }))).toBe('not_found');
    expect((await read('listPlaces', { body: { mapIds: [elsewhere, parcoursId] } })).places).toHaveLength(2);
    for (const thing of [
      { kind: 'map' as const, id: elsewhere },
      { kind: 'place' as const, id: there },
    ]) {
      const report = read('report', { body: { thing, reason: 'other', words: '' } });
      expect(await codeOf(report)).toBe(thing.kind === 'map' ? 'forbidden' : 'not_found');
    }

    await call(
      server.origin,
      'requireApproval',
      { params: { mapId: parcoursId }, body: { required: true } },
      owner.token,
    );
    const { userId } = await read('readPlace', { params: { placeId } });
    expect(userId).toBeNull();
    const text = await readAll();
    expect(text).not.toMatch(/Owner|Author|"userId":\d|needs_approval/);
    expect(await read('listParcours', { query: {} })).toMatchObject([{ users: [], user_count: 0, privilege: 'guest' }]);
    await call(
      server.origin,
      'requireApproval',
      { params: { mapId: parcoursId }, body: { required: false } },
      owner.token,
    );
  });

  test('keep their links, which caches in front may keep for minutes', async () => {
    const { places } = await read('listPlaces', { body: { mapIds: [parcoursId] } });
    const links = places.flatMap(({ media }) => media?.data.link ?? []);
    expect(links.every((link) => link.endsWith(`?open=${SLUG}`))).toBe(true);
    const response = await fetch(server.origin + links[0]);
    await response.arrayBuffer();
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300');
    const again = await fetch(server.origin + links[0], {
      headers: { 'If-None-Match': response.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    expect(
      await statusesOf([
        `${paths[0]}?open=another`,
        `${paths[0]}?open=`,
        `${paths[0]}?open=${'x'.repeat(SLUG_MAX + 1)}`,
      ]),
    ).toEqual([403, 403, 403]);
  });

  test('share a list that answers with 304 until what they see changes', async () => {
    const list = () => read('readPlaceList', { query: { mapIds: String(parcoursId) } });
    const { version } = await list();
    expect((await list()).version).toBe(version);
    await whileReported({ kind: 'place', id: placeId }, async () => {
      expect((await list()).version).not.toBe(version);
    });
    // A list that was being read when the report came would otherwise pass for that of before it.
    expect((await list()).version).not.toBe(version);
  });
});

describe('an opening', () => {
  const set = (visibility: 'link' | 'catalogue' | null, slug: string | null, mapId = parcoursId, by = owner) =>
    call(server.origin, 'updateOpening', { params: { mapId }, body: { visibility, slug } } as never, by.token);

  test('keeps its slug while the parcours is closed, which its members see', async () => {
    await set(null, null);
    expect(await codeOf(readAll())).toBe('link_expired');
    const { opening } = await call(server.origin, 'readParcours', { params: { mapId: parcoursId } }, author.token);
    expect(opening).toEqual({ visibility: null, slug: SLUG });
    expect(await set('link', null)).toMatchObject({ opening: { visibility: 'link', slug: SLUG } });
    const details = (await auditLogRows(server.dataDir, 'opening_changed')).map(({ detail }) => detail);
    expect(details).toEqual(expect.arrayContaining([`closed, ${SLUG}`, `link, ${SLUG}`]));
  });

  test('needs a slug of its own', async () => {
    const other = await makeParcours(server.origin, owner, 'Un autre');
    expect(await codeOf(set('link', null, other))).toBe('invalid_request');
    expect(await codeOf(set('link', 'Le Quai', other))).toBe('invalid_request');
    for (const taken of [SLUG, 'catalogue', 'embed'])
      expect([taken, await codeOf(set('link', taken, other))]).toEqual([taken, 'conflict']);
    expect(await codeOf(set('catalogue', 'un-autre', other))).toBe('ok');
    expect(await codeOf(set(null, null, other, author))).toBe('forbidden');
  });

  test('ends at once when an admin of the site hides the parcours', async () => {
    const thing = { kind: 'map' as const, id: parcoursId };
    await call(server.origin, 'takeMeasure', { body: { thing, kind: 'hide', words: 'Non.' } }, owner.token);
    expect(await codeOf(readAll())).toBe('link_expired');
    expect(await statusesOf(openLinks())).toEqual(paths.map(() => 403));
    await call(server.origin, 'takeMeasure', { body: { thing, kind: 'restore' } }, owner.token);
    expect(await codeOf(readAll())).toBe('ok');
  });
});

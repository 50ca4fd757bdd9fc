import { beforeAll, describe, expect, test } from 'vitest';
import { OVERVIEW_PAGE } from '../../../contracts/overview.ts';
import { type ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { changeRows } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import { lastOf } from '../../support/server/audit-log.ts';
import {
  addMember,
  fixture,
  makeGuest,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const SECRETS = {
  METRICS_TOKEN: 'a token for metrics, longer than 32 bytes',
  MAP_STYLE_URL: 'https://tiles.example.org/style.json?key=a-key-of-the-tiles',
};

let admin: Person;
let ana: Person;
let parcoursId: ParcoursId;
let clip: Blob;
const FRESH_QUOTA_BYTES = 5_000_000;
const server = useServer({
  ...SECRETS,
  RENDITIONS: '1',
  GUESTS_PER_HOUR: '77',
  FRESH_QUOTA_BYTES: String(FRESH_QUOTA_BYTES),
});
beforeAll(async () => {
  admin = await signUpAs(server, 'Admin', 'admin');
  ana = await signUp(server.origin, 'Ana 100% sûre');
  parcoursId = await makeParcours(server.origin, admin, 'Le quai');
  await addMember(server.origin, admin, parcoursId, ana, 'drop');
  clip = await fixture('conforming-mono.wav');
  await upload(server.origin, ana, await makePlace(server.origin, ana, parcoursId, 'La grue'), clip);
  await waveformsTaken(server.dataDir);
});

const listAccounts = (query: { search?: string; before?: number } = {}) =>
  call(server.origin, 'listAccounts', { query }, admin.token);

describe('the accounts', () => {
  test('are listed with their role, last use, maps and storage', async () => {
    const { accounts } = await listAccounts();
    expect(accounts[0]).toEqual({
      id: ana.user.id,
      name: 'Ana 100% sûre',
      email: ana.email,
      role: 'user',
      createdAt: expect.stringMatching(/Z$/),
      usedAt: expect.stringMatching(/Z$/),
      emailVerified: false,
      maps: 1,
      bytes: clip.size,
      // Its map has an admin whose role vouches for it.
      quotaBytes: 10 * 2 ** 30,
      ownQuotaBytes: null,
      isSuspended: false,
    });
    expect(accounts[1]).toMatchObject({ id: admin.user.id, role: 'admin', maps: 1, bytes: 0 });
  });

  test('are found by a part of the name or email, in which wildcards are literal', async () => {
    const found = async (search: string) => (await listAccounts({ search })).accounts.map(({ id }) => id);
    expect(await found('ANA')).toEqual([ana.user.id]);
    expect(await found('admin.')).toEqual([admin.user.id]);
    expect(await found('0%')).toEqual([ana.user.id]);
    expect(await found('_%')).toEqual([]);
    expect(await found('')).toHaveLength(2);
  });

  test('show the last use even long after the login', async () => {
    const usedAt = new Date(Date.now() + 3_600_000).toISOString();
    await changeRows(server.dataDir, async (tx) => {
      // The audit log deletes a login after a year; a session may be renewed for longer.
      await tx('trail').where({ account_id: ana.user.id, action: 'signed_in' }).delete();
      await tx('sessions').where({ account_id: ana.user.id }).update({ used_at: usedAt });
    });
    expect((await listAccounts({ search: 'ana' })).accounts).toMatchObject([{ usedAt }]);
  });

  test('show a suspension', async () => {
    const suspend = (suspended: boolean) =>
      call(server.origin, 'setSuspension', { params: { userId: ana.user.id }, body: { suspended } }, admin.token);
    await suspend(true);
    expect((await listAccounts({ search: 'ana' })).accounts).toMatchObject([{ isSuspended: true }]);
    await suspend(false);
    const { email, password } = ana;
    ana = { ...ana, token: (await call(server.origin, 'login', { body: { email, password } })).token };
  });

  test('leave out the throwaway accounts of guests', async () => {
    await makeGuest(server.origin, admin, parcoursId);
    expect((await listAccounts()).accounts).toHaveLength(2);
  });
});

describe('the parcours', () => {
  test('are listed with their members, places and storage, and found by their name', async () => {
    const empty = await makeParcours(server.origin, ana, 'Le port');
    const list = async (search: string) =>
      (await call(server.origin, 'listMaps', { query: { search } }, admin.token)).maps;
    expect(await list('quai')).toEqual([
      expect.objectContaining({ id: parcoursId, name: 'Le quai', places: 1, bytes: clip.size }),
    ]);
    expect(await list('PORT')).toEqual([
      expect.objectContaining({ id: empty, name: 'Le port', members: 1, places: 0, bytes: 0 }),
    ]);
  });

  test('show whether they are hidden or deleted, and don’t count deleted places', async () => {
    const held = await makeParcours(server.origin, admin, 'La digue');
    const read = async () =>
      (await call(server.origin, 'listMaps', { query: { search: 'digue' } }, admin.token)).maps.map(
        ({ state, places }) => [state, places],
      );
    const placeId = await makePlace(server.origin, admin, held);
    expect(await read()).toEqual([['shown', 1]]);
    await call(server.origin, 'deletePlace', { params: { placeId } }, admin.token);
    const take = (kind: 'hide' | 'delete') =>
      call(server.origin, 'takeMeasure', { body: { thing: { kind: 'map', id: held }, kind } }, admin.token);
    await take('hide');
    expect(await read()).toEqual([['hidden', 0]]);
    await take('delete');
    expect(await read()).toEqual([['removed', 0]]);
    await call(
      server.origin,
      'takeMeasure',
      { body: { thing: { kind: 'map', id: held }, kind: 'restore' } },
      admin.token,
    );
    await call(server.origin, 'deleteParcours', { params: { mapId: held } }, admin.token);
    expect(await read()).toEqual([['deleted', 0]]);
    await call(server.origin, 'purgeParcours', { params: { mapId: held } }, admin.token);
  });

  test('come in pages, newest first', async () => {
    for (let made = 0; made < OVERVIEW_PAGE; made++) await makeParcours(server.origin, ana, `Page ${made}`);
    const page = (query: object) => call(server.origin, 'listMaps', { query }, admin.token);
    const first = await page({});
    expect(first.maps[0]?.name).toBe(`Page ${OVERVIEW_PAGE - 1}`);
    expect(first.next).toBe(first.maps.at(-1)?.id);
    const second = await page({ before: first.next });
    expect(second.maps.map(({ name }) => name)).toEqual(['Le port', 'Le quai']);
    expect(second.next).toBeNull();
    // After a row that is gone the first page comes again: nothing is missing.
    await call(server.origin, 'deleteParcours', { params: { mapId: first.next as ParcoursId } }, ana.token);
    await call(server.origin, 'purgeParcours', { params: { mapId: first.next as ParcoursId } }, ana.token);
    expect((await page({ before: first.next })).maps[0]?.name).toBe(`Page ${OVERVIEW_PAGE - 1}`);
  });
});

test('the jobs list waiting work and abandoned work', async () => {
  const change = (columns: object) => changeRows(server.dataDir, (tx) => tx('media').update(columns));
  const read = () => call(server.origin, 'readJobs', {}, admin.token);
  // Work that still runs would write its own outcome over the changed rows.
  await expect.poll(async () => (await read()).jobs, { timeout: 30_000 }).toEqual([]);
  await change({ peaks_sha256: null, rendition_sha256: null, rendition_failures: 5 });
  expect(await read()).toEqual({
    waveformsWaiting: 1,
    renditionsWaiting: 0,
    renditionsFailed: 1,
    jobs: [
      expect.objectContaining({
        place: 'La grue',
        map: 'Le quai',
        waveform: 'waiting',
        rendition: 'failed',
        failures: 5,
      }),
    ],
  });
  await change({ peaks_sha256: 'p', rendition_sha256: 'r' });
  expect(await read()).toMatchObject({ waveformsWaiting: 0, renditionsFailed: 0, jobs: [] });
});

test('the server reports its version, disk and limits, but no secret, address or path', async () => {
  const answer = await call(server.origin, 'readServer', {}, admin.token);
  expect(answer).toMatchObject({ version: expect.stringMatching(/^\d/), node: process.version });
  expect(answer.disk.freeBytes).toBeGreaterThan(0);
  expect(answer.stored.bytes.audio).toBe(clip.size);
  expect(answer.settings).toContainEqual({ name: 'GUESTS_PER_HOUR', value: '77' });
  const text = JSON.stringify(answer);
  for (const hidden of [...Object.values(SECRETS), 'a-key-of-the-tiles', 'a secret for tests', server.dataDir]) {
    expect(text).not.toContain(hidden);
  }
});

describe('the quotas', () => {
  test('can be set per account by a site admin, with an audit log entry; stored files stay', async () => {
    const newcomer = await signUp(server.origin, 'Newcomer');
    const params = { userId: newcomer.user.id };
    const set = (quotaBytes: number | null) =>
      call(server.origin, 'setQuota', { params, body: { quotaBytes } }, admin.token);
    const listed = async () => (await listAccounts({ search: 'newcomer' })).accounts[0];
    // A file counts for the quota of the first account that uploads it.
    const stereo = await fixture('conforming-stereo.wav');
    const placeId = await makePlace(server.origin, newcomer, await makeParcours(server.origin, newcomer));
    const { link } = await upload(server.origin, newcomer, placeId, stereo);
    expect(await set(1000)).toEqual({ quotaBytes: 1000, ownQuotaBytes: 1000 });
    expect(await listed()).toMatchObject({ quotaBytes: 1000, ownQuotaBytes: 1000, bytes: stereo.size });
    expect((await fetch(server.origin + link)).status).toBe(200);
    const filter = { action: 'quota_changed' as const, account: newcomer.email };
    expect(await lastOf(server.origin, admin, filter)).toMatchObject({
      actor: { id: admin.user.id },
      account: { id: newcomer.user.id },
      detail: '1000 bytes',
    });
    const settings = { quotaBytes: FRESH_QUOTA_BYTES, ownQuotaBytes: null };
    expect(await set(null)).toEqual(settings);
    expect(await listed()).toMatchObject(settings);
    expect(await lastOf(server.origin, admin, filter)).toMatchObject({ detail: 'as the settings say' });
    await expect(set(-1)).rejects.toMatchObject({ status: 400 });
    const nobody = { params: { userId: UserId.parse(9999) }, body: { quotaBytes: 1 } };
    await expect(call(server.origin, 'setQuota', nobody, admin.token)).rejects.toMatchObject({ status: 404 });
  });
});

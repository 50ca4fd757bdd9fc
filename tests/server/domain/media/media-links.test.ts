import { beforeEach, expect, test } from 'vitest';
import { chooseFileStores } from '../../../../server/cluster/open-stores.ts';
import { createMediaLinks, MEDIA_PATH, type MediaLinks } from '../../../../server/domain/media/media-links.ts';
import { insertAccount } from '../../../../server/store/accounts.ts';
import type { Database } from '../../../../server/store/database.ts';
import type { MediaFiles } from '../../../../server/store/files.ts';
import { putMedia } from '../../../../server/store/media.ts';
import { insertParcours, putMembership } from '../../../../server/store/parcours.ts';
import { insertPlace } from '../../../../server/store/places.ts';
import { insertSession } from '../../../../server/store/sessions.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';

const HOUR_MS = 3600 * 1000;
/** At a multiple of six hours since 1970. */
const MIDNIGHT_MS = Date.parse('2026-11-21T00:00:00Z');
const NAME = { sha256: 'ab'.repeat(32), extension: 'wav' };
const [PHONE, LAPTOP] = [{ sessionId: 'phone' }, { sessionId: 'laptop' }] as const;

let dataDir: string;
let files: MediaFiles;
let database: Database;
let nowMs: number;
let links: MediaLinks;
beforeEach(async () => {
  ({ dataDir, database } = await makeDatabase());
  files = await chooseFileStores(dataDir, null).openMedia();
  nowMs = MIDNIGHT_MS;
  links = linksOf('a secret');
  await makeListener();
});

function linksOf(secret: string): MediaLinks {
  return createMediaLinks(secret, files, database.reader, () => nowMs);
}

/** Creates a member of a parcours with this audio, and two sessions that last a day. */
async function makeListener(): Promise<void> {
  const created_at = new Date(MIDNIGHT_MS).toISOString();
  const expires_at = new Date(MIDNIGHT_MS + 24 * HOUR_MS).toISOString();
  await database.transact(async (tx) => {
    const row = { email: 'ana@example.org', name: 'Ana', role: 'user', password_hash: '', picture: null } as const;
    const account = await insertAccount(tx, { ...row, created_at });
    if (account === undefined) throw new Error('Expected an account');
    const device = { browser: null, system: null };
    const session = { kind: 'long', ...device, created_at, used_at: created_at, expires_at } as const;
    for (const { sessionId } of [PHONE, LAPTOP])
      await insertSession(tx, { id: sessionId, account_id: account.id, ...session });
    const parcours_id = await insertParcours(tx, { title: 'a', description: 'b', image_url: null, created_at });
    await putMembership(tx, { parcours_id, account_id: account.id, privilege: 'guest', joined_at: created_at });
    await putMedia(tx, { ...NAME, size_bytes: 4, duration_s: 1, created_at });
    const shape = { kind: 'la', geometry: '{"type":"Point","coordinates":[2,48]}' };
    await insertPlace(tx, { parcours_id, author_id: null, name: 'a', ...shape, media_sha256: NAME.sha256, created_at });
  });
}

function partsOf(link: string) {
  const url = new URL(link, 'http://drop-ici.example');
  const read = (name: string): string => url.searchParams.get(name) ?? '';
  return {
    path: url.pathname,
    file: url.pathname.split('/').at(-1) ?? '',
    query: { expires: read('expires'), session: read('session'), signature: read('signature') },
  };
}
function follow(link: string, by = links) {
  const { file, query } = partsOf(link);
  return by.follow(file, query);
}

test('a link leads to its file, and its path identifies the content', async () => {
  const link = links.signFor(PHONE)(NAME);
  expect(partsOf(link).path).toBe(`${MEDIA_PATH}/${NAME.sha256}.wav`);
  expect(await follow(link)).toMatchObject({ tag: NAME.sha256, fileName: `${NAME.sha256}.wav` });
});

test('a link stays the same for hours, and is valid for two to eight hours', async () => {
  const first = links.signFor(PHONE)(NAME);
  nowMs += 4 * HOUR_MS;
  expect(links.signFor(PHONE)(NAME)).toBe(first);
  expect(links.signFor(PHONE)({ ...NAME, extension: 'mp3' })).not.toBe(first);
  nowMs += 1000;
  const next = links.signFor(PHONE)(NAME);
  expect(next).not.toBe(first);
  nowMs = MIDNIGHT_MS + 6 * HOUR_MS - 1000;
  expect((await follow(first)).tag).toBe(NAME.sha256);
  nowMs += 1000;
  await expect(follow(first)).rejects.toThrow('This link has expired');
  nowMs = MIDNIGHT_MS + 12 * HOUR_MS - 1;
  expect((await follow(next)).tag).toBe(NAME.sha256);
  nowMs += 1;
  await expect(follow(next)).rejects.toThrow('This link has expired');
});

test('a link is still valid after a restart with the same secret, and not with another', async () => {
  const link = links.signFor(PHONE)(NAME);
  expect((await follow(link, linksOf('a secret'))).tag).toBe(NAME.sha256);
  await expect(follow(link, linksOf('another'))).rejects.toThrow('not signed by this server');
});

test('a link is valid for no other expiry or session', async () => {
  const { file, query } = partsOf(links.signFor(PHONE)(NAME));
  const refused = { code: 'link_expired', message: expect.stringContaining('not signed') };
  const changes = [
    { expires: String(Number(query.expires) + 1) },
    { session: LAPTOP.sessionId },
    { session: '' },
    { signature: query.signature.slice(1) },
    { signature: '' },
  ];
  for (const change of changes) {
    await expect(links.follow(file, { ...query, ...change })).rejects.toMatchObject(refused);
  }
});

test('one signature is valid for all files that its session may hear, and for no others', async () => {
  const { query } = partsOf(links.signFor(PHONE)(NAME));
  expect(links.signFor(PHONE)({ ...NAME, extension: 'dat' })).toContain(links.queryFor(PHONE));
  expect((await links.follow(`${NAME.sha256}.dat`, query)).tag).toBe(NAME.sha256);
  await expect(links.follow(`${'cd'.repeat(32)}.wav`, query)).rejects.toMatchObject({
    code: 'link_expired',
    message: expect.stringContaining('may not hear or see this'),
  });
});

test('another session has another link with the same path', async () => {
  const [phone, laptop] = [links.signFor(PHONE)(NAME), links.signFor(LAPTOP)(NAME)];
  expect(partsOf(laptop).path).toBe(partsOf(phone).path);
  expect(laptop).not.toBe(phone);
  expect((await follow(laptop)).tag).toBe(NAME.sha256);
});

test('a link is refused if its session has expired or never existed', async () => {
  nowMs += 23 * HOUR_MS;
  const link = links.signFor(PHONE)(NAME);
  expect((await follow(link)).tag).toBe(NAME.sha256);
  nowMs += HOUR_MS;
  await expect(follow(link)).rejects.toMatchObject({ code: 'link_expired' });
  await expect(follow(links.signFor({ sessionId: 'no such' })(NAME))).rejects.toMatchObject({ code: 'link_expired' });
});

test.each(['', 'secret', '../secret', `${'AB'.repeat(32)}.wav`, `${'ab'.repeat(32)}`, `${'ab'.repeat(32)}.wav/x`])(
  '%j is not a file name',
  async (file) => {
    const query = { expires: '0', session: '', signature: '' };
    await expect(links.follow(file, query)).rejects.toMatchObject({ code: 'not_found' });
  },
);

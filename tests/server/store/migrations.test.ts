import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transactor } from '../../../server/store/database.ts';
import { accountSecurity } from '../../../server/store/migrations/009-account-security.ts';
import { whoseWord } from '../../../server/store/migrations/021-whose-word.ts';
import { reportedVersions } from '../../../server/store/migrations/026-reported-versions.ts';
import { openTestDatabase, removeTestDatabase } from '../../support/test-database.ts';

const START = '2026-11-01T00:00:00.000Z';
const daysLater = (days: number): string => new Date(Date.parse(START) + days * 24 * 3600 * 1000).toISOString();

async function migrate<Result>(work: (tx: Transactor) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-migrations-'));
  const database = await openTestDatabase(dataDir);
  try {
    return await database.transact(work);
  } finally {
    await database.close();
    await removeTestDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}

test('older sessions without a kind get one derived from their dates and accounts', async () => {
  const rows = await migrate(async (tx) => {
    await accountSecurity.down(tx);
    const account = { name: 'N', password_hash: '', created_at: START };
    await tx('accounts').insert([
      { ...account, id: 1, email: 'ana@gmail.com', role: 'user', google_subject: 'subject' },
      { ...account, id: 2, email: 'guest-1@guest.invalid', role: 'guest', google_subject: null },
      { ...account, id: 3, email: 'bo@gmail.com', role: 'guest', google_subject: null },
    ]);
    await tx('sessions').insert([
      { id: 'short', account_id: 1, created_at: START, expires_at: daysLater(0.5) },
      { id: 'long', account_id: 1, created_at: START, expires_at: daysLater(30) },
      // From before guests had long sessions.
      { id: 'guest', account_id: 2, created_at: START, expires_at: daysLater(0.5) },
      { id: 'lowered', account_id: 3, created_at: START, expires_at: daysLater(0.5) },
    ]);
    await accountSecurity.up(tx);
    return {
      kinds: await tx('sessions').orderBy('id').select('id', 'kind', 'used_at', 'browser'),
      verified: await tx('accounts').whereNotNull('email_verified_at').pluck('id'),
    };
  });
  const known = { used_at: START, browser: null };
  expect(rows.kinds).toEqual([
    { id: 'guest', kind: 'guest', ...known },
    { id: 'long', kind: 'long', ...known },
    { id: 'lowered', kind: 'short', ...known },
    { id: 'short', kind: 'short', ...known },
  ]);
  expect(rows.verified).toEqual([1]);
});

test('the sender of a place’s audio and a map’s hidden audio are derived from older rows', async () => {
  const rows = await migrate(async (tx) => {
    await whoseWord.down(tx);
    const made = { created_at: START };
    const account = { ...made, name: 'N', password_hash: '', role: 'user' };
    await tx('accounts').insert([1, 2, 3].map((id) => ({ ...account, id, email: `${id}@example.org` })));
    await tx('parcours').insert([1, 2].map((id) => ({ ...made, id, title: 'T', description: 'D' })));
    await tx('memberships').insert({ parcours_id: 1, account_id: 2, privilege: 'editor', joined_at: START });
    await tx('media').insert({ ...made, sha256: 'a', extension: 'wav', size_bytes: 1, uploader_id: 2 });
    const place = { ...made, name: 'P', kind: 'la', geometry: '{}', author_id: 1, media_sha256: 'a' };
    await tx('places').insert([
      { ...place, id: 1, parcours_id: 1, hidden_at: START },
      { ...place, id: 2, parcours_id: 2 },
      { ...place, id: 3, parcours_id: 2, media_sha256: null },
    ]);
    await whoseWord.up(tx);
    return {
      sent: await tx('places').orderBy('id').pluck('audio_by'),
      hidden: await tx('hidden_audio').select('parcours_id', 'media_sha256'),
    };
  });
  // On map 1 the first sender is an editor and may have sent it; on map 2 the author sent the same file.
  expect(rows.sent).toEqual([2, 1, null]);
  expect(rows.hidden).toEqual([{ parcours_id: 1, media_sha256: 'a' }]);
});

test('open reports get the current version of the reported item', async () => {
  const rows = await migrate(async (tx) => {
    await reportedVersions.down(tx);
    const made = { created_at: START };
    await tx('parcours').insert({ ...made, id: 1, title: 'T', description: 'D' });
    await tx('places').insert({
      ...made,
      id: 1,
      parcours_id: 1,
      name: 'P',
      kind: 'la',
      geometry: '{}',
      media_sha256: null,
    });
    const report = { reason: 'hate', made_at: START };
    await tx('reports').insert([
      { ...report, place_id: 1 },
      { ...report, parcours_id: 1 },
      { ...report, place_id: 1, closed_at: START },
    ]);
    await reportedVersions.up(tx);
    return tx('reports').orderBy('id').select('name', 'description', 'media_sha256');
  });
  expect(rows).toEqual([
    { name: 'P', description: null, media_sha256: null },
    { name: 'T', description: 'D', media_sha256: null },
    { name: null, description: null, media_sha256: null },
  ]);
});

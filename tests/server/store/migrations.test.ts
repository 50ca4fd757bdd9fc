import type { Knex } from 'knex';
import { expect, test } from 'vitest';
import { accountSecurity } from '../../../server/store/migrations/009-account-security.ts';
import { whoseWord } from '../../../server/store/migrations/021-whose-word.ts';
import { reportedVersions } from '../../../server/store/migrations/026-reported-versions.ts';
import { reportSounds } from '../../../server/store/migrations/035-report-sounds.ts';
import { migrations } from '../../../server/store/migrations/index.ts';
import type { Migration } from '../../../server/store/migrations/migration.ts';
import { openWithoutTables, removeTestDatabase } from '../../support/database/test-database.ts';
import { makeFolder } from '../../support/test-folder.ts';

const START = '2026-11-01T00:00:00.000Z';
const daysLater = (days: number): string => new Date(Date.parse(START) + days * 24 * 3600 * 1000).toISOString();

/** Runs `prepare` on the tables from before a migration, then the migration, and returns what `read` finds. */
async function migrate<Result>(
  migration: Migration,
  prepare: (knex: Knex) => Promise<void>,
  read: (knex: Knex) => Promise<Result>,
): Promise<Result> {
  const dataDir = await makeFolder();
  const knex = await openWithoutTables(dataDir);
  try {
    const all = await migrations.getMigrations([]);
    for (const earlier of all.slice(0, all.indexOf(migration))) await earlier.up(knex);
    await prepare(knex);
    await migration.up(knex);
    return await read(knex);
  } finally {
    await knex.destroy();
    await removeTestDatabase(dataDir);
  }
}

test('older sessions without a kind get one derived from their dates and accounts', async () => {
  const rows = await migrate(
    accountSecurity,
    async (knex) => {
      const account = { name: 'N', password_hash: '', created_at: START };
      await knex('accounts').insert([
        { ...account, id: 1, email: 'ana@gmail.com', role: 'user', google_subject: 'subject' },
        { ...account, id: 2, email: 'guest-1@guest.invalid', role: 'guest', google_subject: null },
        { ...account, id: 3, email: 'bo@gmail.com', role: 'guest', google_subject: null },
      ]);
      await knex('sessions').insert([
        { id: 'short', account_id: 1, created_at: START, expires_at: daysLater(0.5) },
        { id: 'long', account_id: 1, created_at: START, expires_at: daysLater(30) },
        // From before guests had long sessions.
        { id: 'guest', account_id: 2, created_at: START, expires_at: daysLater(0.5) },
        { id: 'lowered', account_id: 3, created_at: START, expires_at: daysLater(0.5) },
      ]);
    },
    async (knex) => ({
      kinds: await knex('sessions').orderBy('id').select('id', 'kind', 'used_at', 'browser'),
      verified: await knex('accounts').whereNotNull('email_verified_at').pluck('id'),
    }),
  );
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
  const rows = await migrate(
    whoseWord,
    async (knex) => {
      const made = { created_at: START };
      const account = { ...made, name: 'N', password_hash: '', role: 'user' };
      await knex('accounts').insert([1, 2, 3].map((id) => ({ ...account, id, email: `${id}@example.org` })));
      await knex('parcours').insert([1, 2].map((id) => ({ ...made, id, title: 'T', description: 'D' })));
      await knex('memberships').insert({ parcours_id: 1, account_id: 2, privilege: 'editor', joined_at: START });
      await knex('media').insert({ ...made, sha256: 'a', extension: 'wav', size_bytes: 1, uploader_id: 2 });
      const place = { ...made, name: 'P', kind: 'la', geometry: '{}', author_id: 1, media_sha256: 'a' };
      await knex('places').insert([
        { ...place, id: 1, parcours_id: 1, hidden_at: START },
        { ...place, id: 2, parcours_id: 2 },
        { ...place, id: 3, parcours_id: 2, media_sha256: null },
      ]);
    },
    async (knex) => ({
      sent: await knex('places').orderBy('id').pluck('audio_by'),
      hidden: await knex('hidden_audio').select('parcours_id', 'media_sha256'),
    }),
  );
  // On map 1 the first sender is an editor and may have sent it; on map 2 the author sent the same file.
  expect(rows.sent).toEqual([2, 1, null]);
  expect(rows.hidden).toEqual([{ parcours_id: 1, media_sha256: 'a' }]);
});

test('open reports get the current version of the reported item', async () => {
  const rows = await migrate(
    reportedVersions,
    async (knex) => {
      const made = { created_at: START };
      await knex('parcours').insert({ ...made, id: 1, title: 'T', description: 'D' });
      await knex('places').insert({
        ...made,
        id: 1,
        parcours_id: 1,
        name: 'P',
        kind: 'la',
        geometry: '{}',
        media_sha256: null,
      });
      const report = { reason: 'hate', made_at: START };
      await knex('reports').insert([
        { ...report, place_id: 1 },
        { ...report, parcours_id: 1 },
        { ...report, place_id: 1, closed_at: START },
      ]);
    },
    async (knex) => knex('reports').orderBy('id').select('name', 'description', 'media_sha256'),
  );
  expect(rows).toEqual([
    { name: 'P', description: null, media_sha256: null },
    { name: 'T', description: 'D', media_sha256: null },
    { name: null, description: null, media_sha256: null },
  ]);
});

test('open reports about places get the sounds of their tellings', async () => {
  const rows = await migrate(
    reportSounds,
    async (knex) => {
      const made = { created_at: START };
      await knex('media').insert({ ...made, sha256: 'a', extension: 'wav', size_bytes: 1 });
      await knex('parcours').insert({ ...made, id: 1, title: 'T', description: 'D' });
      await knex('places').insert({ ...made, id: 1, parcours_id: 1, name: 'P', kind: 'la', geometry: '{}' });
      const telling = { place_id: 1, kind: 'easy', name: '', text: '', changed_at: START };
      await knex('tellings').insert([
        { ...telling, language: 'de', media_sha256: 'a' },
        { ...telling, language: 'en' },
      ]);
      const report = { reason: 'hate', made_at: START };
      await knex('reports').insert([
        { ...report, id: 1, place_id: 1 },
        { ...report, id: 2, parcours_id: 1 },
        { ...report, id: 3, place_id: 1, closed_at: START },
      ]);
    },
    async (knex) => knex('report_sounds').select('report_id', 'language', 'kind', 'media_sha256'),
  );
  expect(rows).toEqual([{ report_id: 1, language: 'de', kind: 'easy', media_sha256: 'a' }]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountSecurity } from '../../../server/store/migrations/001-009/009-account-security.ts';
import { openTestDatabase, removeTestDatabase } from '../../support/test-database.ts';

const START = '2026-11-01T00:00:00.000Z';
const daysLater = (days: number): string => new Date(Date.parse(START) + days * 24 * 3600 * 1000).toISOString();

test('sessions from before they had a kind get the one that their dates and accounts tell', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-migrations-'));
  const database = await openTestDatabase(dataDir);
  try {
    const rows = await database.transact(async (tx) => {
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
        // From before guests had long ones.
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
  } finally {
    await database.close();
    await removeTestDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
});

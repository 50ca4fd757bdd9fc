import { expect, test } from 'vitest';
import { BUNDLES_MAX, INVITES_OPEN_MAX, PARCOURS_IDS_MAX, SESSIONS_MAX } from '../../../contracts/limits.ts';
import { BundleId } from '../../../contracts/vocabulary.ts';
import { RECORDING_SESSIONS_MAX } from '../../../server/domain/uploads/recording-sessions.ts';
import { auditLogRows } from '../../support/database/kept-data.ts';
import { changeRows } from '../../support/database/test-database.ts';
import { call, codeOf } from '../../support/server/api.ts';
import { makeInvite, makeParcours, type Person, signUp, signUpAs, signUpMember } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
const LONG_AGO = '2026-01-01T00:00:00.000Z';

/** Adds rows to a table, and returns the new number of rows that match `of`. */
async function fill(table: string, count: number, row: (index: number) => object, of: object = {}): Promise<number> {
  return changeRows(server.dataDir, async (tx) => {
    for (let index = 0; index < count; index++) await tx(table).insert(row(index));
    return (await tx(table).where(of).select()).length;
  });
}
const rowsOf = (table: string, of: object): Promise<number> => fill(table, 0, () => ({}), of);

test('bundles, and maps in a bundle, have a maximum number; a deleted bundle makes room', async () => {
  const admin = await signUpAs(server, 'Admin', 'admin');
  const create = () => codeOf(call(server.origin, 'createBundle', { body: { name: 'Lot' } }, admin.token));
  await fill('bundles', BUNDLES_MAX, () => ({ name: 'Lot', description: '', created_at: LONG_AGO }));
  expect(await create()).toBe('too_many');
  const bundleId = BundleId.parse(1);
  await call(server.origin, 'deleteBundle', { params: { bundleId } }, admin.token);
  expect(await create()).toBe('ok');

  const parcoursId = await makeParcours(server.origin, admin);
  const full = BundleId.parse(2);
  await fill('parcours', PARCOURS_IDS_MAX, (index) => ({
    id: 1000 + index,
    title: 'T',
    description: 'D',
    created_at: LONG_AGO,
  }));
  const entry = (index: number) => ({ bundle_id: full, parcours_id: 1000 + index, added_at: LONG_AGO });
  await fill('bundled_parcours', PARCOURS_IDS_MAX, entry);
  const add = () =>
    codeOf(call(server.origin, 'addToBundle', { params: { bundleId: full, mapId: parcoursId } }, admin.token));
  expect(await add()).toBe('too_many');
});

test('each member has a maximum of open invitations to a map, and ended ones don’t pile up', async () => {
  const owner = await signUpAs(server, 'Owner', 'editor');
  const parcoursId = await makeParcours(server.origin, owner);
  const other = await signUpMember(server, owner, parcoursId, 'Other', 'drop');
  const invite = (person: Person) => codeOf(makeInvite(server.origin, person, parcoursId, 'drop'));
  const row = (index: number) => ({
    token_hash: `hash ${index}`,
    parcours_id: parcoursId,
    privilege: 'drop',
    inviter_id: owner.user.id,
    created_at: LONG_AGO,
  });
  const of = { inviter_id: owner.user.id };
  await fill('invites', 3 * INVITES_OPEN_MAX, (index) => ({ ...row(-index - 1), revoked_at: LONG_AGO }));
  expect(await invite(owner)).toBe('ok');
  expect(await rowsOf('invites', of)).toBeLessThanOrEqual(2 * INVITES_OPEN_MAX);
  await fill('invites', INVITES_OPEN_MAX, row);
  expect(await invite(owner)).toBe('too_many');
  expect(
    await codeOf(
      call(
        server.origin,
        'createShareLink',
        { params: { mapId: parcoursId, privilege: 'editor' }, body: {} },
        owner.token,
      ),
    ),
  ).toBe('too_many');
  expect(await invite(other)).toBe('ok');
});

test('above the maximum of sessions of an account, the least recently used one ends', async () => {
  const ana = await signUp(server.origin, 'Ana');
  const account_id = ana.user.id;
  const of = { account_id };
  const session = (index: number) => ({
    ...{ id: `session ${index}`, account_id, kind: 'long', expires_at: '2999-01-01T00:00:00.000Z' },
    ...{ created_at: LONG_AGO, used_at: `2026-02-01T00:00:00.${String(index).padStart(3, '0')}Z` },
  });
  await fill('sessions', SESSIONS_MAX, session);
  const { email, password } = ana;
  const { token } = await call(server.origin, 'login', { body: { email, password } });
  expect(await rowsOf('sessions', of)).toBe(SESSIONS_MAX);
  expect(await rowsOf('sessions', { id: 'session 1' })).toBe(0);
  expect(await rowsOf('sessions', { id: `session ${SESSIONS_MAX - 1}` })).toBe(1);
  for (const valid of [token, ana.token]) expect(await codeOf(call(server.origin, 'readMe', {}, valid))).toBe('ok');
});

test('ending sessions that don’t exist leaves no entry in the audit log', async () => {
  const { token, email, password } = await signUp(server.origin, 'Bo');
  await call(server.origin, 'login', { body: { email, password } });
  for (let times = 0; times < 5; times++)
    await call(server.origin, 'endSessions', { body: { keepsThis: true } }, token);
  expect(await auditLogRows(server.dataDir, 'sessions_ended')).toHaveLength(1);
});

test('an account has a maximum of recordings begun in a month', async () => {
  const { token, user } = await signUp(server.origin, 'Cy');
  const created_at = new Date().toISOString();
  await fill('recording_sessions', RECORDING_SESSIONS_MAX - 1, (index) => ({
    id: `recording ${index}`,
    account_id: user.id,
    created_at,
  }));
  const start = () => codeOf(call(server.origin, 'startRecording', { body: {} }, token));
  expect([await start(), await start()]).toEqual(['ok', 'too_many']);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUDIT_LOG_CSV_PATH, AUDIT_PAGE, type AuditAction, type AuditEntry } from '../../../contracts/audit-entry.ts';
import { InviteId, type ParcoursId } from '../../../contracts/vocabulary.ts';
import { DAY_MS } from '../../../server/domain/clock.ts';
import { changeRows, withDatabase } from '../../support/database/test-database.ts';
import { startGoogle } from '../../support/network/google.ts';
import { call } from '../../support/server/api.ts';
import { lastOf, readAuditLog } from '../../support/server/audit-log.ts';
import {
  addMember,
  makeDraft,
  makeGuest,
  makeInvite,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const google = await startGoogle();
afterAll(google.stop);
const server = useServer(google.env);
let origin: string;
let admin: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  origin = server.origin;
  admin = await signUpAs(server, 'Admin', 'admin');
  parcoursId = await makeParcours(origin, admin);
});

const somebody = (): Promise<Person> => signUp(origin, 'Person');
const asAccount = ({ user, email }: Person) => ({ id: user.id, name: user.name, email });
/** Returns the newest entry of which somebody is the actor or the subject. */
const last = (person: Person, action: AuditAction) => lastOf(origin, admin, { action, account: person.email });
const linkFor = async (privilege: 'guest' | 'drop'): Promise<string> =>
  (await makeInvite(origin, admin, parcoursId, privilege)).token;
const theMap = () => ({ id: parcoursId, name: 'Le quai' });

describe('the audit log records who did what to whom, on what, when and from where:', () => {
  test('a sign-up, a sign-in and a logout', async () => {
    const ana = await somebody();
    await call(origin, 'logout', {}, ana.token);
    const entries = await readAuditLog(origin, admin, { account: ana.email });
    expect(entries.map(({ action }) => action)).toEqual(['signed_out', 'signed_in', 'signed_up']);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor: asAccount(ana), account: asAccount(ana), map: null, place: null });
      expect(entry.address).toMatch(/^[0-9a-f]{16}$/);
      expect(Math.abs(Date.parse(entry.happenedAt) - Date.now())).toBeLessThan(60_000);
    }
  });

  test('a failed sign-in, without the password, and without readable text of an unknown email', async () => {
    const ana = await somebody();
    const tries = { known: ana.email, unknown: 'nobody.at.all@example.org' };
    for (const email of Object.values(tries)) {
      await expect(call(origin, 'login', { body: { email, password: 'a wrong password' } })).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
    }
    const [unknown, known] = await readAuditLog(origin, admin, { action: 'sign_in_failed' });
    expect(known).toMatchObject({ actor: null, account: asAccount(ana) });
    expect(unknown).toMatchObject({ actor: null, account: null });
    expect(unknown?.detail).toMatch(/^email [0-9a-f]{16}$/);
    expect(unknown?.address).toBe(known?.address);
    const all = JSON.stringify(await wholeRows());
    expect(all).not.toContain('a wrong password');
    expect(all).not.toContain('nobody.at.all');
  });

  test('a sign-in through Google, one that Google refuses, and an account linked to Google', async () => {
    const ana = await signUp(origin, 'Ana');
    const { token } = await call(origin, 'createAccount', {
      body: { name: 'Gil', email: 'gil@gmail.com', password: 'a long password' },
    }).then(() => ({ token: google.grant('gil', 'gil@gmail.com') }));
    await call(origin, 'loginWithGoogle', { body: { accessToken: token } });
    const entries = await readAuditLog(origin, admin, { account: 'gil@gmail.com' });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['signed_in', 'Google'],
      ['google_linked', ''],
      ['signed_up', ''],
    ]);
    await expect(call(origin, 'loginWithGoogle', { body: { accessToken: 'unknown' } })).rejects.toThrow();
    expect(await lastOf(origin, admin, { action: 'sign_in_failed' })).toMatchObject({
      account: null,
      detail: 'Google',
    });
    expect((await last(ana, 'signed_in')).detail).toBe('');
  });

  test('a changed password, and ended sessions', async () => {
    const ana = await somebody();
    const body = { current: ana.password, password: 'une belle promenade' };
    await call(origin, 'changePassword', { body }, ana.token);
    expect(await last(ana, 'password_changed')).toMatchObject({ actor: asAccount(ana), account: asAccount(ana) });
    await call(origin, 'login', { body: { email: ana.email, password: body.password } });
    await call(origin, 'endSessions', { body: { keepsThis: true } }, ana.token);
    expect(await last(ana, 'sessions_ended')).toMatchObject({ actor: asAccount(ana), detail: 'all others' });
    expect(JSON.stringify(await wholeRows())).not.toContain(body.password);
  });

  test('an answered request for a role', async () => {
    const [ana, noe] = [await somebody(), await somebody()];
    for (const [person, answer] of [
      [ana, 'granted'],
      [noe, 'refused'],
    ] as const) {
      const { id } = await call(origin, 'requestRole', { body: { role: 'editor' } }, person.token);
      await call(origin, 'answerRoleRequest', { params: { requestId: id }, body: { answer } }, admin.token);
      expect(await last(person, `role_${answer}`)).toMatchObject({
        actor: asAccount({ ...admin, user: { ...admin.user } }),
        account: asAccount(person),
        detail: 'editor',
      });
    }
  });

  test('an invitation made, accepted and revoked, each once', async () => {
    const ana = await somebody();
    const token = await linkFor('drop');
    const accept = () => call(origin, 'acceptInvite', { body: { token } }, ana.token);
    await accept();
    await accept();
    const [invitation] = (await call(origin, 'listInvites', { query: { mapId: parcoursId } }, admin.token)).slice(-1);
    const params = { inviteId: InviteId.parse(invitation?.id) };
    await call(origin, 'revokeInvite', { params }, admin.token);
    await call(origin, 'revokeInvite', { params }, admin.token);
    const entries = (await readAuditLog(origin, admin, { mapId: parcoursId })).filter(({ detail }) =>
      detail.includes(`${params.inviteId},`),
    );
    expect(
      entries.map(({ action, actor, account, map, detail }) => [action, actor?.id, account?.id, map, detail]),
    ).toEqual([
      ['invitation_revoked', admin.user.id, admin.user.id, theMap(), `invitation ${params.inviteId}, drop`],
      ['invitation_accepted', ana.user.id, admin.user.id, theMap(), `invitation ${params.inviteId}, drop`],
      ['invitation_made', admin.user.id, admin.user.id, theMap(), `invitation ${params.inviteId}, drop`],
    ]);
  });

  test('a changed privilege, a removal, and a departure', async () => {
    const [ana, noe] = [await somebody(), await somebody()];
    for (const person of [ana, noe]) await addMember(origin, admin, parcoursId, person, 'drop');
    const member = { mapId: parcoursId, userId: ana.user.id };
    await call(origin, 'setMemberPrivilege', { params: member, body: { privilege: 'editor' } }, admin.token);
    const about = { account: asAccount(ana), map: theMap() };
    expect(await last(ana, 'privilege_changed')).toMatchObject({ ...about, detail: 'drop to editor' });
    await call(origin, 'removeMember', { params: member }, admin.token);
    expect(await last(ana, 'member_removed')).toMatchObject({
      ...about,
      actor: { id: admin.user.id },
      detail: 'editor',
    });
    await call(origin, 'removeMember', { params: { mapId: parcoursId, userId: noe.user.id } }, noe.token);
    expect(await last(noe, 'left')).toMatchObject({ actor: asAccount(noe), account: asAccount(noe), map: theMap() });
  });

  test('a deleted place and a deleted map, with their names', async () => {
    const ana = await somebody();
    const other = await makeParcours(origin, admin, 'Le port');
    await addMember(origin, admin, other, ana, 'drop');
    const placeId = await makePlace(origin, ana, other, 'La grue');
    await call(origin, 'deletePlace', { params: { placeId } }, admin.token);
    const map = { id: other, name: 'Le port' };
    expect(await last(ana, 'place_deleted')).toMatchObject({
      actor: { id: admin.user.id },
      account: asAccount(ana),
      map,
      place: { id: placeId, name: 'La grue' },
      detail: 'without audio',
    });
    await call(origin, 'purgePlace', { params: { placeId } }, admin.token);
    expect(await last(ana, 'place_deleted')).toMatchObject({ account: asAccount(ana), map, detail: 'for good' });
    await call(origin, 'deleteParcours', { params: { mapId: other } }, admin.token);
    expect(await lastOf(origin, admin, { action: 'map_deleted' })).toMatchObject({ actor: { id: admin.user.id }, map });
  });

  test('a deleted bundle, which belonged to everybody', async () => {
    const { id: bundleId } = await call(origin, 'createBundle', { body: { name: 'Les quais' } }, admin.token);
    await call(origin, 'deleteBundle', { params: { bundleId } }, admin.token);
    await expect(call(origin, 'deleteBundle', { params: { bundleId } }, admin.token)).rejects.toThrow();
    const deletions = await readAuditLog(origin, admin, { action: 'bundle_deleted' });
    expect(deletions).toMatchObject([{ actor: { id: admin.user.id }, detail: `bundle ${bundleId}` }]);
  });

  test('a sign-in that is refused because the account is suspended, by password and through Google', async () => {
    const mia = await signUp(origin, 'Mia');
    const accessToken = google.grant('mia', 'mia.suspended@gmail.com');
    const { user } = await call(origin, 'loginWithGoogle', { body: { accessToken } });
    for (const userId of [mia.user.id, user.id]) {
      await call(origin, 'setSuspension', { params: { userId }, body: { suspended: true } }, admin.token);
    }
    const refused = { code: 'suspended' };
    await expect(call(origin, 'login', { body: { email: mia.email, password: mia.password } })).rejects.toMatchObject(
      refused,
    );
    await expect(call(origin, 'loginWithGoogle', { body: { accessToken } })).rejects.toMatchObject(refused);
    const [byGoogle, byPassword] = await readAuditLog(origin, admin, { action: 'sign_in_failed' });
    expect(byPassword).toMatchObject({ actor: null, account: asAccount(mia), detail: 'suspended' });
    expect(byPassword?.address).toMatch(/^[0-9a-f]{16}$/);
    expect(byGoogle).toMatchObject({ actor: null, account: { id: user.id }, detail: 'Google, suspended' });
  });

  test('an adopted guest, whose name leaves the audit log with the account', async () => {
    const ana = await somebody();
    const guest = await makeGuest(origin, admin, parcoursId);
    expect(await lastOf(origin, admin, { action: 'invitation_accepted' })).toMatchObject({
      actor: { id: guest.user.id, name: 'Guest' },
      address: expect.any(String),
    });
    await call(origin, 'adoptGuest', { body: { token: guest.token } }, ana.token);
    const gone = { id: guest.user.id, name: null, email: null };
    expect(await last(ana, 'guest_adopted')).toMatchObject({ actor: asAccount(ana), account: gone });
    expect(await lastOf(origin, admin, { action: 'invitation_accepted' })).toMatchObject({ actor: gone });
  });
});

test('a discarded draft leaves no entry', async () => {
  const before = await wholeRows();
  await call(origin, 'deletePlace', { params: { placeId: await makeDraft(origin, admin, parcoursId) } }, admin.token);
  expect(await wholeRows()).toEqual(before);
});

test('refused requests leave no entry, except for failed sign-ins', async () => {
  const ana = await somebody();
  const before = await wholeRows();
  await expect(call(origin, 'deleteParcours', { params: { mapId: parcoursId } }, ana.token)).rejects.toMatchObject({
    status: 403,
  });
  await expect(call(origin, 'listTrail', { query: {} }, ana.token)).rejects.toMatchObject({ status: 403 });
  expect((await fetchCsv(ana)).status).toBe(403);
  expect(await wholeRows()).toEqual(before);
});

describe('the list', () => {
  test('is newest first and in pages, without gaps or repeats', async () => {
    const ana = await somebody();
    await addEntries(2 * AUDIT_PAGE + 3, { action: 'warned', account_id: ana.user.id });
    const pages: AuditEntry[][] = [];
    let next: number | null | undefined;
    while (next !== null) {
      const query = {
        action: 'warned' as const,
        account: ana.user.id,
        ...(next === undefined ? {} : { before: next }),
      };
      const page = await call(origin, 'listTrail', { query }, admin.token);
      pages.push(page.entries);
      next = page.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([AUDIT_PAGE, AUDIT_PAGE, 3]);
    const ids = pages.flat().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
  });

  test('can be filtered by an account’s email or id, as actor or subject', async () => {
    const [ana, noe] = [await somebody(), await somebody()];
    await addEntries(1, { action: 'warned', actor_id: ana.user.id, account_id: noe.user.id });
    for (const account of [ana.email, ana.user.id, noe.email, noe.user.id]) {
      expect(await readAuditLog(origin, admin, { action: 'warned', account })).toHaveLength(1);
    }
    expect(await readAuditLog(origin, admin, { account: 'nobody@example.org' })).toEqual([]);
  });

  test('can be filtered by time, including the start and excluding the end', async () => {
    const ana = await somebody();
    const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
    for (const day of days)
      await addEntries(1, { action: 'hidden', account_id: ana.user.id, happened_at: `${day}T00:00:00.000Z` });
    const of = async (query: { from?: string; to?: string }) =>
      (await readAuditLog(origin, admin, { action: 'hidden', ...query })).map(({ happenedAt }) =>
        happenedAt.slice(0, 10),
      );
    expect(await of({ to: '2026-01-03T00:00:00Z' })).toEqual(['2026-01-02', '2026-01-01']);
    expect(await of({ from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' })).toEqual(['2026-01-02']);
    expect(await of({ from: '2036-01-02T00:00:00Z' })).toEqual([]);
    expect(await of({ to: '2016-01-02T00:00:00Z' })).toEqual([]);
  });
});

describe('the export', () => {
  test('is CSV with a byte order mark, in which no cell is a formula', async () => {
    const name = '=HYPERLINK("https://evil.example","a;=1+1");"=2;" @3';
    const ana = await call(origin, 'createAccount', {
      body: { name, email: '+ana@example.org', password: 'a long password' },
    });
    const response = await fetchCsv(admin, `?account=${ana.user.id}`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="journal-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, row, ...rest] = parseCsv(new TextDecoder().decode(bytes));
    expect(rest).toEqual([]);
    const cell = (column: string) => row?.[head?.indexOf(column) ?? -1];
    expect([cell('action'), cell('actor_id')]).toEqual(['signed_up', String(ana.user.id)]);
    expect(cell('actor_name')).toBe(`'=HYPERLINK("https://evil.example","a;'=1+1");'"=2;'" @3`);
    expect(cell('actor_email')).toBe("'+ana@example.org");
  });

  test('is an entry itself, with the exported filter', async () => {
    await (await fetchCsv(admin, '?action=left')).text();
    expect(await lastOf(origin, admin, { action: 'trail_exported' })).toMatchObject({
      actor: { id: admin.user.id },
      detail: 'action left',
    });
  });

  test('has every entry of an audit log longer than one read', async () => {
    const ana = await somebody();
    await addEntries(1203, { action: 'approved', account_id: ana.user.id });
    const lines = (await (await fetchCsv(admin, '?action=approved')).text()).trimEnd().split('\r\n');
    const ids = lines.slice(1).map((line) => Number(line.split(',')[0]));
    expect(ids).toHaveLength(1203);
    expect(new Set(ids).size).toBe(1203);
  });

  test('refuses an invalid filter', async () => {
    for (const query of ['?action=danced', '?mapId=x', '?from=yesterday', '?account=me']) {
      expect([query, (await fetchCsv(admin, query)).status]).toEqual([query, 400]);
    }
  });
});

// These tests come last because the clock stays ahead.
describe('as time passes, the audit log', () => {
  test('tells addresses apart within a day, not across days, and yesterday’s salt is deleted', async () => {
    const ana = await somebody();
    const signIn = () => call(origin, 'login', { body: { email: ana.email, password: ana.password } });
    const first = (await last(ana, 'signed_in')).address;
    await signIn();
    const second = (await last(ana, 'signed_in')).address;
    const salts = await readSalts();
    server.advance(DAY_MS);
    const { token } = await signIn();
    const later = await lastOf(
      origin,
      { ...admin, token: await adminToken() },
      { action: 'signed_in', account: ana.email },
    );
    expect(token).toBeTruthy();
    expect(second).toBe(first);
    expect(later.address).not.toBe(first);
    const after = await readSalts();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(salts);
  });

  test('loses the names of erased accounts at the next start', async () => {
    const ana = await somebody();
    await changeRows(server.dataDir, (tx) => tx('accounts').where({ id: ana.user.id }).delete());
    expect(JSON.stringify(await wholeRows())).toContain(ana.email);
    await server.restart();
    expect(JSON.stringify(await wholeRows())).not.toContain(ana.email);
  });

  test('loses entries older than a year at the next start', async () => {
    const ago = (days: number) => new Date(Date.now() + DAY_MS - days * DAY_MS).toISOString();
    await addEntries(1, { action: 'restored', detail: 'old', happened_at: ago(366) });
    await addEntries(1, { action: 'restored', detail: 'young', happened_at: ago(364) });
    await server.restart();
    const rows = await wholeRows();
    expect(rows.filter(({ action }) => action === 'restored').map(({ detail }) => detail)).toEqual(['young']);
  });
});

async function adminToken(): Promise<string> {
  return (await call(origin, 'login', { body: { email: admin.email, password: admin.password } })).token;
}

function fetchCsv({ token }: Person, query = ''): Promise<Response> {
  return fetch(`${origin}${AUDIT_LOG_CSV_PATH}${query}`, { headers: { Authorization: `Bearer ${token}` } });
}

function wholeRows(): Promise<{ action: string; detail: string }[]> {
  return withDatabase(server.dataDir, ({ reader }) => reader('trail').orderBy('id'));
}

function readSalts(): Promise<string[]> {
  return withDatabase(server.dataDir, ({ reader }) => reader('trail_salts').pluck('salt'));
}

/** Adds entries of a kind that other parts of the server write. */
async function addEntries(count: number, row: Readonly<Record<string, unknown>>): Promise<void> {
  const whole = { happened_at: new Date().toISOString(), detail: '', ...row };
  await changeRows(server.dataDir, async (tx) => {
    for (let made = 0; made < count; made += 100) {
      await tx('trail').insert(Array.from({ length: Math.min(100, count - made) }, () => whole));
    }
  });
}

/** Parses CSV (RFC 4180). */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    if (rows.length === 0) rows.push([]);
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

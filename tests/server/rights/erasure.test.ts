import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DropsChoice } from '../../../contracts/rights/erasure.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { backUp } from '../../../server/domain/upkeep/backup.ts';
import { createLog } from '../../../server/log.ts';
import { openDatabase } from '../../../server/store/database.ts';
import { call } from '../../support/api.ts';
import { findBytes } from '../../support/find-bytes.ts';
import {
  addMember,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  upload,
} from '../../support/people.ts';
import { pictureFile } from '../../support/picture.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { beginUpload, sendPart } from '../../support/tus.ts';
import { wavOf } from '../../support/wav-bytes.ts';

let server: TestServer;
let logged: string[];
let backups: string;
let boris: Person;
beforeAll(async () => {
  logged = [];
  server = await startServer({}, undefined, createLog('info', { write: (line) => logged.push(line) }));
  boris = await signUpAs(server, 'Boris', 'admin');
});
afterAll(() => server.stop());
beforeEach(async () => {
  backups = await mkdtemp(join(tmpdir(), 'drop-ici-backups-'));
});
afterEach(() => rm(backups, { recursive: true, force: true }));

/** Audio that nothing else contains, and a part of its samples. */
function voice(): { readonly file: Blob; readonly samples: Buffer } {
  const samples = randomBytes(60_000);
  return { file: new Blob([wavOf(new Int16Array(samples.buffer, samples.byteOffset, 30_000))]), samples };
}

function erase(person: Person, drops: DropsChoice, password = person.password) {
  return call(server.origin, 'eraseMe', { body: { drops, password } }, person.token);
}

interface Life {
  readonly person: Person;
  readonly own: ParcoursId;
  readonly others: ParcoursId;
  readonly dropElsewhere: PlaceId;
  /** What must not be found afterwards, where the drops go as well. */
  readonly traces: Record<string, string | Buffer>;
  readonly voiceElsewhere: Buffer;
}

let lives = 0;
/** Somebody with drops on two maps, a draft, pictures, events, a pack, sessions, requests, invitations and an upload under way. */
async function live(): Promise<Life> {
  const { origin } = server;
  const name = `Philomène Trucmuche ${++lives}`;
  const person = await signUp(origin, name);
  const at = (what: string) => `${what} de personne ${lives}`;
  const own = await makeParcours(origin, person, at('carte'));
  const others = await makeParcours(origin, boris, `Chez Boris ${lives}`);
  await addMember(origin, boris, others, person, 'editor');
  await addMember(origin, person, own, boris, 'drop');
  const [first, second, third, dropped, sending] = [voice(), voice(), voice(), voice(), voice()];
  await upload(origin, person, await makePlace(origin, person, own, at('lieu')), first.file);
  const dropElsewhere = await makePlace(origin, person, others, at('drop'));
  await upload(origin, person, dropElsewhere, second.file);
  await upload(origin, person, await makeDraft(origin, person, others, at('brouillon')), third.file);
  const placeDropped = await makePlace(origin, person, others, at('drop supprimé'));
  await upload(origin, person, placeDropped, dropped.file);
  await call(origin, 'deleteDrop', { params: { placeId: placeDropped } }, person.token);
  const report = { thing: { kind: 'map', id: others }, reason: 'other', words: at('signalement') } as const;
  await call(origin, 'report', { body: report }, person.token);
  await call(origin, 'uploadProfileImage', { fields: {}, file: pictureFile() }, person.token);
  await call(origin, 'readPack', { params: { mapId: others } }, person.token);
  const event = { name: 'Logged in', atMs: Date.now(), properties: { user: person.user } } as const;
  await call(origin, 'recordEvents', { body: { events: [event] } }, person.token, `key-of-event-${lives}`);
  await call(origin, 'startRecording', { body: {} }, person.token);
  await call(origin, 'requestRole', { body: { role: 'editor', mapId: others, words: at('demande') } }, person.token);
  const invite = { mapId: own, privilege: 'drop', label: at('lien') } as const;
  await call(origin, 'createInvite', { body: invite }, person.token);
  await call(origin, 'requestExport', {}, person.token);
  await call(origin, 'login', { body: { email: person.email, password: person.password } });
  const key = { 'idempotency-key': `key-of-upload-${lives}` };
  const id = await beginUpload(origin, person, dropElsewhere, sending.file.size, key);
  await sendPart(origin, person, id, 0, sending.file.slice(0, 40_000));
  const traces = {
    name,
    email: person.email,
    'own voice': first.samples.subarray(1000, 1200),
    'draft voice': third.samples.subarray(1000, 1200),
    'deleted voice': dropped.samples.subarray(1000, 1200),
    report: at('signalement'),
    'voice under way': sending.samples.subarray(1000, 1200),
    draft: at('brouillon'),
    request: at('demande'),
    key: `key-of-event-${lives}`,
    label: at('lien'),
    upload: id,
  };
  return { person, own, others, dropElsewhere, traces, voiceElsewhere: second.samples.subarray(1000, 1200) };
}

test('of an account that is deleted with its drops, neither data, log nor the next back-up have name, email, words or voice', async () => {
  const { person, own, others, dropElsewhere, traces, voiceElsewhere } = await live();
  const all = { ...traces, 'voice elsewhere': voiceElsewhere };
  const before = await findBytes(server.dataDir, all);
  // Whoever looks for what was never there finds nothing either.
  for (const name of Object.keys(all)) expect(before.join()).toContain(`${name} in`);
  const old = await backUp(server.dataDir, backups, Date.now);
  expect(await findBytes(old.folder, { email: person.email })).not.toEqual([]);

  await erase(person, 'delete');
  expect(await findBytes(server.dataDir, all)).toEqual([]);
  const next = await backUp(server.dataDir, backups, () => Date.now() + 1000);
  expect(await findBytes(next.folder, all)).toEqual([]);
  for (const text of [person.user.name, person.email]) expect(logged.join('\n')).not.toContain(text);

  await expect(call(server.origin, 'readMe', {}, person.token)).rejects.toMatchObject({ status: 401 });
  const maps = await call(server.origin, 'listParcours', { query: {} }, boris.token);
  expect(maps.map(({ id }) => id)).not.toContain(own);
  expect(maps.map(({ id }) => id)).toContain(others);
  const place = call(server.origin, 'readPlace', { params: { placeId: dropElsewhere } }, boris.token);
  await expect(place).rejects.toMatchObject({ code: 'not_found' });
});

test('where the drops stay, they play on without a name, and nothing else stays', async () => {
  const { person, dropElsewhere, traces, voiceElsewhere } = await live();
  await erase(person, 'keep');
  const place = await call(server.origin, 'readPlace', { params: { placeId: dropElsewhere } }, boris.token);
  expect(place).toMatchObject({ media_data: { link: expect.any(String) } });
  expect(JSON.stringify(place)).not.toContain(person.user.name);
  expect(await findBytes(server.dataDir, traces)).toEqual([]);
  const voices = await findBytes(server.dataDir, { voice: voiceElsewhere });
  expect(voices).toEqual([expect.stringMatching(/^voice in media/)]);
  expect(await rowsWith(person.user.id)).toEqual(['erasures.account_id', 'trail.account_id', 'trail.actor_id']);
});

/** The columns of ids of accounts that have this one. */
async function rowsWith(id: number): Promise<string[]> {
  const database = await openDatabase(server.dataDir);
  try {
    const { reader } = database;
    const tables: { name: string }[] = await reader('sqlite_master').where({ type: 'table' }).select('name');
    const found: string[] = [];
    for (const { name } of tables) {
      const columns: { name: string }[] = await reader.raw('PRAGMA table_info(??)', [name]);
      for (const column of columns.filter((each) =>
        /^(account|author|uploader|inviter|actor|guest|reporter)_id$|_by$/.test(each.name),
      )) {
        if ((await reader(name).where({ [column.name]: id })).length > 0) found.push(`${name}.${column.name}`);
      }
    }
    return found.sort();
  } finally {
    await database.close();
  }
}

describe('before a deletion', () => {
  test('is said which maps go, with what of others on them, and how many drops are elsewhere', async () => {
    const { person, own } = await live();
    await makePlace(server.origin, boris, own, 'De Boris');
    const plan = () => call(server.origin, 'planErasure', {}, person.token);
    expect(await plan()).toEqual({
      confirmBy: 'password',
      lost: [{ id: own, name: `carte de personne ${lives}`, drops: 2, othersDrops: 1, members: 1 }],
      dropsElsewhere: 1,
      parcoursElsewhere: 1,
    });
    const params = { mapId: own, userId: boris.user.id };
    await call(server.origin, 'setMemberPrivilege', { params, body: { privilege: 'admin' } }, person.token);
    expect(await plan()).toMatchObject({ lost: [], dropsElsewhere: 2, parcoursElsewhere: 2 });
    await erase(person, 'delete');
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [own] } }, boris.token);
    expect(places.map(({ appelation }) => appelation)).toEqual(['De Boris']);
  });

  test('the password is asked for, and guesses count as failed logins', async () => {
    const eve = await signUp(server.origin, 'Eve');
    const refused = { code: 'invalid_credentials' };
    const byEmail = { drops: 'keep', email: eve.email } as const;
    await expect(call(server.origin, 'eraseMe', { body: byEmail }, eve.token)).rejects.toMatchObject(refused);
    for (let times = 1; times < 10; times++) await expect(erase(eve, 'keep', 'wrong')).rejects.toMatchObject(refused);
    await expect(erase(eve, 'keep')).rejects.toMatchObject({ code: 'too_many_requests' });
    const credentials = { email: eve.email, password: eve.password };
    await expect(call(server.origin, 'login', { body: credentials })).rejects.toMatchObject({
      code: 'too_many_requests',
    });
  });

  test('of an account without a password, the email is asked for', async () => {
    const zoe = await signUp(server.origin, 'Zoe');
    const database = await openDatabase(server.dataDir);
    await database.transact((tx) => tx('accounts').where({ id: zoe.user.id }).update({ password_hash: '' }));
    await database.close();
    expect(await call(server.origin, 'planErasure', {}, zoe.token)).toMatchObject({ confirmBy: 'email' });
    await expect(erase(zoe, 'keep', '')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(erase(zoe, 'keep')).rejects.toMatchObject({ code: 'invalid_credentials' });
    await call(server.origin, 'eraseMe', { body: { drops: 'keep', email: zoe.email } }, zoe.token);
  });

  test('a throwaway guest confirms with nothing', async () => {
    const mapId = await makeParcours(server.origin, boris);
    const invite = { mapId, privilege: 'guest' } as const;
    const { token } = await call(server.origin, 'createInvite', { body: invite }, boris.token);
    const guest = await call(server.origin, 'visit', { body: { token, key: 'k'.repeat(32) } });
    expect(await call(server.origin, 'planErasure', {}, guest.token)).toMatchObject({ confirmBy: 'nothing', lost: [] });
    await call(server.origin, 'eraseMe', { body: { drops: 'keep' } }, guest.token);
    await expect(call(server.origin, 'readMe', {}, guest.token)).rejects.toMatchObject({ status: 401 });
    expect(await findBytes(server.dataDir, { email: guest.user.email })).toEqual([]);
  });
});

describe('a restore of a back-up from before a deletion', () => {
  test('brings nobody back: neither their account, nor their drops and map', async () => {
    const { person, own, dropElsewhere, traces, voiceElsewhere } = await live();
    const kept = await signUp(server.origin, 'Kept');
    const { folder } = await backUp(server.dataDir, backups, Date.now);
    await erase(person, 'delete');
    const restored = await startServer({}, async (dataDir) => {
      await cp(folder, dataDir, { recursive: true });
      await cp(join(server.dataDir, 'erased.log'), join(dataDir, 'erased.log'));
    });
    try {
      expect(await findBytes(restored.dataDir, { ...traces, voiceElsewhere })).toEqual([]);
      const { origin } = restored;
      await expect(call(origin, 'readMe', {}, person.token)).rejects.toMatchObject({ status: 401 });
      expect((await call(origin, 'readMe', {}, kept.token)).user.id).toBe(kept.user.id);
      const maps = await call(origin, 'listParcours', { query: {} }, boris.token);
      expect(maps.map(({ id }) => id)).not.toContain(own);
      const place = call(origin, 'readPlace', { params: { placeId: dropElsewhere } }, boris.token);
      await expect(place).rejects.toMatchObject({ code: 'not_found' });
      await restored.restart();
      expect((await call(restored.origin, 'readMe', {}, kept.token)).user.id).toBe(kept.user.id);
    } finally {
      await restored.stop();
    }
  });

  test('leaves a map that got another admin after the back-up to a member', async () => {
    const { person, own } = await live();
    const { folder } = await backUp(server.dataDir, backups, Date.now);
    const params = { mapId: own, userId: boris.user.id };
    await call(server.origin, 'setMemberPrivilege', { params, body: { privilege: 'admin' } }, person.token);
    await erase(person, 'keep');
    const restored = await startServer({}, async (dataDir) => {
      await cp(folder, dataDir, { recursive: true });
      await cp(join(server.dataDir, 'erased.log'), join(dataDir, 'erased.log'));
    });
    try {
      const map = await call(restored.origin, 'readParcours', { params: { mapId: own } }, boris.token);
      expect(map.privilege).toBe('admin');
    } finally {
      await restored.stop();
    }
  });

  test('does not touch a new account that has the id of one that was erased', async () => {
    const gone = await signUp(server.origin, 'Gone');
    const { folder } = await backUp(server.dataDir, backups, Date.now);
    const later = await signUp(server.origin, 'Later');
    await erase(gone, 'keep');
    await erase(later, 'keep');
    const restored = await startServer({}, async (dataDir) => {
      await cp(folder, dataDir, { recursive: true });
      await cp(join(server.dataDir, 'erased.log'), join(dataDir, 'erased.log'));
    });
    try {
      const fresh = await signUp(restored.origin, 'Fresh');
      expect(fresh.user.id).toBe(later.user.id);
      await restored.restart();
      expect((await call(restored.origin, 'readMe', {}, fresh.token)).user.name).toBe('Fresh');
    } finally {
      await restored.stop();
    }
  });
});

describe('the list of erased accounts', () => {
  test('has ids and times only, is for its owner alone, and goes into back-ups', async () => {
    const ida = await signUp(server.origin, 'Ida');
    await erase(ida, 'keep');
    const path = join(server.dataDir, 'erased.log');
    const text = await readFile(path, 'utf8');
    expect(text.trim().split('\n').at(-1)).toMatch(new RegExp(`^${ida.user.id} [\\d-]{10}T[\\d:.]+Z keep -$`));
    expect(text).toMatch(/^(\d+ [\d-]{10}T[\d:.]+Z (keep|delete) (-|[\d,]+)\n)+$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { folder } = await backUp(server.dataDir, backups, Date.now);
    expect(await readFile(join(folder, 'erased.log'), 'utf8')).toBe(text);
  });

  test('gets back what a crash kept from it, at the next start', async () => {
    const jo = await signUp(server.origin, 'Jo');
    await erase(jo, 'keep');
    const path = join(server.dataDir, 'erased.log');
    const text = await readFile(path, 'utf8');
    await rm(path);
    await server.restart();
    expect((await readFile(path, 'utf8')).split('\n').sort()).toEqual(text.split('\n').sort());
    expect(await readdir(server.dataDir)).not.toContain('erased.log.new');
  });
});

test('an id of an account is not given again', async () => {
  const kai = await signUp(server.origin, 'Kai');
  await erase(kai, 'keep');
  expect((await signUp(server.origin, 'Lea')).user.id).toBeGreaterThan(kai.user.id);
});

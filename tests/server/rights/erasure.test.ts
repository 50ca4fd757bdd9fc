import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Erasure } from '../../../contracts/erasure.ts';
import { AUDIO_PART } from '../../../contracts/recording.ts';
import { backUp } from '../../../server/domain/upkeep/make-backup.ts';
import { createLog } from '../../../server/log.ts';
import { findBytes, findStored } from '../../support/database/find-bytes.ts';
import { changeRows, testBackupSource, withDatabase } from '../../support/database/test-database.ts';
import { accountColumns } from '../../support/rights/account-columns.ts';
import { erase } from '../../support/rights/erase.ts';
import { live, voice } from '../../support/rights/life.ts';
import { pictureFile } from '../../support/samples/picture.ts';
import { call } from '../../support/server/api.ts';
import {
  makeGuest,
  makeParcours,
  makePlace,
  type Person,
  plannedPoint,
  setRole,
  signUp,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { metadata, tus } from '../../support/server/tus.ts';
import { useServer } from '../../support/server/use-server.ts';
import { makeFolder } from '../../support/test-folder.ts';

const logged: string[] = [];
const server = useServer({}, undefined, createLog('info', { write: (line) => logged.push(line) }));
let backups: string;
let boris: Person;
beforeAll(async () => {
  boris = await signUpAs(server, 'Boris', 'admin');
});
beforeEach(async () => {
  backups = await makeFolder();
});

async function mediaFiles(): Promise<string[]> {
  const entries = await readdir(join(server.dataDir, 'media'), { recursive: true });
  return entries.filter((path) => path.includes('.')).sort();
}

test('deleting an account with its drops leaves no trace in the data, log or next back-up', async () => {
  const files = await mediaFiles();
  const { person, own, others, dropElsewhere, traces, voiceElsewhere } = await live(server, boris);
  const all = { ...traces, 'voice elsewhere': voiceElsewhere };
  const before = await findStored(server.dataDir, all);
  // The search must find all traces before, or finding none later proves nothing.
  for (const name of Object.keys(all)) expect(before.join()).toContain(`${name} in`);
  const old = await backUp(await testBackupSource(server.dataDir), backups, Date.now);
  expect(await findBytes(old.folder, { email: person.email })).not.toEqual([]);

  await erase(server, person, 'delete');
  expect(await findStored(server.dataDir, all)).toEqual([]);
  // Waveforms and pictures are gone as well.
  expect(await mediaFiles()).toEqual(files);
  const next = await backUp(await testBackupSource(server.dataDir), backups, () => Date.now() + 1000);
  expect(await findBytes(next.folder, all)).toEqual([]);
  for (const text of [person.user.name, person.email]) expect(logged.join('\n')).not.toContain(text);

  await expect(call(server.origin, 'readMe', {}, person.token)).rejects.toMatchObject({ status: 401 });
  const maps = await call(server.origin, 'listParcours', { query: {} }, boris.token);
  expect(maps.map(({ id }) => id)).not.toContain(own);
  expect(maps.map(({ id }) => id)).toContain(others);
  const place = call(server.origin, 'readPlace', { params: { placeId: dropElsewhere } }, boris.token);
  await expect(place).rejects.toMatchObject({ code: 'not_found' });
});

test('a drop that is still arriving when its account is deleted leaves nothing behind', async () => {
  const { person, dropElsewhere } = await live(server, boris);
  const sending = voice();
  const form = new FormData();
  for (const [name, value] of Object.entries({ place_id: dropElsewhere, size: sending.file.size, length: 1 })) {
    form.set(name, String(value));
  }
  form.set(AUDIO_PART, sending.file);
  const multipart = new Response(form);
  const bytes = new Uint8Array(await multipart.arrayBuffer());
  let sendRest = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes.subarray(0, 40_000));
      sendRest = () => {
        controller.enqueue(bytes.subarray(40_000));
        controller.close();
      };
    },
  });
  const headers = {
    Authorization: `Bearer ${person.token}`,
    'Content-Type': multipart.headers.get('Content-Type') ?? '',
  };
  const request = { method: 'POST', headers, body, duplex: 'half' };
  const arrived = fetch(`${server.origin}/v1/drop/upload`, request);
  const part = { voice: sending.samples.subarray(1000, 1200) };
  await expect.poll(() => findStored(server.dataDir, part)).toEqual([expect.stringContaining('incoming')]);
  await erase(server, person, 'keep');
  sendRest();
  expect((await arrived).status).toBe(401);
  expect(await findStored(server.dataDir, part)).toEqual([]);
});

test('calls during a deletion either succeed before it or are refused as unauthenticated', async () => {
  const from = logged.length;
  const person = await signUp(server.origin, 'Overtaken');
  const place = await makePlace(server.origin, boris, await makeParcours(server.origin, boris));
  const headers = { 'Upload-Length': '10', 'Upload-Metadata': metadata({ place_id: place }) };
  const json = { Authorization: person.token, 'Content-Type': 'application/json' };
  const calls = [
    () => tus(server.origin, { method: 'POST', token: person.token, headers }),
    () => fetch(`${server.origin}/v1/user/me/export`, { method: 'POST', headers: json }),
    () => fetch(`${server.origin}/v1/user/role-requests`, { method: 'POST', headers: json, body: '{"role":"editor"}' }),
  ];
  const untilRefused = async (ask: () => Promise<Response>): Promise<number> => {
    const { status } = await ask();
    return status === 401 || status >= 500 ? status : untilRefused(ask);
  };
  const refused = Promise.all([...calls, ...calls, ...calls].map(untilRefused));
  await erase(server, person, 'delete');
  expect(new Set(await refused)).toEqual(new Set([401]));
  expect(logged.slice(from).filter((line) => line.includes('"level":50'))).toEqual([]);
});

test('drops that are left behind still play, without a name, and nothing else stays', async () => {
  const { person, dropElsewhere, traces, voiceElsewhere } = await live(server, boris);
  await erase(server, person, 'keep');
  const place = await call(server.origin, 'readPlace', { params: { placeId: dropElsewhere } }, boris.token);
  expect(place).toMatchObject({ media_data: { link: expect.any(String) } });
  expect(JSON.stringify(place)).not.toContain(person.user.name);
  expect(await findStored(server.dataDir, traces)).toEqual([]);
  const voices = await findStored(server.dataDir, { voice: voiceElsewhere });
  expect(voices).toEqual([expect.stringMatching(/^voice in media/)]);
  expect(await rowsWith(person.user.id)).toEqual(['erasures.account_id', 'trail.account_id', 'trail.actor_id']);
});

test('the database clears every column with an account id, except those listed here', async () => {
  await withDatabase(server.dataDir, async (database) => {
    const columns = await accountColumns(database.reader);
    const byHand = columns.filter(({ onDelete }) => onDelete !== 'CASCADE' && onDelete !== 'SET NULL');
    expect(byHand.map(({ table, column }) => `${table}.${column}`)).toEqual([
      // The id of a guest who signed up; deleted with that account.
      'adopted_guests.guest_id',
      'erasures.account_id',
      'media.uploader_id',
      'trail.actor_id',
      'trail.account_id',
    ]);
  });
});

/** Returns the columns of account ids in which this id occurs. */
async function rowsWith(id: number): Promise<string[]> {
  return withDatabase(server.dataDir, async (database) => {
    const found: string[] = [];
    for (const { table, column } of await accountColumns(database.reader)) {
      const rows = await database.reader(table).where({ [column]: id });
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found.sort();
  });
}

describe('before a deletion', () => {
  test('the plan lists the maps that will go, with others’ drops on them, and the drops elsewhere', async () => {
    const { number, person, own } = await live(server, boris);
    await makePlace(server.origin, boris, own, 'De Boris');
    const gone = await signUpMember(server, person, own, 'Gone', 'drop');
    await makePlace(server.origin, gone, own, 'Sans auteur');
    await erase(server, gone, 'keep');
    await setRole(server, person, 'editor');
    await call(server.origin, 'planPlace', { body: plannedPoint(own) }, person.token);
    const plan = () => call(server.origin, 'planErasure', {}, person.token);
    expect(await plan()).toEqual({
      confirmBy: 'password',
      lost: [{ id: own, name: `carte de personne ${number}`, drops: 3, othersDrops: 2, members: 1 }],
      dropsElsewhere: 1,
      parcoursElsewhere: 1,
    });
    const params = { mapId: own, userId: boris.user.id };
    await call(server.origin, 'setMemberPrivilege', { params, body: { privilege: 'admin' } }, person.token);
    expect(await plan()).toMatchObject({ lost: [], dropsElsewhere: 2, parcoursElsewhere: 2 });
    await erase(server, person, 'delete');
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [own] } }, boris.token);
    expect(places.map(({ appelation }) => appelation).sort()).toEqual(['De Boris', 'Sans auteur']);
  });

  test('a map that has just lost its other admin is not deleted until the plan has shown it', async () => {
    const { person, own } = await live(server, boris);
    const shared = await makeParcours(server.origin, person, 'À deux');
    const leaver = await signUpMember(server, person, shared, 'Leaver', 'drop');
    const params = { mapId: shared, userId: leaver.user.id };
    await call(server.origin, 'setMemberPrivilege', { params, body: { privilege: 'admin' } }, person.token);
    const plan = () => call(server.origin, 'planErasure', {}, person.token);
    expect((await plan()).lost).toMatchObject([{ id: own }]);
    await erase(server, leaver, 'keep');
    const body: Erasure = { drops: 'keep', lost: [own], password: person.password };
    await expect(call(server.origin, 'eraseMe', { body }, person.token)).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
    });
    expect((await plan()).lost).toMatchObject([{ id: own }, { id: shared }]);
    await erase(server, person, 'keep');
    await expect(plan()).rejects.toMatchObject({ status: 401 });
  });

  test('the password is required, and wrong guesses count as failed logins', async () => {
    const eve = await signUp(server.origin, 'Eve');
    const refused = { code: 'invalid_credentials' };
    const byEmail: Erasure = { drops: 'keep', lost: [], email: eve.email };
    await expect(call(server.origin, 'eraseMe', { body: byEmail }, eve.token)).rejects.toMatchObject(refused);
    for (let times = 1; times < 10; times++)
      await expect(erase(server, eve, 'keep', 'wrong')).rejects.toMatchObject(refused);
    await expect(erase(server, eve, 'keep')).rejects.toMatchObject({ code: 'too_many_requests' });
    const credentials = { email: eve.email, password: eve.password };
    await expect(call(server.origin, 'login', { body: credentials })).rejects.toMatchObject({
      code: 'too_many_requests',
    });
  });

  test('an account without a password confirms with its email', async () => {
    const zoe = await signUp(server.origin, 'Zoe');
    await changeRows(server.dataDir, (tx) => tx('accounts').where({ id: zoe.user.id }).update({ password_hash: '' }));
    expect(await call(server.origin, 'planErasure', {}, zoe.token)).toMatchObject({ confirmBy: 'email' });
    await expect(erase(server, zoe, 'keep', '')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(erase(server, zoe, 'keep')).rejects.toMatchObject({ code: 'invalid_credentials' });
    await call(server.origin, 'eraseMe', { body: { drops: 'keep', lost: [], email: zoe.email } }, zoe.token);
  });

  test('a throwaway guest needs no confirmation', async () => {
    const parcoursId = await makeParcours(server.origin, boris);
    const guest = await makeGuest(server.origin, boris, parcoursId);
    expect(await call(server.origin, 'planErasure', {}, guest.token)).toMatchObject({ confirmBy: 'nothing', lost: [] });
    await call(server.origin, 'eraseMe', { body: { drops: 'keep', lost: [] } }, guest.token);
    await expect(call(server.origin, 'readMe', {}, guest.token)).rejects.toMatchObject({ status: 401 });
    expect(await findStored(server.dataDir, { email: guest.user.email })).toEqual([]);
  });
});

test('a deleted map that can be restored keeps its image when the uploader’s account is deleted', async () => {
  const { person, others } = await live(server, boris);
  await setRole(server, person, 'editor');
  const image = { params: { mapId: others }, fields: {}, file: pictureFile() };
  const { image_url } = await call(server.origin, 'uploadParcoursImage', image, person.token);
  const body = { name: 'Chez Boris', description: 'Illustré', image_url };
  await call(server.origin, 'updateParcours', { params: { mapId: others }, body }, person.token);
  await call(server.origin, 'deleteParcours', { params: { mapId: others } }, boris.token);
  await erase(server, person, 'delete');
  await call(server.origin, 'restoreParcours', { params: { mapId: others } }, boris.token);
  expect((await fetch(server.origin + image_url)).status).toBe(200);
});

describe('the list of erased accounts', () => {
  test('holds ids and times only, is readable by its owner only, and is part of back-ups', async () => {
    const ida = await signUp(server.origin, 'Ida');
    await erase(server, ida, 'keep');
    const path = join(server.dataDir, 'erased.log');
    const text = await readFile(path, 'utf8');
    expect(text.trim().split('\n').at(-1)).toMatch(new RegExp(`^${ida.user.id} [\\d-]{10}T[\\d:.]+Z keep -$`));
    expect(text).toMatch(/^(\d+ [\d-]{10}T[\d:.]+Z (keep|delete) (-|[\d,]+)\n)+$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { folder } = await backUp(await testBackupSource(server.dataDir), backups, Date.now);
    expect(await readFile(join(folder, 'erased.log'), 'utf8')).toBe(text);
  });

  test('is completed at the next start after a crash', async () => {
    const jo = await signUp(server.origin, 'Jo');
    await erase(server, jo, 'keep');
    const path = join(server.dataDir, 'erased.log');
    const text = await readFile(path, 'utf8');
    await rm(path);
    await server.restart();
    expect((await readFile(path, 'utf8')).split('\n').sort()).toEqual(text.split('\n').sort());
    expect(await readdir(server.dataDir)).not.toContain('erased.log.new');
  });
});

test('the id of a deleted account is not used again', async () => {
  const kai = await signUp(server.origin, 'Kai');
  await erase(server, kai, 'keep');
  expect((await signUp(server.origin, 'Lea')).user.id).toBeGreaterThan(kai.user.id);
});

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pathOfMedia } from '../../../server/store/files.ts';
import { findStored } from '../../support/database/find-bytes.ts';
import { changeRows } from '../../support/database/test-database.ts';
import { unzip } from '../../support/formats/zip.ts';
import { live } from '../../support/rights/life.ts';
import { call } from '../../support/server/api.ts';
import { lastOf } from '../../support/server/audit-log.ts';
import {
  fixture,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  upload,
} from '../../support/server/people.ts';
import { runAdmin, type ToolRun } from '../../support/server/run-tool.ts';
import { useServer } from '../../support/server/use-server.ts';
import { makeFolder } from '../../support/test-folder.ts';

const server = useServer();
let boris: Person;
let folder: string;
beforeAll(async () => {
  boris = await signUpAs(server, 'Boris', 'admin');
});
beforeEach(async () => {
  folder = await makeFolder();
});

function admin(...args: string[]): Promise<ToolRun> {
  return runAdmin(server.dataDir, args);
}

async function sha256(file: Blob): Promise<string> {
  return createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex');
}

async function rename(person: Person, name: string): Promise<void> {
  await changeRows(server.dataDir, (tx) => tx('accounts').where({ id: person.user.id }).update({ name }));
}

describe('an export by the operator', () => {
  test('runs beside the server and writes a person’s export to a new file for its owner only', async () => {
    const anna = await signUp(server.origin, 'Anna');
    const parcoursId = await makeParcours(server.origin, anna, 'Le quai');
    await upload(
      server.origin,
      anna,
      await makePlace(server.origin, anna, parcoursId, 'Le pont'),
      await fixture('conforming-mono.wav'),
    );
    await rename(anna, 'Anna\u001b[31m');
    const params = { userId: anna.user.id };
    await call(server.origin, 'setSuspension', { params, body: { suspended: true } }, boris.token);
    const path = join(folder, 'anna.zip');
    expect(await admin('export', ` ${anna.email.toUpperCase()}`, path)).toEqual({
      code: 0,
      output: `${path} has all that the server has of Anna[31m <${anna.email}>; give it to nobody else\n`,
      errors: '',
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const names = [...(await unzip(await readFile(path))).keys()];
    expect(names).toContainEqual(expect.stringMatching(/^sons\/\d+ Le quai\/\d+ Le pont\.wav$/));
    expect(await lastOf(server.origin, boris, { action: 'data_exported' })).toMatchObject({
      actor: null,
      account: { id: anna.user.id },
      address: null,
      detail: 'by npm run admin',
    });
  });

  test('overwrites no file, and leaves none when it fails', async () => {
    const bea = await signUp(server.origin, 'Bea');
    const path = join(folder, 'bea.zip');
    await writeFile(path, 'of somebody else');
    expect(await admin('export', bea.email, path)).toEqual({
      code: 1,
      output: '',
      errors: `${path} exists already and stays as it is\n`,
    });
    expect(await readFile(path, 'utf8')).toBe('of somebody else');
    const nowhere = await admin('export', bea.email, join(folder, 'no', 'bea.zip'));
    expect([nowhere.code, nowhere.errors]).toEqual([1, expect.stringMatching(/^Cannot write .*ENOENT.*\n$/)]);
    const nobody = await admin('export', 'nobody@example.org', join(folder, 'nobody.zip'));
    expect([nobody.code, nobody.errors]).toEqual([1, 'There is no account with the email nobody@example.org\n']);
    const parcoursId = await makeParcours(server.origin, bea);
    const sound = await fixture('conforming-mono.wav');
    await upload(server.origin, bea, await makePlace(server.origin, bea, parcoursId), sound);
    const stored = join(server.dataDir, 'media', pathOfMedia({ sha256: await sha256(sound), extension: 'wav' }));
    await rm(stored);
    await mkdir(stored);
    const damaged = await admin('export', bea.email, join(folder, 'half.zip'));
    expect([damaged.code, damaged.output]).toEqual([1, '']);
    expect(await readdir(folder)).toEqual(['bea.zip']);
  });
});

describe('an erasure by the operator', () => {
  test('reports the maps that would go, and deletes nothing before it is confirmed', async () => {
    const { number, person, own } = await live(server, boris);
    await rename(person, 'Philo\u001b[31m');
    expect(await admin('erase', person.email, 'keep')).toEqual({
      code: 0,
      output: [
        `Philo[31m <${person.email}> (id ${person.user.id}) would be erased for good`,
        'Drops that would stay without a name: 1, on 1 of the maps that stay',
        'Maps that would go, for want of another admin: 1',
        `- carte de personne ${number} (id ${own}), drops: 1, by others: 0, other members: 1`,
        `Nothing is erased yet: stop the server, then repeat this with --confirm ${own}\n`,
      ].join('\n'),
      errors: '',
    });
    const bare = await signUp(server.origin, 'Bare');
    expect((await admin('erase', bare.email, 'delete')).output).toMatch(
      /\nMaps that would go, for want of another admin: 0\n.* --confirm none\n$/,
    );
    expect((await call(server.origin, 'readMe', {}, person.token)).user.id).toBe(person.user.id);
  });

  test('is refused while a server runs', async () => {
    const { person, own } = await live(server, boris);
    expect(await admin('erase', person.email, 'keep', '--confirm', String(own))).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(
        /^Cannot keep data in .*another server is running on it, or npm run move\. End that, or name another folder\. Nothing was erased: that takes a stopped server\n$/,
      ),
    });
    expect((await call(server.origin, 'readMe', {}, person.token)).user.id).toBe(person.user.id);
  });

  test('deletes as much as a deletion in the app once the server is stopped', async () => {
    const { person, own, dropElsewhere, traces, voiceElsewhere } = await live(server, boris);
    const further = await makeParcours(server.origin, person, 'Encore une');
    const runs: ToolRun[] = [];
    await server.restart({}, async () => {
      // Confirms fewer maps than would go.
      runs.push(await admin('erase', person.email, 'delete', '--confirm', String(own)));
      runs.push(await admin('erase', person.email, 'delete', '--confirm', `${own},${further}`));
      expect(await findStored(server.dataDir, { ...traces, 'voice elsewhere': voiceElsewhere })).toEqual([]);
    });
    expect(runs).toEqual([
      {
        code: 1,
        output: '',
        errors: `Parcours ${further} no longer has another admin and would be deleted as well; nothing was deleted\n`,
      },
      {
        code: 0,
        output: `Erased the account ${person.user.id}, and the maps ${own},${further} with it. The server may be started again\n`,
        errors: '',
      },
    ]);
    await expect(call(server.origin, 'readMe', {}, person.token)).rejects.toMatchObject({ status: 401 });
    const place = call(server.origin, 'readPlace', { params: { placeId: dropElsewhere } }, boris.token);
    await expect(place).rejects.toMatchObject({ code: 'not_found' });
    expect(await readFile(join(server.dataDir, 'erased.log'), 'utf8')).toMatch(
      new RegExp(`^${person.user.id} \\S+ delete ${own},${further}$`, 'm'),
    );
    expect(await lastOf(server.origin, boris, { action: 'account_deleted' })).toMatchObject({
      actor: null,
      account: { id: person.user.id },
      detail: 'drops: delete, by npm run admin',
    });
  });
});

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../server/cluster/open-stores.ts';
import { compareTables, isSame } from '../../../server/cluster/sync-tables.ts';
import { readCatalogue } from '../../../server/cluster/table-rows.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { testEnvironment, testLocation } from '../../support/database/test-database.ts';
import { createEmptyDatabase, dropTestDatabase } from '../../support/postgres/template.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../../support/server/people.ts';
import { runTool } from '../../support/server/run-tool.ts';
import { startServer, TEST_SECRET, type TestServer } from '../../support/server/server.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { makeFolder } from '../../support/test-folder.ts';

let server: TestServer;
let owner: Person;
let backups: string;
beforeEach(async () => {
  server = await startServer();
  owner = await signUp(server.origin, 'Owner');
  backups = await makeFolder();
});
afterEach(async () => {
  await server.stop();
});

test('a server can start on a back-up made during writes, and plays each story', async () => {
  const parcoursId = await makeParcours(server.origin, owner);
  const place = await makePlace(server.origin, owner, parcoursId);
  await upload(server.origin, owner, place, new Blob([wavOf(new Int16Array(2000).fill(5))]));
  await waveformsTaken(server.dataDir);
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await makePlace(server.origin, owner, parcoursId);
  })();
  const run = await runTool('backup', [backups], await testEnvironment(server.dataDir));
  isDone = true;
  await writing;
  expect(run).toMatchObject({ code: 0, errors: '' });
  const [name = '', ...others] = await readdir(backups);
  expect(others).toEqual([]);
  const folder = join(backups, name);
  expect((await readdir(folder)).sort()).toEqual(['drop-ici.sqlite', 'media']);
  expect(await runTool('verify-media', [folder], {})).toMatchObject({ code: 0, errors: '' });

  const restored = await startServerProcess({ DATA_DIR: folder, SECRET: TEST_SECRET });
  try {
    const { media_data } = await call(restored.origin, 'readPlace', { params: { placeId: place } }, owner.token);
    expect((await fetch(restored.origin + media_data?.link)).status).toBe(200);
  } finally {
    restored.child.kill();
    await restored.ended;
  }
});

test('a back-up can be moved to an empty database, which then has the same rows', async () => {
  await makeParcours(server.origin, owner);
  await runTool('backup', [backups], await testEnvironment(server.dataDir));
  const [name = ''] = await readdir(backups);
  const cluster = process.env.TEST_POSTGRES_URL ?? '';
  const restored = `restored_${name.toLowerCase().replaceAll('-', '_')}`;
  const url = await createEmptyDatabase(cluster, restored);
  try {
    const run = await runTool('move', ['--to', url], { DATA_DIR: join(backups, name) });
    expect(run).toMatchObject({ code: 0, errors: '' });
    const [one, other] = [
      await openDatabase(await testLocation(server.dataDir)),
      await openDatabase({ dataDir: '', url }),
    ];
    const file = await openDatabase({ dataDir: join(backups, name), url: null });
    const compared = await compareTables(one.reader, other.reader, await readCatalogue(file.reader), () => undefined);
    for (const database of [one, other, file]) await database.close();
    expect(compared.filter((table) => !isSame(table))).toEqual([]);
    expect(compared.find((table) => table.name === 'parcours')?.targetRows).toBe(1);
  } finally {
    await dropTestDatabase(cluster, restored);
  }
});

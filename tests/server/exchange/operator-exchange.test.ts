import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { testEnvironment, withDatabase } from '../../support/database/test-database.ts';
import { unzip } from '../../support/formats/zip.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, type Person, signUpAs } from '../../support/server/people.ts';
import { runAdmin, runTool, type ToolRun } from '../../support/server/run-tool.ts';
import { TEST_SECRET } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { fillParcours } from '../../support/server/whole-parcours.ts';

const server = useServer({ RENDITIONS: '0' });
let owner: Person;
let mapId: ParcoursId;
let folder: string;
beforeAll(async () => {
  owner = await signUpAs(server, 'Ana', 'editor');
  mapId = await makeParcours(server.origin, owner);
  await fillParcours(server.origin, owner, mapId);
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-exchange-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (...args: string[]): Promise<ToolRun> =>
  runTool('parcours', args, { ...(await testEnvironment(server.dataDir)), SECRET: TEST_SECRET });

test('a map is exported beside the running server, to a new file for its owner only', async () => {
  const zip = join(folder, 'quai.zip');
  expect(await run('export', String(mapId), zip)).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringMatching(/Le quai/),
  });
  expect((await stat(zip)).mode & 0o777).toBe(0o600);
  const files = await unzip(await readFile(zip));
  await run('export', String(mapId), join(folder, 'quai.geojson'));
  expect(await readFile(join(folder, 'quai.geojson'))).toEqual(files.get('parcours.geojson'));
  expect(await run('export', String(mapId), zip)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/exists already/),
  });
  expect(await run('export', '999', join(folder, 'none.zip'))).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/no parcours 999/),
  });
  expect(await run('export', String(mapId), join(folder, 'quai.doc'))).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/Usage/),
  });
});

/** The titles of all parcours, hidden and deleted ones too. */
async function readTitles(): Promise<string[]> {
  return withDatabase(server.dataDir, (database) => database.reader('parcours').pluck('title'));
}

test('a ZIP becomes a map of the named account once the server is stopped', async () => {
  const zip = join(folder, 'quai.zip');
  const email = owner.user.email;
  expect(await run('import', zip, '--owner', email)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/takes a stopped server/),
  });
  const [runs, left]: [ToolRun[], string[]] = [[], []];
  await server.restart({}, async () => {
    runs.push(await run('import', zip));
    // Exceeded with the first picture: the places are there already.
    await runAdmin(server.dataDir, ['quota', email, '1000']);
    runs.push(await run('import', zip, '--owner', email));
    await runAdmin(server.dataDir, ['quota', email, 'default']);
    left.push(...(await readTitles()));
    runs.push(await run('import', zip, '--owner', email));
  });
  expect(runs[1]).toMatchObject({ code: 1, errors: expect.stringMatching(/Expected at most 1000 bytes/) });
  expect(left).toEqual(['Le quai']);
  expect(runs[0]).toMatchObject({ code: 1, errors: expect.stringMatching(/--owner EMAIL/) });
  expect(runs[2]).toMatchObject({ code: 0, errors: '', output: expect.stringMatching(/is the map 3 now/) });
  const [, copy] = await call(server.origin, 'listParcours', {}, owner.token);
  expect(copy).toMatchObject({ name: 'Le quai', privilege: 'admin', place_count: 2, audio_s: 2, planned_count: 1 });
});

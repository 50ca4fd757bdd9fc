import { cp, mkdir, readdir, rm, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { waveformsTaken } from '../support/database/kept-data.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../support/server/people.ts';
import { runTool, type ToolRun } from '../support/server/run-tool.ts';
import { startServer } from '../support/server/server.ts';
import { useServer } from '../support/server/use-server.ts';
import { makeFolder } from '../support/test-folder.ts';

const server = useServer();
let owner: Person;
let places: PlaceId[];
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  const parcoursId = await makeParcours(server.origin, owner);
  places = await Promise.all([0, 1, 2, 3].map(() => makePlace(server.origin, owner, parcoursId)));
});

let backups: string;
beforeEach(async () => {
  backups = await makeFolder();
});

let made = 0;
function recording(): Blob {
  return new Blob([wavOf(new Int16Array(2000).fill(++made))]);
}

test('a back-up during uploads and replacements is complete; its stories play after a restore', async () => {
  let isDone = false;
  const uploading = (async () => {
    // One after the other: a back-up gives up if files disappear faster than it copies them.
    while (!isDone) for (const place of places) await upload(server.origin, owner, place, recording());
  })();
  const runs = [await tool('backup', [backups]), await tool('backup', [backups])];
  // While a server continues to write, the report must contain no false alarm.
  const verified = await tool('verify-media', [], server.dataDir);
  isDone = true;
  await uploading;
  expect(runs.map(({ code, errors }) => [code, errors])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect([verified.code, verified.output]).toEqual([0, expect.stringMatching(/0 missing, 0 orphaned, 0 changed/)]);

  const made = (await readdir(backups)).sort();
  expect(made).toHaveLength(2);
  for (const name of made) {
    const folder = join(backups, name);
    expect(await tool('verify-media', [folder])).toMatchObject({ code: 0, errors: '' });
    const restored = await startServer({}, async (dataDir) => cp(folder, dataDir, { recursive: true }));
    try {
      const { token } = await call(restored.origin, 'login', {
        body: { email: owner.email, password: owner.password },
      });
      for (const placeId of places) {
        const { media_data } = await call(restored.origin, 'readPlace', { params: { placeId } }, token);
        if (media_data === null) continue;
        expect((await fetch(restored.origin + media_data.link)).status).toBe(200);
      }
    } finally {
      await restored.stop();
    }
  }
});

test('the second back-up copies only new files and leaves the first unchanged', async () => {
  const [place] = places;
  if (place === undefined) throw new Error('Expected a place');
  await upload(server.origin, owner, place, recording());
  await waveformsTaken(server.dataDir);
  await tool('backup', [backups]);
  const [first = ''] = await readdir(backups);
  const before = await filesOf(join(backups, first));
  const { output } = await tool('backup', [backups]);
  expect(output).toContain(' 0 of them new');
  const second = (await readdir(backups)).find((name) => name !== first) ?? '';
  for (const [path, { ino }] of await filesOf(join(backups, second))) {
    if (/\.(wav|dat)$/.test(path)) expect(before.get(path)?.ino).toBe(ino);
  }
  expect(await filesOf(join(backups, first))).toEqual(before);
});

test('verify-media reports missing, orphaned and changed files and exits with 1', async () => {
  const own = await startServer();
  try {
    const person = await signUp(own.origin, 'Owner');
    const parcoursId = await makeParcours(own.origin, person);
    const paths: string[] = [];
    for (let index = 0; index < 2; index++) {
      const { link } = await upload(own.origin, person, await makePlace(own.origin, person, parcoursId), recording());
      const [, sha256 = ''] = /([0-9a-f]{64})\.wav/.exec(link) ?? [];
      paths.push(join(sha256.slice(0, 2), `${sha256}.wav`));
    }
    await waveformsTaken(own.dataDir);
    const [missing = '', changed = ''] = paths;
    const orphaned = join('ab', `ab${'0'.repeat(62)}.wav`);
    await unlink(join(own.dataDir, 'media', missing));
    await truncate(join(own.dataDir, 'media', changed), 100);
    await cp(join(own.dataDir, 'media', changed), join(own.dataDir, 'media', orphaned));
    await writeFile(join(own.dataDir, 'media', 'note.txt'), '');
    const { code, output } = await tool('verify-media', [], own.dataDir);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      `missing   ${missing}`,
      `orphaned  ${orphaned}`,
      'orphaned  note.txt',
      `changed   ${changed}`,
      '2 sound, 1 missing, 2 orphaned, 1 changed',
    ]);
    // Files that the data already lack don't prevent the others from being saved.
    const backup = await tool('backup', [backups], own.dataDir);
    expect([backup.code, backup.errors]).toEqual([1, expect.stringContaining('already missing from the data')]);
    expect(await readdir(backups)).toHaveLength(1);
  } finally {
    await own.stop();
  }
});

test('a complete back-up deletes only back-ups older than the given age, never the newest three', async () => {
  const day = 24 * 3600 * 1000;
  const nameOf = (daysAgo: number) => new Date(Date.now() - daysAgo * day).toISOString().replace(/[:.]/g, '-');
  const make = (...names: readonly string[]) =>
    Promise.all(names.map((name) => mkdir(join(backups, name, 'media'), { recursive: true })));
  const [ancient, old, recent] = [nameOf(400), nameOf(31), nameOf(29)];
  const others = ['.unfinished-today', `copy-of-${ancient}`, 'notes', `.unfinished-${recent}`, '2026-11-26'];
  await make(ancient, old, recent, ...others, `.unfinished-${ancient}`, `.deleted-${old}`);
  // Nothing is deleted without the option.
  await tool('backup', [backups]);
  expect(await readdir(backups)).toEqual(expect.arrayContaining([ancient, `.unfinished-${ancient}`]));

  const first = await tool('backup', [backups, '--keep-days', '30']);
  expect([first.code, first.errors]).toEqual([0, '']);
  const [, ...told] = first.output.trim().split('\n');
  expect(told).toEqual([ancient, old].map((name) => `deleted ${join(backups, name)}, older than 30 days`));
  const left = (await readdir(backups)).sort();
  expect(left.filter((name) => !others.includes(name) && name !== recent)).toHaveLength(2);
  expect(left).toEqual(expect.arrayContaining([...others, recent]));

  // As after a clock that was years behind, and after one that is years ahead.
  await Promise.all(left.map((name) => rm(join(backups, name), { recursive: true })));
  await make(nameOf(4000), nameOf(3001), nameOf(3000), nameOf(2999));
  await tool('backup', ['--keep-days', '1', backups]);
  expect(await readdir(backups)).toHaveLength(3);
});

test('an incomplete or failed back-up deletes no older one', async () => {
  const names = [1, 2, 3, 4, 5].map((year) => `200${year}-01-01T00-00-00-000Z`);
  for (const name of names) await mkdir(join(backups, name));
  const own = await startServer();
  try {
    const person = await signUp(own.origin, 'Owner');
    const placeId = await makePlace(own.origin, person, await makeParcours(own.origin, person));
    await upload(own.origin, person, placeId, recording());
    await waveformsTaken(own.dataDir);
    await rm(join(own.dataDir, 'media'), { recursive: true });
    const lacking = await tool('backup', [backups, '--keep-days', '30'], own.dataDir);
    expect(lacking).toMatchObject({ code: 1, errors: expect.stringContaining('No older back-up was deleted') });
  } finally {
    await own.stop();
  }
  expect((await tool('backup', [backups, '--keep-days', '30'], join(backups, 'none'))).code).toBe(2);
  for (const days of ['0', '-1', '1.5', 'all', '']) {
    expect(await tool('backup', [backups, `--keep-days=${days}`])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Usage:'),
    });
  }
  expect(await readdir(backups)).toEqual(expect.arrayContaining(names));
});

test('a folder without a database and a missing folder argument are reported and create nothing', async () => {
  const empty = join(backups, 'empty');
  expect(await tool('backup', [join(backups, 'to')], empty)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('There is no database in'),
  });
  expect(await tool('verify-media', [empty])).toMatchObject({ code: 2 });
  expect(await tool('backup', [])).toMatchObject({ code: 2, errors: expect.stringContaining('Usage:') });
  expect(await readdir(backups)).toEqual([]);
});

async function filesOf(folder: string): Promise<Map<string, { ino: number; size: number }>> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const files = new Map<string, { ino: number; size: number }>();
  for (const name of names) {
    const { ino, size } = await stat(join(folder, name));
    files.set(name, { ino, size });
  }
  return files;
}

function tool(name: 'backup' | 'verify-media', args: readonly string[], dataDir = server.dataDir): Promise<ToolRun> {
  return runTool(name, args, { DATA_DIR: dataDir });
}

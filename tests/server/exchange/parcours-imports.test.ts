import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ExportedParcours } from '../../../contracts/parcours-file.ts';
import { routes } from '../../../contracts/routes.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { changeRows, withDatabase } from '../../support/database/test-database.ts';
import { unzip, zipOf } from '../../support/formats/zip.ts';
import { plain, tellingJpeg } from '../../support/samples/made-pictures.ts';
import { emptyParcours, withManifest } from '../../support/samples/parcours-archive.ts';
import { authorization, call, type Refusal } from '../../support/server/api.ts';
import { makeParcours, type Person, signUpAs } from '../../support/server/people.ts';
import { multipart } from '../../support/server/raw-request.ts';
import { useServer } from '../../support/server/use-server.ts';
import { fillParcours } from '../../support/server/whole-parcours.ts';
import { until } from '../../support/until.ts';

const [first, second] = [useServer({ RENDITIONS: '0' }), useServer({ RENDITIONS: '0' })];
let author: Person;
let importer: Person;
let archive: Buffer;
let files: Map<string, Buffer>;
beforeAll(async () => {
  author = await signUpAs(first, 'Ana', 'editor');
  const mapId = await makeParcours(first.origin, author);
  await fillParcours(first.origin, author, mapId);
  archive = await download(first.origin, author, mapId);
  files = await unzip(archive);
});
beforeEach(async () => {
  importer = await signUpAs(second, 'Boris', 'editor');
});

async function download(origin: string, { token }: Person, mapId: ParcoursId): Promise<Buffer> {
  const { link } = await call(origin, 'exportParcours', { params: { mapId }, body: { format: 'zip' } }, token);
  return Buffer.from(await (await fetch(origin + link)).arrayBuffer());
}

const importZip = (zip: Buffer<ArrayBuffer>, key?: string, { token } = importer) =>
  call(second.origin, 'importParcours', { fields: {}, file: new Blob([zip]) }, token, key);

/** What an export says beside what depends on the server. */
function contentOf(found: ReadonlyMap<string, Buffer>): unknown {
  const parcours = ExportedParcours.parse(JSON.parse(String(found.get('parcours.geojson'))));
  return { ...parcours, features: parcours.features.map(({ id: _, ...place }) => place) };
}

test('a parcours is the same on another server: its files to the byte, its GeoJSON but for the ids of places', async () => {
  const { newParcours, leftOut } = await importZip(Buffer.from(archive));
  expect(leftOut).toBe(0);
  const again = await unzip(await download(second.origin, importer, newParcours.id));
  expect(contentOf(again)).toEqual(contentOf(files));
  const others = (found: Map<string, Buffer>) =>
    [...found].filter(([path]) => !/^(parcours\.geojson|manifest\.json)$/.test(path)).sort();
  expect(others(again)).toEqual(others(files));
  const { places } = await call(second.origin, 'listPlaces', { body: { mapIds: [newParcours.id] } }, importer.token);
  expect(places.map(({ appelation, media }) => [appelation, media?.data.length])).toEqual([
    ['Le «\u00a0lavoir\u00a0»', 1],
    ['La gare', 1],
  ]);
});

test('a retry with the same key makes nothing, and returns the first one', async () => {
  const one = await importZip(Buffer.from(archive), 'once');
  expect(await importZip(Buffer.from(archive), 'once')).toEqual(one);
  expect(await call(second.origin, 'listParcours', {}, importer.token)).toHaveLength(1);
});

test('an import whose sender leaves leaves nothing behind, and holds nobody up', async () => {
  const incoming = join(second.dataDir, 'drop-ici.incoming');
  const arrived = async () => Promise.all((await readdir(incoming)).map(async (name) => stat(join(incoming, name))));
  const file = { name: 'file', filename: 'parcours.zip', type: 'application/zip', content: archive };
  const headers = {
    Authorization: authorization(importer.token),
    'Content-Type': 'multipart/form-data; boundary=part',
  };
  const body = multipart('part', [file]);
  const sent = request(second.origin + routes.importParcours.path, { method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write(body.subarray(0, 100_000));
  await until(async () => expect(await arrived()).toHaveLength(1));
  await changeRows(second.dataDir, async (tx) => {
    // Until this ends, the import waits before it can write anything.
    await tx('parcours').where({ id: -1 }).update({ title: '' });
    sent.end(body.subarray(100_000));
    await until(async () => expect((await arrived()).map(({ size }) => size)).toEqual([archive.length]));
    await new Promise((resolve) => sent.once('close', resolve).destroy());
  });
  // The server makes one import at a time.
  const { newParcours } = await importZip(Buffer.from(archive));
  const found = await call(second.origin, 'listParcours', {}, importer.token);
  expect(found.map(({ id }) => id)).toEqual([newParcours.id]);
  await expect.poll(arrived).toEqual([]);
});

test('who may not plan gets the parcours without its planned places', async () => {
  const user = await signUpAs(second, 'Carla', 'user');
  const { newParcours, leftOut } = await importZip(Buffer.from(archive), undefined, user);
  expect(leftOut).toBe(1);
  const { places } = await call(second.origin, 'listPlaces', { body: { mapIds: [newParcours.id] } }, user.token);
  expect(places.map(({ step }) => step)).toEqual([2, 1]);
});

/** What of the second server an import could leave behind. Waveforms of earlier ones come in their own time. */
async function leftovers(): Promise<unknown> {
  await waveformsTaken(second.dataDir);
  return withDatabase(second.dataDir, async (database) => {
    const rows = ['parcours', 'places', 'tellings', 'media', 'pictures', 'picture_files', 'images'];
    const counts = await Promise.all(rows.map((table) => database.reader(table).count()));
    const stored = await readdir(join(second.dataDir, 'media'), { recursive: true });
    return [counts, stored, await readdir(join(second.dataDir, 'drop-ici.incoming'))];
  });
}

const changed = (path: string, content: Buffer, isListed = true): Map<string, Buffer> =>
  isListed ? withManifest(new Map([...files, [path, content]])) : new Map([...files, [path, content]]);
const withGeojson = (change: (geojson: string) => string): Map<string, Buffer> =>
  changed('parcours.geojson', Buffer.from(change(String(files.get('parcours.geojson')))));
const pathOf = (pattern: RegExp): string => [...files.keys()].find((path) => pattern.test(path)) ?? '';
const without = (path: string): Map<string, Buffer> => new Map([...files].filter(([one]) => one !== path));

/** Gives a path of a ZIP as many other letters. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

/** The files with another JPEG in place of the first one, which is named where the first was. */
async function withPicture(isTelling: boolean): Promise<Map<string, Buffer>> {
  const path = pathOf(/\.jpg$/);
  const image = isTelling ? await tellingJpeg(plain(40, 30, '#c63')) : await plain(80, 60, '#c63').jpeg().toBuffer();
  const sha256 = createHash('sha256').update(image).digest('hex');
  const old = files.get(path)?.length;
  const put = withGeojson((text) =>
    text
      .replaceAll(path.slice(9, 73), sha256)
      .replace(`"bytes":${old},"type":"image/jpeg"`, `"bytes":${image.length},"type":"image/jpeg"`),
  );
  put.delete(path);
  return withManifest(new Map([...put, [`pictures/${sha256}.jpg`, image]]));
}

/** The files with an image of the parcours, WebP under the name of a file of this ending. */
async function withImage(extension: string): Promise<Map<string, Buffer>> {
  const image = await plain(40, 30, '#c63').webp().toBuffer();
  const sha256 = createHash('sha256').update(image).digest('hex');
  const file = `pictures/${sha256}.${extension}`;
  const listed = JSON.stringify({ file, sha256, bytes: image.length });
  const put = withGeojson((text) => text.replace('"image":null', `"image":${listed}`));
  return withManifest(new Map([...put, [file, image]]));
}

test('a parcours beyond its account’s quota is refused before it is sent, and leaves nothing', async () => {
  const before = await leftovers();
  await changeRows(second.dataDir, (tx) =>
    tx('accounts').where({ id: importer.user.id }).update({ quota_bytes: 100_000 }),
  );
  await expect(importZip(Buffer.from(archive))).rejects.toMatchObject({ code: 'quota_exceeded' });
  expect(await leftovers()).toEqual(before);
});

describe('is refused in words, and leaves nothing', () => {
  const cases: Record<string, readonly [() => Promise<Buffer>, RegExp]> = {
    'a file that is no ZIP': [async () => Buffer.from('PK no'), /Expected a whole ZIP/],
    'a ZIP that is cut short': [async () => archive.subarray(0, archive.length / 2), /cut short/],
    'a sound with another content': [
      () => zipOf(changed(pathOf(/\.wav$/), Buffer.alloc(88_244, 1), false)),
      /its content is another than its hash says|expected \d+ bytes/,
    ],
    'a file that is not listed': [() => zipOf(changed('more.txt', Buffer.from('?'), false)), /not in this list/],
    'a listed file that is missing': [() => zipOf(without(pathOf(/\.webp$/))), /webp: it is missing/],
    'a missing sound': [() => zipOf(withManifest(without(pathOf(/\.wav$/)))), /names it, and it is missing/],
    'no manifest': [() => zipOf(without('manifest.json')), /Expected manifest\.json/],
    'a later version of the format': [() => zipOf(emptyParcours({ drop_ici: { version: 2 } })), /got 2/],
    'a place somewhere else': [
      () => zipOf(withGeojson((text) => text.replace('[2.3,48.8]', '[2.3,148.8]'))),
      /longitude/,
    ],
    'two places with one step': [() => zipOf(withGeojson((text) => text.replace('"step":3', '"step":1'))), /same step/],
    'words of a planned place': [
      () => zipOf(withGeojson((text) => text.replace('"planned":false', '"planned":true'))),
      /neither sound nor words/,
    ],
    'a path out of its folder': [
      async () => renamed(await zipOf(changed('zz/evil.txt', Buffer.from('?'))), 'zz/evil.txt', '../evil.txt'),
      /relative paths/,
    ],
    'a path that is there twice': [
      async () => renamed(await zipOf(changed('manifest.jsox', Buffer.from('?'))), 'manifest.jsox', 'manifest.json'),
      /each path once/,
    ],
    'a picture that says where it was taken': [async () => zipOf(await withPicture(true)), /metadata/],
    'an image under the name of a sound': [async () => zipOf(await withImage('wav')), /expected a file of image\/webp/],
    'a picture of another size': [async () => zipOf(await withPicture(false)), /declared type and size/],
    'a bomb of deep JSON': [
      () => zipOf(withManifest(new Map([['parcours.geojson', Buffer.alloc(2_000_000, '[')]])), true),
      /32 levels/,
    ],
    'a manifest of millions of zeros': [
      () =>
        zipOf(
          new Map([...files, ['manifest.json', Buffer.from(`{"version":1,"files":[${'0,'.repeat(8e6)}0]}`)]]),
          true,
        ),
      /300000 values/,
    ],
    'a manifest of deep JSON': [
      () => zipOf(new Map([...files, ['manifest.json', Buffer.alloc(2 ** 24, '[')]]), true),
      /32 levels/,
    ],
    'a bomb of zeros': [() => zipOf(changed('texts/zeros.md', Buffer.alloc(2 ** 26)), true), /100 times the bytes/],
  };
  test.each(Object.entries(cases))('%s', async (_, [make, words]) => {
    const before = await leftovers();
    const refusal: unknown = await importZip(Buffer.from(await make())).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(words),
    } satisfies Partial<Refusal>);
    expect(await leftovers()).toEqual(before);
    expect(await call(second.origin, 'listParcours', {}, importer.token)).toEqual([]);
  });
});

import { createWriteStream, openAsBlob, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ExportedParcours, type ParcoursManifest } from '../../contracts/parcours-file.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { openZip } from '../../server/domain/exchange/read-zip.ts';
import { toneOf } from '../support/audio/wav-bytes.ts';
import { zipOf } from '../support/formats/zip.ts';
import { plain } from '../support/samples/made-pictures.ts';
import { emptyParcours, withManifest } from '../support/samples/parcours-archive.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, type Person, plannedPoint, pointPlace, signUpAs, upload } from '../support/server/people.ts';
import { TEST_SECRET, UNHINDERED } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';

const PLACES = 300;
const SOUND_S = 10;
/** The limits of a parcours that bound what an import reads, as they are without settings. */
const USUAL = { PLACES_PER_MAP_MAX: '2000', SHAPE_BYTES_PER_MAP_MAX: String(8 * 2 ** 20) };

/** A server with an account that may do all this. */
interface Site extends ServerProcess {
  readonly dataDir: string;
  readonly person: Person;
}

let sites: readonly Site[];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-exchange-'));
  sites = [await startSite('one'), await startSite('two')];
});
afterAll(async () => {
  for (const { child } of sites ?? []) child.kill();
  await rm(folder, { recursive: true, force: true });
});

async function startSite(name: string): Promise<Site> {
  const dataDir = join(folder, name);
  const server = await startServerProcess({
    ...{ ...UNHINDERED, ...USUAL, DATA_DIR: dataDir, SECRET: TEST_SECRET },
  });
  return { ...server, dataDir, person: await signUpAs({ origin: server.origin, dataDir }, 'Ana', 'editor') };
}

/** Largest memory that a server has had since the last call, in MiB. */
function peakMib({ child: { pid } }: Site): number {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1024);
}

async function forgetPeak({ child: { pid } }: Site): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** Prints how long `work` took, and what a server had in memory before and at most meanwhile. */
async function measured<Result>(what: string, site: Site, work: () => Promise<Result>): Promise<Result> {
  await forgetPeak(site);
  const [before, from] = [peakMib(site), performance.now()];
  const result = await work();
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(`${what}: ${seconds} s, ${before} MiB before, ${peakMib(site)} MiB at most`);
  return result;
}

async function fill({ origin, person }: Site): Promise<ParcoursId> {
  const mapId = await makeParcours(origin, person);
  const image = new Blob([new Uint8Array(await plain(960, 600, '#285').png().toBuffer())]);
  for (let index = 0; index < PLACES; index++) {
    const at: [number, number] = [2.3 + index / 1000, 48.8];
    if (index % 15 === 0) {
      await call(origin, 'planPlace', { body: plannedPoint(mapId, `Plus tard ${index}`, at) }, person.token);
      continue;
    }
    const { newPlace } = await call(
      origin,
      'createPlace',
      { body: pointPlace(mapId, `Lieu ${index}`, at) },
      person.token,
    );
    const placeId = newPlace.place_id;
    await upload(origin, person, placeId, toneOf(200 + index, SOUND_S));
    const params = { placeId, language: 'fr', kind: 'standard' as const };
    const body = { name: '', text: `Texte *${index}*. ${'Il était une fois. '.repeat(50)}`, link: null, pictures: [] };
    await call(origin, 'changeTelling', { params, body }, person.token);
    if (index % 5 === 1)
      await upload(origin, person, placeId, toneOf(2000 + index, SOUND_S), { telling: 'en.standard' });
    if (index % 10 === 2)
      await call(origin, 'addPicture', { params: { placeId }, fields: {}, file: image }, person.token);
  }
  return mapId;
}

async function download({ origin, person }: Site, mapId: ParcoursId, path: string): Promise<void> {
  const input = { params: { mapId }, body: { format: 'zip' as const } };
  const { link } = await call(origin, 'exportParcours', input, person.token);
  const { body } = await fetch(origin + link);
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path));
}

const importFile = ({ origin, person }: Site, file: Blob) =>
  call(origin, 'importParcours', { fields: {}, file }, person.token);

async function contentOf(
  path: string,
): Promise<{ readonly parcours: unknown; readonly files: ParcoursManifest['files'] }> {
  const zip = await openZip(path);
  try {
    const parcours = ExportedParcours.parse(JSON.parse(String(await zip.read('parcours.geojson', 2 ** 28))));
    const manifest = JSON.parse(String(await zip.read('manifest.json', 2 ** 28))) as ParcoursManifest;
    for (const { file, sha256 } of manifest.files) expect((await zip.pour(file)).sha256).toBe(sha256);
    return {
      parcours: { ...parcours, features: parcours.features.map(({ id: _, ...place }) => place) },
      files: manifest.files.filter(({ file }) => file !== 'parcours.geojson'),
    };
  } finally {
    zip.close();
  }
}

test(`a parcours of ${PLACES} places goes out, in on a second server, and out again the same`, async () => {
  const [one, two] = sites as [Site, Site];
  const mapId = await fill(one);
  const [first, second] = [join(folder, 'first.zip'), join(folder, 'second.zip')];
  await measured('export', one, () => download(one, mapId, first));
  console.log(`${((await stat(first)).size / 2 ** 20).toFixed(0)} MiB of ZIP`);
  const { newParcours } = await measured('import', two, async () => importFile(two, await openAsBlob(first)));
  await measured('second export', two, () => download(two, newParcours.id, second));
  expect(await contentOf(second)).toEqual(await contentOf(first));
}, 900_000);

/** A GeoJSON that is as many values as its reader takes, in as few bytes. */
const manyValues = (piece: string, bytes: number): Buffer => {
  const list = `[${piece.repeat(Math.floor(bytes / piece.length))}0]`;
  return Buffer.from(`{"type":"FeatureCollection","features":${list}}`);
};

const withGeojson = (content: Buffer) => withManifest(new Map([['parcours.geojson', content]]));

test.each<[string, () => Promise<Buffer<ArrayBuffer>>]>([
  [
    'a quarter of a gigabyte of zeros',
    () => zipOf(new Map([...emptyParcours(), ['zeros.md', Buffer.alloc(2 ** 28)]]), true),
  ],
  ['a GeoJSON of 700,000 objects, which are parsed', () => zipOf(withGeojson(manyValues('{},', 2_100_000)), true)],
  ['a GeoJSON of twenty million objects', () => zipOf(withGeojson(manyValues('{},', 50_000_000)), true)],
  ['a GeoJSON of one text of 50 MB', () => zipOf(withGeojson(Buffer.from(`"${'x'.repeat(50_000_000)}"`)), true)],
])('%s is refused', async (what, make) => {
  const [, two] = sites as [Site, Site];
  const file = new Blob([await make()]);
  await measured(`${what}, ${file.size} bytes`, two, async () => {
    await expect(importFile(two, file)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionTag } from '../../contracts/call.ts';
import type { Geometry } from '../../contracts/geo.ts';
import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import { openDatabase } from '../../server/cluster/open-stores.ts';
import type { Transactor } from '../../server/store/database.ts';
import { putMedia, updateMedia } from '../../server/store/media.ts';
import { insertPlace, setPlaceMedia } from '../../server/store/places.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, signUp } from '../support/server/people.ts';
import { type Load, putLoad, type Shot } from './load.ts';
import { checkSame, percentile, printTable } from './measure.ts';
import { makePlaces } from './quarter.ts';
import { startOurs, startStatic } from './server-processes.ts';

const SEED = 7;
const CONNECTIONS = 8;
/** How many places are asked for, and how often in one round; the first round is not counted. */
const SIZES = [
  { places: 1, count: 500 },
  { places: 100, count: 100 },
  { places: 1000, count: 20 },
] as const;
const ROUNDS = 5;

/**
 * The places of one parcours by its id, asked of our server, against a bare static file server that holds the very same
 * answers as files. Each place has audio and a waveform, so two links; half of the places are zones of 65 positions.
 */
export async function measurePlaces(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'drop-ici-bench-'));
  const [dataDir, files] = [join(folder, 'data'), join(folder, 'files')];
  await mkdir(files);
  const ours = await startOurs(dataDir);
  const bare = await startStatic(files);
  try {
    const owner = await signUp(ours.origin, 'Owner');
    const rows: string[][] = [];
    for (const { places, count } of SIZES) {
      const parcoursId = await makeParcours(ours.origin, owner, `With ${places}`);
      await fill(dataDir, parcoursId, owner.user.id, places);
      const body = { mapIds: [parcoursId] };
      const answer = await call(ours.origin, 'listPlaces', { body }, owner.token);
      checkSame(answer.places.length === places, () => `${answer.places.length} places of ${places} were listed`);
      await writeFile(join(files, `${places}.json`), JSON.stringify(answer));
      const { version } = await call(
        ours.origin,
        'readPlaceList',
        { query: { mapIds: String(parcoursId) } },
        owner.token,
      );
      const shots = shotsOf(ours.origin, owner.token, parcoursId, version);
      const read: Shot = { url: `${bare.origin}/${places}.json`, method: 'GET', headers: {} };
      const loads = await alternate([...shots.map(({ shot }) => shot), read], count);
      const file = loads.at(-1);
      checkSame(loads[0]?.bytes === file?.bytes, () => `${loads[0]?.bytes} and ${file?.bytes} bytes were answered`);
      const names = [...shots.map(({ name }) => name), 'bare static files'];
      rows.push(...loads.map((load, index) => describe(names[index] ?? '', places, load, file)));
    }
    printTable(`Lists of places over ${CONNECTIONS} connections, ${ROUNDS} rounds by turns; login is not in it`, [
      ['', 'places', 'kB on the line', 'requests', 'requests/s', 'median ms', 'p99 ms', 'part of the bare server'],
      ...rows,
    ]);
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The ways to ask for the same list, which is kept by then: as of old, with the links' query apart, compressed, and once more. */
function shotsOf(origin: string, token: string, parcoursId: ParcoursId, version: string) {
  const path = `${origin}/v1/place/places/by-map-ids`;
  const headers = { Authorization: `Bearer ${token}` };
  const post = { ...headers, 'Content-Type': 'application/json' };
  const get = (more: Readonly<Record<string, string>>): Shot => ({
    url: `${path}?mapIds=${parcoursId}`,
    method: 'GET',
    headers: { ...headers, ...more },
  });
  const whole: Shot = { url: path, method: 'POST', headers: post, body: JSON.stringify({ mapIds: [parcoursId] }) };
  return [
    { name: 'ours, each link whole', shot: whole },
    { name: 'ours, query apart', shot: get({}) },
    { name: 'ours, gzip', shot: get({ 'Accept-Encoding': 'gzip' }) },
    { name: 'ours, unchanged (304)', shot: get({ 'If-None-Match': versionTag(version) }) },
  ];
}

/** Asks all by turns, so that whatever else the machine does falls on all, and puts each one's rounds together. */
async function alternate(shots: readonly Shot[], count: number): Promise<(Load | undefined)[]> {
  const rounds: Load[][] = shots.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, shot] of shots.entries()) {
      const load = await putLoad({ count, connections: CONNECTIONS }, () => shot);
      if (round > 0) rounds[index]?.push(load);
    }
  }
  return rounds.map((loads) =>
    loads.reduce((sum, load) => ({
      timesMs: [...sum.timesMs, ...load.timesMs],
      tookMs: sum.tookMs + load.tookMs,
      bytes: load.bytes,
    })),
  );
}

function describe(name: string, places: number, side: Load | undefined, bare: Load | undefined): string[] {
  if (side === undefined || bare === undefined) throw new Error('Expected a load of each side');
  const perS = ({ timesMs, tookMs }: Load) => (timesMs.length / tookMs) * 1000;
  return [
    name,
    places.toLocaleString('en'),
    (side.bytes / 1000).toFixed(1),
    side.timesMs.length.toLocaleString('en'),
    Math.round(perS(side)).toLocaleString('en'),
    percentile(side.timesMs, 0.5).toFixed(1),
    percentile(side.timesMs, 0.99).toFixed(1),
    `${((100 * perS(side)) / perS(bare)).toFixed(0)} %`,
  ];
}

/** Writes what takes an hour of uploading straight into the database. */
async function fill(dataDir: string, parcoursId: ParcoursId, author: UserId, count: number): Promise<void> {
  const database = await openDatabase({ dataDir, url: null });
  try {
    await database.transact(async (tx) => {
      for (const { geometry } of makePlaces(SEED, count)) await addPlace(tx, parcoursId, author, geometry);
    });
  } finally {
    await database.close();
  }
}

async function addPlace(tx: Transactor, parcoursId: ParcoursId, author: UserId, geometry: Geometry): Promise<void> {
  const created_at = new Date(0).toISOString();
  const id = await insertPlace(tx, {
    parcours_id: parcoursId,
    author_id: author,
    name: 'Un lieu au bord de l’eau',
    kind: 'la',
    geometry: JSON.stringify(geometry),
    media_sha256: null,
    created_at,
  });
  const sha256 = createHash('sha256').update(`${parcoursId} ${id}`).digest('hex');
  await putMedia(tx, { sha256, extension: 'wav', size_bytes: 10_000_000, duration_s: 60.5, created_at });
  await updateMedia(tx, sha256, { peaks_sha256: sha256 });
  await setPlaceMedia(tx, id, sha256, author);
}

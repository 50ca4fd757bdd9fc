import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { openDatabase } from '../../server/cluster/open-stores.ts';
import type { Transactor } from '../../server/store/database.ts';
import { fileNameOf } from '../../server/store/files.ts';
import { peaksNameOf, putMedia, updateMedia } from '../../server/store/media.ts';
import { insertPlace } from '../../server/store/places.ts';
import { addMember, makeParcours, makePlace, type Person, signUp } from '../support/server/people.ts';
import { LARGEST_ZONE } from '../support/server/zones.ts';
import { aimCell, percentile, printTable } from './measure.ts';
import { makePlaces } from './quarter.ts';
import { type ServerProcess, startOurs } from './server-processes.ts';

/**
 * What strangers can ask for at once, each on a server of its own: what everybody else feels of it meanwhile, and what memory
 * the server takes.
 */
const HEALTH_P99_MS = 100;
const OWN_MS = 500;
const RESIDENT_MIB = 400;

const MOST = '100000000';
const SETTINGS = { RENDITIONS: '0', SIGN_UPS_PER_HOUR: MOST, TRUST_PROXY: 'loopback' };
const ZONES = 21;
const POINTS = 1000;
const PORTRAIT = '/v1/user/upload-profile-image';
const created_at = new Date(0).toISOString();

interface Scene {
  readonly server: ServerProcess;
  readonly dataDir: string;
  readonly stranger: Person;
  /** Whose own calls are timed. */
  readonly neighbour: Person;
}

/** Takes what a status means apart from the time. */
interface Answer {
  readonly status: number;
  readonly tookMs: number;
}

function ask(origin: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
  const startMs = performance.now();
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, headers, agent: false }, (response) => {
      response
        .once('error', reject)
        .resume()
        .once('end', () => resolve({ status: response.statusCode ?? 0, tookMs: performance.now() - startMs }));
    });
    sent.once('error', () => resolve({ status: 0, tookMs: performance.now() - startMs }));
    sent.end(body);
  });
}

const bearer = ({ token }: Person) => ({ Authorization: `Bearer ${token}` });

async function inDatabase(dataDir: string, write: (tx: Transactor) => Promise<void>): Promise<void> {
  const database = await openDatabase({ dataDir, url: null });
  try {
    await database.transact(write);
  } finally {
    await database.close();
  }
}

function readsOf(count: number, pathOf: (parcoursId: ParcoursId, stranger: Person) => string) {
  return async ({ server, dataDir, stranger }: Scene): Promise<() => Promise<Answer[]>> => {
    const parcoursId = await makeParcours(server.origin, stranger);
    await inDatabase(dataDir, async (tx) => {
      const row = { parcours_id: parcoursId, author_id: stranger.user.id, kind: 'la', media_sha256: null, created_at };
      for (let zone = 0; zone < ZONES; zone++) {
        await insertPlace(tx, { ...row, name: `Zone ${zone}`, geometry: LARGEST_ZONE });
      }
    });
    const read = () => ask(server.origin, pathOf(parcoursId, stranger), bearer(stranger));
    return () => Promise.all(Array.from({ length: count }, read));
  };
}

const pack = (parcoursId: ParcoursId): string => `/v1/map/map/${parcoursId}/pack`;
const drops = (_: ParcoursId, { user }: Person): string => `/v1/drop/user/${user.id}`;

async function newZones({ server, stranger }: Scene): Promise<() => Promise<Answer[]>> {
  const parcoursId = await makeParcours(server.origin, stranger);
  const properties = { appelation: 'Zone', type: 'la', mapId: parcoursId };
  const body = Buffer.from(JSON.stringify({ type: 'Feature', geometry: JSON.parse(LARGEST_ZONE), properties }));
  const length = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  const make = () => ask(server.origin, '/v1/place/places', { ...bearer(stranger), ...length }, body);
  return () => Promise.all(Array.from({ length: ZONES }, make));
}

async function honestPhones({ server, dataDir, stranger }: Scene): Promise<() => Promise<Answer[]>> {
  const parcoursId = await makeParcours(server.origin, stranger);
  await inDatabase(dataDir, (tx) => addPoints(tx, dataDir, parcoursId));
  const phones: Person[] = [];
  for (let phone = 0; phone < 10; phone++) {
    const person = await signUp(server.origin, `Phone ${phone}`);
    await addMember(server.origin, stranger, parcoursId, person, 'drop');
    phones.push(person);
  }
  const path = `/v1/map/map/${parcoursId}/pack?links=apart`;
  const readThrice = async (phone: Person): Promise<Answer[]> => {
    const answers: Answer[] = [];
    const headers = { ...bearer(phone), 'Accept-Encoding': 'gzip' };
    for (let round = 0; round < 3; round++) answers.push(await ask(server.origin, path, headers));
    return answers;
  };
  return async () => (await Promise.all(phones.map(readThrice))).flat();
}

async function addPoints(tx: Transactor, dataDir: string, parcours_id: ParcoursId): Promise<void> {
  for (const { geometry } of makePlaces(7, POINTS)) {
    const sha256 = randomBytes(32).toString('hex');
    await putMedia(tx, { sha256, extension: 'wav', size_bytes: sha256.length, duration_s: 60.5, created_at });
    const folder = join(dataDir, 'media', sha256.slice(0, 2));
    await mkdir(folder, { recursive: true });
    for (const name of [{ sha256, extension: 'wav' as const }, peaksNameOf(sha256)]) {
      await writeFile(join(folder, fileNameOf(name)), sha256);
    }
    await updateMedia(tx, sha256, { peaks_sha256: sha256 });
    const row = { parcours_id, author_id: null, name: 'Un lieu au bord de l’eau', kind: 'la', created_at };
    await insertPlace(tx, { ...row, geometry: JSON.stringify(geometry), media_sha256: sha256 });
  }
}

/** Of 150 accounts, from three addresses, each of which may fail a hundred times. */
async function rightLogins({ server, dataDir, stranger }: Scene): Promise<() => Promise<Answer[]>> {
  const emails = Array.from({ length: 150 }, (_, index) => `one.${index}@example.org`);
  await inDatabase(dataDir, async (tx) => {
    const known = await tx('accounts').where({ id: stranger.user.id }).first();
    for (const email of emails) {
      const { id: _, ...row } = { ...known, email };
      await tx('accounts').insert(row);
    }
  });
  const logIn = (email: string, index: number): Promise<Answer> => {
    const body = Buffer.from(JSON.stringify({ email, password: stranger.password }));
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
      'X-Forwarded-For': `192.0.2.${index % 3}`,
    };
    return ask(server.origin, '/v1/user/login', headers, body);
  };
  return () => Promise.all(emails.map(logIn));
}

/** Thirty of somebody's, and a portrait of somebody else's, which comes first in the answers. */
async function noisyPictures({ server, stranger, neighbour }: Scene): Promise<() => Promise<Answer[]>> {
  const size = { width: 3000, height: 2000, channels: 3 } as const;
  const noise = sharp(randomBytes(size.width * size.height * 3), { raw: size });
  const avif = await noise.avif({ quality: 50, effort: 0 }).toBuffer();
  const small = { width: 800, height: 800, channels: 3 } as const;
  const portrait = await sharp(randomBytes(800 * 800 * 3), { raw: small })
    .jpeg()
    .toBuffer();
  const send = (person: Person, file: Buffer): Promise<Answer> => {
    const edge = 'edge';
    const head = `--${edge}\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${edge}--\r\n`)]);
    const headers = { ...bearer(person), 'Content-Type': `multipart/form-data; boundary=${edge}` };
    return ask(server.origin, PORTRAIT, { ...headers, 'Content-Length': String(body.length) }, body);
  };
  return async () => {
    const noisy = Array.from({ length: 30 }, () => send(stranger, avif));
    // All have arrived by then: their way there is no part of the portrait's.
    await Promise.race(noisy);
    const own = await send(neighbour, portrait);
    return [own, ...(await Promise.all(noisy))];
  };
}

interface Seen {
  readonly healthMs: readonly number[];
  readonly ownMs: readonly number[];
  readonly failed: number;
  readonly residentMib: number;
}

function watch({ server, neighbour }: Scene, paths: readonly string[]): () => Promise<Seen> {
  const script = fileURLToPath(new URL('strangers/watch.mjs', import.meta.url));
  const args = [script, server.origin, String(server.pid), neighbour.token, ...paths];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  return async () => {
    child.stdin?.end();
    return JSON.parse(child.stdout === null ? '{}' : await text(child.stdout)) as Seen;
  };
}

async function measure(
  name: string,
  prepare: (scene: Scene) => Promise<() => Promise<Answer[]>>,
  isOwnFirst = false,
): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-strangers-'));
  const server = await startOurs(dataDir, SETTINGS);
  try {
    const [stranger, neighbour] = [await signUp(server.origin, 'Stranger'), await signUp(server.origin, 'Neighbour')];
    const scene = { server, dataDir, stranger, neighbour };
    const ownMap = await makeParcours(server.origin, neighbour);
    await makePlace(server.origin, neighbour, ownMap);
    const load = await prepare(scene);
    const paths = ['/v1/user/me', `/v1/place/places/by-map-ids?mapIds=${ownMap}`, `/v1/map/map/${ownMap}/pack`];
    const end = watch(scene, paths);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const startMs = performance.now();
    const answers = await load();
    const tookS = (performance.now() - startMs) / 1000;
    const { healthMs, ownMs, failed, residentMib } = await end();
    const [own] = isOwnFirst ? answers : [];
    const slowestMs = Math.max(...ownMs, own?.tookMs ?? 0);
    const good = answers.filter(({ status }) => status === 200).length;
    return [
      name,
      `${good} of ${answers.length}`,
      tookS.toFixed(1),
      percentile(healthMs, 0.99).toFixed(0),
      aimCell(Math.round(percentile(healthMs, 0.99)), HEALTH_P99_MS),
      slowestMs.toFixed(0),
      aimCell(Math.round(slowestMs), OWN_MS),
      residentMib.toFixed(0),
      aimCell(Math.round(residentMib), RESIDENT_MIB),
      String(failed + (own === undefined || own.status === 200 ? 0 : 1)),
    ];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const rows = [
  await measure(`16 packs of ${ZONES} zones`, readsOf(16, pack)),
  await measure(`60 packs of ${ZONES} zones`, readsOf(60, pack)),
  await measure(`60 lists of own drops, ${ZONES} zones`, readsOf(60, drops)),
  await measure(`${ZONES} new zones`, newZones),
  await measure(`10 phones, ${POINTS} points`, honestPhones),
  await measure('150 right logins', rightLogins),
  await measure('30 noisy AVIFs, a portrait', noisyPictures, true),
];
printTable('What strangers ask for at once, and what others feel of it', [
  [
    'at once',
    'answered',
    's',
    '/healthz p99 ms',
    'aim',
    'slowest own call ms',
    'aim',
    'resident MiB',
    'aim',
    'own calls that failed',
  ],
  ...rows,
]);

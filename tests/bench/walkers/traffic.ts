import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { versionTag } from '../../../contracts/call.ts';
import { call } from '../../support/server/api.ts';
import type { WalkedMap } from './map.ts';

/** Somebody on a walk. */
export interface Walker {
  readonly origin: string;
  readonly map: WalkedMap;
  readonly sent: { requests: number; bytes: number };
  token: string;
  version: string;
  /** Addresses of stories, and of their waveforms. */
  stories: string[];
  waveforms: string[];
}

/** A part of what an app asks for in an hour. */
export interface Part {
  readonly name: string;
  readonly run: (walker: Walker) => Promise<void>;
}

/** The list is asked for every five minutes of a walk, and whenever the page comes into sight: as often again. */
const LISTS = 24;
/** Of those, answers that are not a 304: somebody has changed a place. */
const CHANGES = 1;
/** Stories that are heard in an hour, and those that were fetched ahead and not walked to. */
const HEARD = 20;
const AHEAD_IN_VAIN = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Somebody who has an invitation, and has done nothing yet. */
export function startWalker(origin: string, map: WalkedMap): Walker {
  return { origin, map, sent: { requests: 0, bytes: 0 }, token: '', version: '', stories: [], waveforms: [] };
}

/** An hour, in its order: events are sent after every half minute in which a place was entered. */
export const PARTS: readonly Part[] = [
  { name: 'the page and all files of the app, once', run: loadPage },
  { name: 'invitation, guest account, maps, image', run: arrive },
  { name: 'the list, once', run: list },
  { name: `the list, ${LISTS - CHANGES} times unchanged`, run: (walker) => times(LISTS - CHANGES, () => list(walker)) },
  { name: `the list, changed ${CHANGES} time`, run: listChanged },
  { name: `events, ${HEARD} times`, run: (walker) => times(HEARD, (index) => sendEvents(walker, index)) },
  { name: `stories, ${HEARD} heard and ${AHEAD_IN_VAIN} ahead in vain`, run: hear },
];

async function times(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await work(index);
}

async function loadPage(walker: Walker): Promise<void> {
  const { body } = await ask(walker, '/', { headers: { 'Accept-Encoding': 'identity' } });
  const files = [...body.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  for (const path of new Set(files)) await ask(walker, path);
  await ask(walker, '/v1/config');
}

async function arrive(walker: Walker): Promise<void> {
  const { invitation: token, imageUrl } = walker.map;
  await ask(walker, '/v1/invite/look', { method: 'POST', json: { token } });
  const visit = { token, key: randomUUID().replaceAll('-', '') };
  const { body } = await ask(walker, '/v1/invite/visit', { method: 'POST', json: visit });
  walker.token = (JSON.parse(body.toString()) as { token: string }).token;
  await ask(walker, '/v1/map/maps-for-user');
  await ask(walker, imageUrl);
}

/** Takes the links of the answer, if it is no 304. */
async function list(walker: Walker): Promise<void> {
  const headers = walker.version === '' ? {} : { 'If-None-Match': versionTag(walker.version) };
  const path = `/v1/place/places/by-map-ids?mapIds=${walker.map.parcoursId}`;
  const { status, body, isCompressed } = await ask(walker, path, { headers });
  if (status === 304) return;
  const text = isCompressed ? gunzipSync(body) : body;
  const answer = JSON.parse(text.toString()) as SharedList;
  walker.version = answer.version;
  const media = answer.places.flatMap(({ media }) => (media === null ? [] : [media.data]));
  walker.stories = media.map(({ link }) => link + answer.linkQuery);
  walker.waveforms = media.flatMap(({ peaks }) => (peaks === null ? [] : [peaks + answer.linkQuery]));
}

interface SharedList {
  readonly version: string;
  readonly linkQuery: string;
  readonly places: readonly {
    readonly media: { readonly data: { readonly link: string; readonly peaks: string | null } } | null;
  }[];
}

/** Has another name for a place: all walkers of the part find one change of it, or more. */
async function listChanged(walker: Walker): Promise<void> {
  const { owner, placeId } = walker.map;
  const body = { id: placeId, appelation: `Histoire ${Math.floor(performance.now() / 1000)}` };
  await call(walker.origin, 'updatePlace', { body }, owner.token);
  await list(walker);
}

async function sendEvents(walker: Walker, index: number): Promise<void> {
  const properties = { geometryId: walker.map.placeId, geometryType: 'Point', distance: index, accuracyRadius: 8 };
  const events = [{ name: 'User Entered Geometry', atMs: Date.now(), properties }];
  const headers = { 'Idempotency-Key': randomUUID() };
  await ask(walker, '/v1/events', { method: 'POST', json: { events }, headers });
}

/** Stories are fetched whole, as the app does it ahead of the walker; their waveforms, when they are shown. */
async function hear(walker: Walker): Promise<void> {
  const { stories, waveforms } = walker;
  if (stories.length === 0) throw new Error('Expected a list with stories');
  await times(HEARD + AHEAD_IN_VAIN, (index) => ask(walker, stories[index % stories.length] ?? ''));
  if (waveforms.length > 0) await times(HEARD, (index) => ask(walker, waveforms[index % waveforms.length] ?? ''));
}

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly isCompressed: boolean;
}

/** Asks as a browser does. @throws Error for a refusal: what failed is no measure. */
function ask(walker: Walker, path: string, { method = 'GET', headers = {}, json }: Asked = {}): Promise<Answer> {
  const text = json === undefined ? '' : JSON.stringify(json);
  const sent = {
    'Accept-Encoding': 'gzip, br',
    ...(walker.token === '' ? {} : { Authorization: `Bearer ${walker.token}` }),
    ...(json === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const asked = request(walker.origin + path, { agent, method, headers: sent }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0 } = response;
        const body = Buffer.concat(pieces);
        walker.sent.requests += 1;
        walker.sent.bytes += body.length;
        if (status < 400) resolve({ status, body, isCompressed: response.headers['content-encoding'] === 'gzip' });
        else reject(new Error(`Expected an answer to ${method} ${path}, got status ${status}: ${body}`));
      });
    });
    asked.on('error', reject);
    asked.end(text);
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { renditionMade } from '../support/renditions/made.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../support/server/people.ts';
import { putLoad } from './load.ts';
import { percentile, printTable } from './measure.ts';
import { startOurs } from './server-processes.ts';
import { makeSpeech } from './speech.ts';

const WAITING = 10;
/** Long enough for ten to be made in more time than the load takes. */
const LENGTH_S = 180;
const PLACES = 100;
const REQUESTS = 600;
const CONNECTIONS = 2;

/** How long `/healthz` and a listing take while ten renditions wait, beside the same server without any to make. */
export async function measureQueue(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-bench-queue-'));
  try {
    const { person, parcoursId, last } = await prepare(dataDir);
    const rows = [];
    for (const [name, env] of [
      ['nothing to make', { RENDITIONS: '0' }],
      [`${WAITING} in the queue`, {}],
    ] as const) {
      const server = await startOurs(dataDir, env);
      try {
        const body = JSON.stringify({ mapIds: [parcoursId] });
        const headers = { Authorization: person.token, 'Content-Type': 'application/json' };
        const health = await putLoad({ count: REQUESTS, connections: CONNECTIONS }, () => ({
          url: `${server.origin}/healthz`,
          method: 'GET',
          headers: {},
        }));
        const list = await putLoad({ count: REQUESTS, connections: CONNECTIONS }, () => ({
          url: `${server.origin}/v1/place/places/by-map-ids`,
          method: 'POST',
          headers,
          body,
        }));
        rows.push([name, ...cells(health.timesMs), ...cells(list.timesMs)]);
        if (!('RENDITIONS' in env)) await renditionMade(server.origin, person, last);
      } finally {
        await server.stop();
      }
    }
    printTable(`${REQUESTS} requests over ${CONNECTIONS} connections, while renditions of ${LENGTH_S} s are made`, [
      ['', 'healthz median ms', 'p99 ms', `${PLACES} places median ms`, 'p99 ms'],
      ...rows,
    ]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

function cells(timesMs: readonly number[]): string[] {
  return [percentile(timesMs, 0.5), percentile(timesMs, 0.99)].map((ms) => ms.toFixed(1));
}

interface Prepared {
  readonly person: Person;
  readonly parcoursId: ParcoursId;
  /** The place whose rendition is made last. */
  readonly last: PlaceId;
}

/** Leaves a parcours with recordings that have no rendition in a data folder. */
async function prepare(dataDir: string): Promise<Prepared> {
  const server = await startOurs(dataDir, { RENDITIONS: '0' });
  try {
    const { origin } = server;
    const person = await signUp(origin, 'Bench');
    const parcoursId = await makeParcours(origin, person);
    const places: PlaceId[] = [];
    for (let index = 0; index < PLACES; index++) places.push(await makePlace(origin, person, parcoursId));
    for (const [seed, place] of places.slice(0, WAITING).entries()) {
      const { samples } = makeSpeech(seed, LENGTH_S);
      await upload(origin, person, place, new Blob([wavOf(samples, { channels: 2 })]), { length: LENGTH_S });
    }
    const last = places[WAITING - 1];
    if (last === undefined) throw new Error('Expected a place');
    return { person, parcoursId, last };
  } finally {
    await server.stop();
  }
}

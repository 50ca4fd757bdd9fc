import { beforeAll, expect, test } from 'vitest';
import { routes } from '../../../contracts/routes.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { insertPlace } from '../../../server/store/places.ts';
import { call } from '../../support/api.ts';
import { addMember, makeParcours, type Person, signUp } from '../../support/people.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { useServer } from '../../support/use-server.ts';

const LISTS_AT_ONCE = 8;
const ROUNDS = 5;
const ZONES = 60;
const POSITIONS = 10_000;

/** The largest zone that a place may have, as GeoJSON text. */
const ZONE = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    Array.from({ length: POSITIONS }, (_, index) => {
      const angle = (2 * Math.PI * (index % (POSITIONS - 1))) / (POSITIONS - 1);
      return [2.3522 + 0.01 * Math.cos(angle), 48.8566 + 0.01 * Math.sin(angle)];
    }),
  ],
});

const server = useServer();
let owner: Person;
let mapId: ParcoursId;
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  mapId = await makeParcours(server.origin, owner);
  const database = await openTestDatabase(server.dataDir);
  try {
    await database.transact(async (tx) => {
      const row = { parcours_id: mapId, author_id: owner.user.id, kind: 'la', geometry: ZONE, media_sha256: null };
      for (let index = 0; index < ZONES; index++) {
        await insertPlace(tx, { ...row, name: `Zone ${index}`, created_at: '2026-11-21T00:00:00.000Z' });
      }
    });
  } finally {
    await database.close();
  }
});

test('eight of the largest lists at once hold the server for a part of the work of reading and printing one', async () => {
  // A collection of garbage may fall into any turn: the shortest of a few rounds is the server's own.
  let wholeMs = Number.POSITIVE_INFINITY;
  let longestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && longestMs >= wholeMs / 2; round++) {
    wholeMs = Math.min(wholeMs, inOnePiece());
    longestMs = Math.min(longestMs, await longestTurnMs());
  }
  expect(longestMs).toBeLessThan(wholeMs / 2);
});

test('a large list counts as further calls of its account, which it is sent all the same', async () => {
  // Somebody who has asked for none yet: where servers share the counts, a restart forgets none.
  const member = await signUp(server.origin, 'Member');
  await addMember(server.origin, owner, mapId, member, 'drop');
  // One is as large as some ninety calls.
  await server.restart({ CALLS_PER_MINUTE: '100' });
  const { token } = member;
  expect(await listBytes(token)).toBeGreaterThan(ZONES * ZONE.length);
  expect(await listBytes(token)).toBeGreaterThan(ZONES * ZONE.length);
  await expect(call(server.origin, 'readMe', {}, token)).rejects.toMatchObject({ code: 'too_many_requests' });
});

/** Of this process, not of the clock: what else the machine does takes none of it. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The most work that this process, and so the server, did without turning to anything else while it sent the lists. */
async function longestTurnMs(): Promise<number> {
  let [longestMs, lastMs, isSending] = [0, processorMs(), true];
  const turn = (): void => {
    const nowMs = processorMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (isSending) setImmediate(turn);
  };
  setImmediate(turn);
  const sizes = await Promise.all(Array.from({ length: LISTS_AT_ONCE }, () => listBytes(owner.token)));
  isSending = false;
  expect(new Set(sizes).size).toBe(1);
  expect(sizes[0]).toBeGreaterThan(ZONES * ZONE.length);
  return longestMs;
}

/** Milliseconds of work in which one list is read and printed in one piece. */
function inOnePiece(): number {
  const startMs = processorMs();
  const text = JSON.stringify({ places: Array.from({ length: ZONES }, () => JSON.parse(ZONE) as unknown) });
  expect(text.length).toBeGreaterThan(ZONES * POSITIONS);
  return processorMs() - startMs;
}

/** Lists the places, and returns the response's bytes, unread: reading them would hold this process, which the server shares. */
async function listBytes(token: string): Promise<number> {
  const { method, path } = routes.listPlaces;
  const response = await fetch(server.origin + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ mapIds: [mapId] }),
  });
  expect(response.status).toBe(200);
  let bytes = 0;
  for await (const piece of response.body ?? []) bytes += (piece as Uint8Array).length;
  return bytes;
}

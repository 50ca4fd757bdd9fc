import { routes } from '../../../contracts/routes.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { insertPlace } from '../../../server/store/places.ts';
import { changeRows } from '../database/test-database.ts';
import { makeParcours, type Person } from './people.ts';

/** As many as a place's shape may have. */
const POSITIONS = 10_000;

/** The largest zone that a place may have, as GeoJSON text. */
export const LARGEST_ZONE = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    Array.from({ length: POSITIONS }, (_, index) => {
      const angle = (2 * Math.PI * (index % (POSITIONS - 1))) / (POSITIONS - 1);
      return [2.3522 + 0.01 * Math.cos(angle), 48.8566 + 0.01 * Math.sin(angle)];
    }),
  ],
});

/** Makes a map and writes `zones` of the largest zones into the database, without the API. */
export async function fillWithZones(
  server: { readonly origin: string; readonly dataDir: string },
  owner: Person,
  zones: number,
): Promise<ParcoursId> {
  const parcoursId = await makeParcours(server.origin, owner);
  await changeRows(server.dataDir, async (tx) => {
    const row = {
      parcours_id: parcoursId,
      author_id: owner.user.id,
      kind: 'la',
      geometry: LARGEST_ZONE,
      media_sha256: null,
    };
    for (let index = 0; index < zones; index++) {
      await insertPlace(tx, { ...row, name: `Zone ${index}`, created_at: '2026-11-21T00:00:00.000Z' });
    }
  });
  return parcoursId;
}

/** Lists the places, and returns the response's bytes, unread: reading them would hold this process, which the server shares. */
export async function listBytes(origin: string, token: string, parcoursId: ParcoursId): Promise<number> {
  const { method, path } = routes.listPlaces;
  const response = await fetch(origin + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ mapIds: [parcoursId] }),
  });
  if (!response.ok) throw new Error(`The list was refused with ${response.status}`);
  let bytes = 0;
  for await (const piece of response.body ?? []) bytes += (piece as Uint8Array).length;
  return bytes;
}

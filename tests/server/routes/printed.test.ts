import { beforeAll, expect, test } from 'vitest';
import type { Route } from '../../../contracts/call.ts';
import { type RouteName, routes } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { call } from '../../support/server/api.ts';
import {
  addMember,
  fixture,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let admin: Person;
let author: Person;
let parcoursId: ParcoursId;
let heard: PlaceId;
let waiting: PlaceId;
beforeAll(async () => {
  const { origin } = server;
  admin = await signUpAs(server, 'Admin', 'admin');
  author = await signUp(origin, 'Author "with a name"');
  parcoursId = await makeParcours(origin, admin);
  await addMember(origin, admin, parcoursId, author, 'drop');
  heard = await makePlace(origin, author, parcoursId, 'Le pont');
  await upload(origin, author, heard, await fixture('conforming-mono.wav'));
  await waveformsTaken(server.dataDir);
  const ring = [2.3, 48.8, 2.4, 48.8, 2.4, 48.9, 2.3, 48.8];
  const feature = `POLYGON((${ring.flatMap((lng, index) => (index % 2 === 0 ? [`${lng} ${ring[index + 1]}`] : [])).join()}))`;
  const zone = await makePlace(origin, author, parcoursId, 'La place');
  await call(origin, 'updatePlace', { body: { id: zone, appelation: 'Zone', feature } }, author.token);
  await makeDraft(origin, author, parcoursId);
  await call(origin, 'requireApproval', { params: { mapId: parcoursId }, body: { required: true } }, admin.token);
  waiting = await makePlace(origin, author, parcoursId, 'Attend');
});

/** The calls that serialize their responses themselves. */
const PRINTED: readonly (readonly [RouteName, () => { readonly path: string; readonly body?: object }])[] = [
  ['listPlaces', () => ({ path: '/v1/place/places/by-map-ids', body: { mapIds: [parcoursId] } })],
  ['readPlaceList', () => ({ path: `/v1/place/places/by-map-ids?mapIds=${parcoursId}` })],
  ['readPack', () => ({ path: `/v1/map/map/${parcoursId}/pack` })],
  ['readPack', () => ({ path: `/v1/map/map/${parcoursId}/pack?links=apart` })],
  ['listPlacesOf', () => ({ path: `/v1/place/places/user/${author.user.id}` })],
  ['listPlacesOfOnParcours', () => ({ path: `/v1/place/places/user/${author.user.id}/map/${parcoursId}` })],
  ['listDrops', () => ({ path: `/v1/drop/user/${author.user.id}` })],
  ['readPlace', () => ({ path: `/v1/place/${heard}` })],
  ['readPlace', () => ({ path: `/v1/place/${waiting}` })],
  ['openParcoursToModerate', () => ({ path: `/v1/moderation/maps/${parcoursId}` })],
];

test.each(PRINTED)('%s sends exactly the fields of the contract', async (name, ask) => {
  const route: Route = routes[name];
  const { path, body } = ask();
  for (const { token } of [admin, author]) {
    const response = await fetch(server.origin + path, {
      method: route.method,
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (token === author.token && name === 'openParcoursToModerate') {
      expect(response.status).toBe(403);
      continue;
    }
    const sent: unknown = await response.json();
    expect([response.status, JSON.stringify(sent).includes('Le pont')]).toEqual([
      200,
      name !== 'readPlace' || path.endsWith(`${heard}`),
    ]);
    expect(route.response.parse(sent)).toEqual(sent);
  }
});

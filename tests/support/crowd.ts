import type { BundleId, ParcoursId } from '../../contracts/vocabulary.ts';
import { call } from './api.ts';
import { addMember, fixture, makeParcours, makePlace, type Person, setRole, signUp, upload } from './people.ts';
import type { TestServer } from './server.ts';

const MAPS = 300;
const BUNDLES = 40;
const DROPS = 60;
/** Words without a space to break at, as people do write them. */
const UNBROKEN = 'Promenadesouterraineautourdelacathédraleetdesesjardinssuspendus';

/** A browser's worth of everything: who it belongs to, and the map that their drops are on. */
export interface Crowd {
  readonly person: Person;
  readonly mapId: ParcoursId;
}

/**
 * Gives a server an editor with 300 maps, 40 bundles that hold a third of them, and 60 drops, a third of them with audio;
 * some names are long, and some long without a space. For looking at screens that are full.
 */
export async function makeCrowd(server: TestServer): Promise<Crowd> {
  const { origin } = server;
  const person = await signUp(origin, `Maximilienne-Apolline de ${UNBROKEN}`);
  const friend = await signUp(origin, 'Noé');
  await setRole(server, person, 'editor');
  const editor: Person = { ...person, user: { ...person.user, role: 'editor' } };
  const mapIds: ParcoursId[] = [];
  for (let index = 0; index < MAPS; index += 1) {
    const mapId = await makeParcours(origin, person, nameOf('Carte', index));
    if (index % 3 === 0) await addMember(origin, person, mapId, friend, 'drop');
    mapIds.push(mapId);
  }
  const bundleIds: BundleId[] = [];
  for (let index = 0; index < BUNDLES; index += 1) {
    const body = { name: nameOf('Groupe', index), description: index % 3 === 0 ? `De ${UNBROKEN} en flânant` : '' };
    bundleIds.push((await call(origin, 'createBundle', { body }, person.token)).id);
  }
  for (const [index, mapId] of mapIds.slice(0, MAPS / 3).entries()) {
    const bundleId = bundleIds[index % (BUNDLES - 1)];
    if (bundleId === undefined) throw new Error('Expected bundles to put maps into');
    await call(origin, 'addToBundle', { params: { bundleId, mapId } }, person.token);
  }
  const [mapId] = mapIds.slice(-1);
  if (mapId === undefined) throw new Error('Expected maps to put drops on');
  const clip = await fixture('conforming-mono.wav');
  for (let index = 0; index < DROPS; index += 1) {
    const placeId = await makePlace(origin, person, mapId, nameOf('Drop', index));
    if (index % 3 === 0) await upload(origin, person, placeId, clip);
  }
  return { person: editor, mapId };
}

function nameOf(kind: string, index: number): string {
  if (index % 7 === 3) return `${kind} ${index} ${UNBROKEN}`;
  if (index % 7 === 5) return `${kind} ${index}, de la pointe de l’île aux jardins du Luxembourg par les quais`;
  return `${kind} ${index}`;
}

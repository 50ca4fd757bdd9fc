import { readFile } from 'node:fs/promises';
import { ref } from 'valtio';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeEditFailure } from '../../../app/parcours/panes-words.ts';
import { findSelected, parcours } from '../../../app/parcours/parcours.ts';
import {
  beginEdit,
  endEdit,
  forgetEdits,
  isChanged,
  type ParcoursEdit,
  parcoursEdits,
  removeImage,
  saveEdit,
  updateEdit,
} from '../../../app/parcours/parcours-edit.ts';
import { loadParcours, refreshParcours } from '../../../app/parcours/parcours-list.ts';
import { connectApi } from '../../../app/platform/net/api.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/api.ts';
import { forgetSession } from '../../support/forget-session.ts';
import { makeParcours, type Person, signUpAs } from '../../support/people.ts';
import { useServer } from '../../support/use-server.ts';

const NETWORK = 'Connexion impossible. Vérifiez votre réseau, puis réessayez.';

const server = useServer();
let owner: Person;
let mapId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
});

beforeEach(async () => {
  use(server.origin);
  mapId = await makeParcours(server.origin, owner, 'Le quai');
  await loadParcours();
  beginEdit(known());
});
afterEach(() => {
  forgetEdits();
  forgetSession();
});

function use(baseUrl: string): void {
  connectApi({ baseUrl, readToken: () => owner.token, onRefused: () => {} });
}

function known() {
  const found = findSelected({ list: parcours.list, selectedIds: [mapId] });
  if (found === undefined) throw new Error(`No parcours ${mapId}`);
  return found;
}

/** The words that the form shows. */
function readFailure(): string | null {
  const { failure } = edit();
  return failure && describeEditFailure(failure);
}

function edit(): ParcoursEdit {
  const begun = parcoursEdits.byMap[mapId];
  if (begun === undefined) throw new Error('No edit');
  return begun;
}

async function choose(): Promise<void> {
  const icon = new URL('../../../app/public/icons/icon-192.png', import.meta.url);
  edit().chosen = ref({ file: new Blob([await readFile(icon)]), url: 'blob:preview' });
}

const read = () => call(server.origin, 'readParcours', { params: { mapId } }, owner.token);

test('an edit has changes from the first different character until it is undone', () => {
  expect(isChanged(edit())).toBe(false);
  updateEdit(mapId, { name: 'Les quais' });
  expect(isChanged(edit())).toBe(true);
  updateEdit(mapId, { name: ' Le quai ' });
  expect(isChanged(edit())).toBe(false);
  endEdit(mapId);
  expect(parcoursEdits.byMap[mapId]).toBeUndefined();
  expect(known().name).toBe('Le quai');
});

test('a saved edit is on the server and in the list, with its image, and is closed', async () => {
  updateEdit(mapId, { name: ' Les quais ', description: 'La nuit' });
  await choose();
  expect(await saveEdit(mapId)).toBe(true);
  const saved = await read();
  expect([saved.name, saved.description]).toEqual(['Les quais', 'La nuit']);
  expect(saved.image_url).toMatch(/^\/v1\/image\//);
  expect(known()).toMatchObject({ name: 'Les quais', description: 'La nuit', image_url: saved.image_url });
  expect(parcoursEdits.byMap[mapId]).toBeUndefined();

  beginEdit(known());
  removeImage(mapId);
  expect(isChanged(edit())).toBe(true);
  await saveEdit(mapId);
  expect((await read()).image_url).toBeNull();
});

test('a failed upload of the image has its own message, and nothing is lost or changed', async () => {
  updateEdit(mapId, { name: 'Les quais' });
  await choose();
  use('http://localhost:1');
  expect(await saveEdit(mapId)).toBe(false);
  expect(edit()).toMatchObject({ name: 'Les quais', sending: false });
  expect(readFailure()).toBe(`Error uploading map image: ${NETWORK}`);
  expect(edit().chosen).not.toBeNull();
  expect((await read()).name).toBe('Le quai');
});

test('a file that the server rejects as an image changes nothing else', async () => {
  updateEdit(mapId, { name: 'Les quais' });
  edit().chosen = ref({ file: new Blob(['no image']), url: 'blob:preview' });
  expect(await saveEdit(mapId)).toBe(false);
  expect(readFailure()).toBe('Error uploading map image: Ce fichier n’est pas une image lisible.');
  expect((await read()).name).toBe('Le quai');
});

test('an update that fails after the image upload keeps both, and sends the image once', async () => {
  await choose();
  updateEdit(mapId, { description: '' });
  expect(await saveEdit(mapId)).toBe(false);
  expect(readFailure()).toMatch(/^Failed to update map info: /);
  expect(edit().chosen).toBeNull();
  const sent = edit().imageUrl;
  expect(sent).toMatch(/^\/v1\/image\//);
  updateEdit(mapId, { description: 'Enfin' });
  expect(await saveEdit(mapId)).toBe(true);
  expect(await read()).toMatchObject({ description: 'Enfin', image_url: sent });
});

test('an unchanged image does not undo another person’s change', async () => {
  const icon = new URL('../../../app/public/icons/icon-192.png', import.meta.url);
  const file = new Blob([await readFile(icon)]);
  const { image_url } = await call(
    server.origin,
    'uploadParcoursImage',
    { params: { mapId }, fields: {}, file },
    owner.token,
  );
  const body = { name: 'Le quai', description: 'Ailleurs', image_url };
  await call(server.origin, 'updateParcours', { params: { mapId }, body }, owner.token);
  updateEdit(mapId, { name: 'Les quais' });
  await saveEdit(mapId);
  expect(known()).toMatchObject({ name: 'Les quais', image_url });
});

test('a parcours is refreshed, and leaves the list if the person is no longer a member', async () => {
  const body = { name: 'Ailleurs', description: 'Autre' };
  await call(server.origin, 'updateParcours', { params: { mapId }, body }, owner.token);
  await refreshParcours(mapId);
  expect(known().name).toBe('Ailleurs');
  use('http://localhost:1');
  await refreshParcours(mapId);
  expect(known().name).toBe('Ailleurs');
  use(server.origin);
  await call(server.origin, 'deleteParcours', { params: { mapId } }, owner.token);
  await refreshParcours(mapId);
  expect(parcours.list.map(({ id }) => id)).not.toContain(mapId);
});

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
import { forgetSession } from '../../support/page/forget-session.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, type Person, signUpAs } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const NETWORK = 'Connexion impossible. Vérifiez votre réseau, puis réessayez.';

const server = useServer();
let owner: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
});

beforeEach(async () => {
  use(server.origin);
  parcoursId = await makeParcours(server.origin, owner, 'Le quai');
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
  const found = findSelected({ list: parcours.list, selectedIds: [parcoursId] });
  if (found === undefined) throw new Error(`No parcours ${parcoursId}`);
  return found;
}

/** The words that the form shows. */
function readFailure(): string | null {
  const { failure } = edit();
  return failure && describeEditFailure(failure);
}

function edit(): ParcoursEdit {
  const begun = parcoursEdits.byMap[parcoursId];
  if (begun === undefined) throw new Error('No edit');
  return begun;
}

async function choose(): Promise<void> {
  const icon = new URL('../../../app/public/icons/icon-192.png', import.meta.url);
  edit().chosen = ref({ file: new Blob([await readFile(icon)]), url: 'blob:preview' });
}

const read = () => call(server.origin, 'readParcours', { params: { mapId: parcoursId } }, owner.token);

test('an edit has changes from the first different character until it is undone', () => {
  expect(isChanged(edit())).toBe(false);
  updateEdit(parcoursId, { name: 'Les quais' });
  expect(isChanged(edit())).toBe(true);
  updateEdit(parcoursId, { name: ' Le quai ' });
  expect(isChanged(edit())).toBe(false);
  endEdit(parcoursId);
  expect(parcoursEdits.byMap[parcoursId]).toBeUndefined();
  expect(known().name).toBe('Le quai');
});

test('a saved edit is on the server and in the list, with its image, and is closed', async () => {
  updateEdit(parcoursId, { name: ' Les quais ', description: 'La nuit' });
  await choose();
  expect(await saveEdit(parcoursId)).toBe(true);
  const saved = await read();
  expect([saved.name, saved.description]).toEqual(['Les quais', 'La nuit']);
  expect(saved.image_url).toMatch(/^\/v1\/image\//);
  expect(known()).toMatchObject({ name: 'Les quais', description: 'La nuit', image_url: saved.image_url });
  expect(parcoursEdits.byMap[parcoursId]).toBeUndefined();

  beginEdit(known());
  removeImage(parcoursId);
  expect(isChanged(edit())).toBe(true);
  await saveEdit(parcoursId);
  expect((await read()).image_url).toBeNull();
});

test('a failed upload of the image has its own message, and nothing is lost or changed', async () => {
  updateEdit(parcoursId, { name: 'Les quais' });
  await choose();
  use('http://localhost:1');
  expect(await saveEdit(parcoursId)).toBe(false);
  expect(edit()).toMatchObject({ name: 'Les quais', sending: false });
  expect(readFailure()).toBe(`Error uploading map image: ${NETWORK}`);
  expect(edit().chosen).not.toBeNull();
  expect((await read()).name).toBe('Le quai');
});

test('a file that the server rejects as an image changes nothing else', async () => {
  updateEdit(parcoursId, { name: 'Les quais' });
  edit().chosen = ref({ file: new Blob(['no image']), url: 'blob:preview' });
  expect(await saveEdit(parcoursId)).toBe(false);
  expect(readFailure()).toBe('Error uploading map image: Ce fichier n’est pas une image lisible.');
  expect((await read()).name).toBe('Le quai');
});

test('an update that fails after the image upload keeps both, and sends the image once', async () => {
  await choose();
  updateEdit(parcoursId, { description: '' });
  expect(await saveEdit(parcoursId)).toBe(false);
  expect(readFailure()).toMatch(/^Failed to update map info: /);
  expect(edit().chosen).toBeNull();
  const sent = edit().imageUrl;
  expect(sent).toMatch(/^\/v1\/image\//);
  updateEdit(parcoursId, { description: 'Enfin' });
  expect(await saveEdit(parcoursId)).toBe(true);
  expect(await read()).toMatchObject({ description: 'Enfin', image_url: sent });
});

test('an unchanged image does not undo another person’s change', async () => {
  const icon = new URL('../../../app/public/icons/icon-192.png', import.meta.url);
  const file = new Blob([await readFile(icon)]);
  const { image_url } = await call(
    server.origin,
    'uploadParcoursImage',
    { params: { mapId: parcoursId }, fields: {}, file },
    owner.token,
  );
  const body = { name: 'Le quai', description: 'Ailleurs', image_url };
  await call(server.origin, 'updateParcours', { params: { mapId: parcoursId }, body }, owner.token);
  updateEdit(parcoursId, { name: 'Les quais' });
  await saveEdit(parcoursId);
  expect(known()).toMatchObject({ name: 'Les quais', image_url });
});

test('a parcours is refreshed, and leaves the list if the person is no longer a member', async () => {
  const body = { name: 'Ailleurs', description: 'Autre' };
  await call(server.origin, 'updateParcours', { params: { mapId: parcoursId }, body }, owner.token);
  await refreshParcours(parcoursId);
  expect(known().name).toBe('Ailleurs');
  use('http://localhost:1');
  await refreshParcours(parcoursId);
  expect(known().name).toBe('Ailleurs');
  use(server.origin);
  await call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, owner.token);
  await refreshParcours(parcoursId);
  expect(parcours.list.map(({ id }) => id)).not.toContain(parcoursId);
});

import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  bundles,
  forgetBundles,
  isBundled,
  loadBundles,
  reloadBundle,
  setBundled,
} from '../../../app/parcours/bundles.ts';
import { connectApi } from '../../../app/platform/net/api.ts';
import type { BundleId, ParcoursId } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, type Person, signUpAs } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let editor: Person;
let parcoursId: ParcoursId;
let bundleId: BundleId;
beforeAll(async () => {
  editor = await signUpAs(server, 'Edith', 'editor');
  parcoursId = await makeParcours(server.origin, editor, 'Le quai');
  bundleId = (await call(server.origin, 'createBundle', { body: { name: 'Promenades' } }, editor.token)).id;
  await call(server.origin, 'createBundle', { body: { name: 'Vide' } }, editor.token);
});

beforeEach(() => {
  forgetBundles();
  connect(editor.token);
});

function connect(token: string): void {
  connectApi({ baseUrl: server.origin, readToken: () => token, onRefused: () => {} });
}

const shown = () => bundles.list.map(({ name, parcours }) => [name, parcours.map((listed) => listed.map_name)]);

it('lists each bundle with its parcours, and follows additions and removals', async () => {
  await loadBundles();
  expect(shown()).toEqual([
    ['Promenades', []],
    ['Vide', []],
  ]);
  await setBundled(bundleId, parcoursId, true);
  expect(shown()[0]).toEqual(['Promenades', ['Le quai']]);
  expect(isBundled(bundles.list, parcoursId)).toBe(true);
  await setBundled(bundleId, parcoursId, false);
  expect(isBundled(bundles.list, parcoursId)).toBe(false);
});

it('keeps a bundle’s parcours, with the failure, if reloading them fails', async () => {
  await setBundled(bundleId, parcoursId, true);
  await loadBundles();
  connect('no token');
  await reloadBundle(bundleId);
  expect(shown()[0]).toEqual(['Promenades', ['Le quai']]);
  expect(bundles.list[0]?.failure).toMatchObject({ code: 'unauthenticated' });
  expect(bundles.list[1]?.failure).toBeNull();
  connect(editor.token);
  await reloadBundle(bundleId);
  expect(bundles.list[0]?.failure).toBeNull();
});

it('keeps the list, with the failure, if reloading fails, and ignores a late response', async () => {
  await loadBundles();
  connect('no token');
  await loadBundles();
  expect([bundles.status, bundles.list.length]).toEqual(['failed', 2]);
  connect(editor.token);
  const late = loadBundles();
  forgetBundles();
  await late;
  expect([bundles.status, bundles.list]).toEqual(['idle', []]);
});

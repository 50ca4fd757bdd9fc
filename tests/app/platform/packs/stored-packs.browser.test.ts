import { afterEach, beforeEach, expect, it } from 'vitest';
import { onStoredFilesChanged, openStoredFile } from '../../../../app/platform/packs/stored-files.ts';
import {
  closeStoredPacks,
  givePackRecords,
  readPacks,
  storedPack,
  storedPacksOpened,
} from '../../../../app/platform/packs/stored-packs.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { UserId } from '../../../../contracts/vocabulary.ts';
import { forgetPack, keepPack, packedMap, packOwner } from '../../../support/packs/kept-pack.ts';

const LINK = '/v1/media/a.m4a?signature=a';
const bea = { ...packOwner, id: UserId.parse(42), name: 'Bea' };
let scope: Scope;

beforeEach(async () => {
  scope = new Scope();
  await keepPack([], [{ link: LINK, kind: 'audio', content: new Blob(['a story']) }]);
});
afterEach(async () => {
  scope.dispose();
  storage.write('currentUser', packOwner);
  await storedPacksOpened();
  await forgetPack();
});

it('a listener that opens the packs at each change gets those of later sessions', async () => {
  const opening: Promise<void>[] = [];
  onStoredFilesChanged(scope, () => opening.push(storedPacksOpened()));
  storage.write('currentUser', bea);
  closeStoredPacks();
  await Promise.all(opening);
  expect([storedPack(packedMap.id), await openStoredFile(LINK)]).toEqual([null, null]);

  storage.write('currentUser', packOwner);
  await storedPacksOpened();
  expect(await (await openStoredFile(LINK))?.text()).toBe('a story');
});

it('a guest’s packs move to the account at login, except where it has its own', async () => {
  await givePackRecords(packOwner.id, bea.id);
  expect((await readPacks(packOwner.id)).parcoursIds).toEqual([]);
  storage.write('currentUser', bea);
  closeStoredPacks();
  await storedPacksOpened();
  expect(await (await openStoredFile(LINK))?.text()).toBe('a story');
  // Moved back for the end of the test; the second call changes nothing.
  await givePackRecords(bea.id, packOwner.id);
  await givePackRecords(bea.id, packOwner.id);
  await keepPack([], []);
  expect((await readPacks(packOwner.id)).parcoursIds).toEqual([packedMap.id]);
});

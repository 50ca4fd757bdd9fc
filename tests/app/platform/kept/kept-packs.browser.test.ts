import { afterEach, beforeEach, expect, it } from 'vitest';
import { givePackRecords } from '../../../../app/platform/kept/give-packs.ts';
import { onKeptChanged, openKept } from '../../../../app/platform/kept/kept-files.ts';
import { forgetKeptPacks, keptPack, keptPacksOpened } from '../../../../app/platform/kept/kept-packs.ts';
import { readPacks } from '../../../../app/platform/kept/pack-records.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { UserId } from '../../../../contracts/vocabulary.ts';
import { forgetPack, keepPack, packedMap, packOwner } from '../../../support/kept-pack.ts';

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
  await keptPacksOpened();
  await forgetPack();
});

it('a listener that opens the packs at each change gets those of later sessions', async () => {
  const opening: Promise<void>[] = [];
  onKeptChanged(scope, () => opening.push(keptPacksOpened()));
  storage.write('currentUser', bea);
  forgetKeptPacks();
  await Promise.all(opening);
  expect([keptPack(packedMap.id), await openKept(LINK)]).toEqual([null, null]);

  storage.write('currentUser', packOwner);
  await keptPacksOpened();
  expect(await (await openKept(LINK))?.text()).toBe('a story');
});

it('a guest’s packs move to the account at login, except where it has its own', async () => {
  await givePackRecords(packOwner.id, bea.id);
  expect((await readPacks(packOwner.id)).mapIds).toEqual([]);
  storage.write('currentUser', bea);
  forgetKeptPacks();
  await keptPacksOpened();
  expect(await (await openKept(LINK))?.text()).toBe('a story');
  // Moved back for the end of the test; the second call changes nothing.
  await givePackRecords(bea.id, packOwner.id);
  await givePackRecords(bea.id, packOwner.id);
  await keepPack([], []);
  expect((await readPacks(packOwner.id)).mapIds).toEqual([packedMap.id]);
});

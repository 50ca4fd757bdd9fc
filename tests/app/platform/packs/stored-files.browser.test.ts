import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isFileSound, isStored, openStoredFile } from '../../../../app/platform/packs/stored-files.ts';
import { storedPack } from '../../../../app/platform/packs/stored-packs.ts';
import { forgetPack, keepPack, packedMap } from '../../../support/packs/kept-pack.ts';

const LINK = '/v1/media/a.m4a?signature=a';

beforeEach(() => keepPack([], [{ link: LINK, kind: 'audio', content: new Blob(['a story']) }]));
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetPack();
});

it('a temporarily unreadable file stays, and can be opened the next time', async () => {
  const failure = new DOMException('The file could not be read', 'NotReadableError');
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(failure);
  expect([await openStoredFile(LINK), isStored(LINK)]).toEqual([null, true]);
  expect(await (await openStoredFile(LINK))?.text()).toBe('a story');
});

it('checking an unreadable file leaves it on the device', async () => {
  const [file] = storedPack(packedMap.id)?.files ?? [];
  if (file === undefined) throw new Error('Expected a kept file');
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('Not now', 'NotReadableError'));
  expect([await isFileSound(file), isStored(LINK), await isFileSound(file)]).toEqual([false, true, true]);
});

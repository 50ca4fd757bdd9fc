import { afterEach, expect, test, vi } from 'vitest';
import { readMedia } from '../../../../app/platform/audio/audio-files.ts';
import { OfflineModeError } from '../../../../app/platform/net/api.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { forgetPack, keepPack } from '../../../support/packs/kept-pack.ts';
import { answerCalls } from '../../../support/page/answers.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  storage.forget('offlineMode');
  await forgetPack();
});

test('a stored file is read from the device, whatever the signature of its link', async () => {
  const content = new Blob(['peaks']);
  await keepPack([], [{ link: '/v1/media/a.dat?signature=1', kind: 'waveform', content }]);
  const asked = answerCalls({});
  const bytes = await readMedia('/v1/media/a.dat?signature=2', AbortSignal.timeout(5000));
  expect(new TextDecoder().decode(bytes)).toBe('peaks');
  expect(asked).toEqual([]);
});

test('in off-line mode no other file is requested', async () => {
  storage.write('offlineMode', true);
  const asked = answerCalls({});
  await expect(readMedia('/v1/media/b.dat', AbortSignal.timeout(5000))).rejects.toThrow(OfflineModeError);
  expect(asked).toEqual([]);
});

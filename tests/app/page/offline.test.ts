import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wordsFor } from '../../../app/page/error-words.ts';
import { followOfflineMode, offlineMode, switchOfflineMode } from '../../../app/page/offline.ts';
import { call, OfflineModeError } from '../../../app/platform/net/api.ts';
import { sendAudio } from '../../../app/platform/net/audio-upload.ts';
import { createGeocoder } from '../../../app/platform/net/geocoder.ts';
import { onOnline } from '../../../app/platform/page/page-events.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { logout } from '../../../app/session/session.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { answerCalls, type HeardCall } from '../../support/page/answers.ts';
import { type PageEvents, stubPage } from '../../support/page/page-events.ts';

let scope: Scope;
let page: PageEvents;
let heard: HeardCall[];
let returns: number;
beforeEach(() => {
  scope = new Scope();
  page = stubPage();
  vi.stubGlobal('document', Object.assign(document, { documentElement: { dataset: {} } }));
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }));
  heard = answerCalls({});
  returns = 0;
  onOnline(scope, () => {
    returns += 1;
  });
});
afterEach(() => {
  switchOfflineMode(false);
  scope.dispose();
});

test('while it is on, nothing is sent or searched, and messages say why', async () => {
  switchOfflineMode(true);
  const failure = await call('readMe', {}).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OfflineModeError);
  expect(wordsFor(failure)).toMatch(/^Le mode hors ligne est activé/);
  const geocoder = createGeocoder(async () => 'http://localhost:1/');
  await expect(geocoder.find('quai', AbortSignal.timeout(5000))).rejects.toMatchObject({ fault: 'offline-mode' });
  expect(heard).toEqual([]);
});

test('while it is on, audio is sent neither in one request nor in parts', async () => {
  switchOfflineMode(true);
  const send = (bytes: number) =>
    sendAudio(
      {
        placeId: PlaceId.parse(1),
        sessionId: null,
        wav: new Blob([new Uint8Array(bytes)]),
        lengthS: 1,
        key: 'k',
        resumeUrl: null,
      },
      { signal: AbortSignal.timeout(5000), onProgress: () => {}, onBegin: async () => {}, onResumeUrl: () => {} },
    );
  await expect(send(1000)).rejects.toBeInstanceOf(OfflineModeError);
  await expect(send(9 * 1024 * 1024)).rejects.toBeInstanceOf(OfflineModeError);
  expect(heard).toEqual([]);
});

test('switching it off counts once as a return of the network', () => {
  switchOfflineMode(true);
  expect(returns).toBe(0);
  switchOfflineMode(false);
  switchOfflineMode(false);
  expect(returns).toBe(1);
});

test('it is stored, and another tab follows it', () => {
  followOfflineMode(scope);
  switchOfflineMode(true);
  expect(storage.read('offlineMode')).toBe(true);
  storage.write('offlineMode', false);
  page.storeElsewhere('offlineMode');
  expect([offlineMode.isOn, returns]).toEqual([false, 1]);
});

test('a logout ends it, so that the next login has a network', async () => {
  switchOfflineMode(true);
  logout();
  expect(offlineMode.isOn).toBe(false);
  await expect(call('readConfig', {})).rejects.not.toBeInstanceOf(OfflineModeError);
});

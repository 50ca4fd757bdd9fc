import { beforeEach, expect, test, vi } from 'vitest';
import type { AppConfig } from '../../../../contracts/config.ts';
import { answerCalls } from '../../../support/answers.ts';

const CONFIG = 'GET /v1/config';

const config = (geocoderUrl: string): AppConfig => ({
  mapStyleUrl: '',
  mapStyleDarkUrl: null,
  mapTiles: null,
  geocoderUrl,
  googleClientId: null,
  hasPasskeys: false,
  sendsMail: false,
  uploadMaxBytes: 1_000_000,
  identity: {
    associationName: null,
    associationContact: null,
    hostingName: null,
    dpoContact: null,
    websiteUrl: null,
    socialUrl: null,
  },
});

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal('navigator', { onLine: true });
});

/** The modules as a page that was just opened has them, since the configuration is loaded once a page. */
async function openPage() {
  vi.resetModules();
  const { loadConfig } = await import('../../../../app/platform/net/app-config.ts');
  const { storage } = await import('../../../../app/platform/storage/storage.ts');
  return { loadConfig, storage };
}

test('is asked for once, and stored', async () => {
  const heard = answerCalls({ [CONFIG]: config('/new') });
  const { loadConfig, storage } = await openPage();
  expect(await loadConfig()).toEqual(config('/new'));
  await loadConfig();
  expect(heard).toHaveLength(1);
  expect(storage.read('appConfig')).toEqual(config('/new'));
});

test('without a response the stored one is used, and a newer one once there is a network', async () => {
  const { loadConfig, storage } = await openPage();
  answerCalls({});
  await expect(loadConfig()).rejects.toMatchObject({ name: 'NetworkError' });
  storage.write('appConfig', config('/old'));
  expect(await loadConfig()).toEqual(config('/old'));
  answerCalls({ [CONFIG]: config('/new') });
  expect(await loadConfig()).toEqual(config('/new'));
});

test.each<[string, boolean, boolean]>([
  ['the device is off line', false, false],
  ["'hors ligne' is on", true, true],
])('while %s, the stored one is used without a request', async (_, onLine, offlineMode) => {
  const { loadConfig, storage } = await openPage();
  const heard = answerCalls({ [CONFIG]: config('/new') });
  storage.write('appConfig', config('/old'));
  storage.write('offlineMode', offlineMode);
  vi.stubGlobal('navigator', { onLine });
  expect(await loadConfig()).toEqual(config('/old'));
  expect(heard).toEqual([]);
});

import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { Scope } from '../../../../app/platform/scope.ts';
import type { AppConfig } from '../../../../contracts/config.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { configOf } from '../../../support/samples/config.ts';

const CONFIG = 'GET /v1/config';

const config = (geocoderUrl: string): AppConfig => configOf({ geocoderUrl });

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.useRealTimers());

/** The modules as in a newly opened page, since the configuration is loaded once per page. */
async function openPage() {
  vi.resetModules();
  const { loadConfig } = await import('../../../../app/platform/net/app-config.ts');
  const { followConfig } = await import('../../../../app/platform/net/follow-config.ts');
  const { storage } = await import('../../../../app/platform/storage/storage.ts');
  return { loadConfig, followConfig, storage };
}

test('is requested once, and stored', async () => {
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
  ['off-line mode is on', true, true],
])('while %s, the stored one is used without a request', async (_, onLine, offlineMode) => {
  const { loadConfig, storage } = await openPage();
  const heard = answerCalls({ [CONFIG]: config('/new') });
  storage.write('appConfig', config('/old'));
  storage.write('offlineMode', offlineMode);
  vi.stubGlobal('navigator', { onLine });
  expect(await loadConfig()).toEqual(config('/old'));
  expect(heard).toEqual([]);
});

describe('a server that accepts requests and never responds', () => {
  it.each<[string, AppConfig | null]>([
    ['the stored configuration', config('/old')],
    ['a timeout error if nothing is stored', null],
  ])('yields %s within 3 s', async (_, stored) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answerCalls({ [CONFIG]: () => new Promise(() => {}) });
    const { loadConfig, storage } = await openPage();
    storage.write('appConfig', stored);
    const found = loadConfig().catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await found).toEqual(stored ?? 'TimeoutError');
  });
});

test('an observer gets none after 3 s, and the one that arrives late', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let answer = (_: AppConfig): void => {};
  answerCalls({
    [CONFIG]: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const { followConfig } = await openPage();
  const got: (AppConfig | null)[] = [];
  followConfig(new Scope(), (found) => got.push(found));
  await vi.advanceTimersByTimeAsync(3000);
  expect(got).toEqual([null]);
  answer(config('/late'));
  await vi.advanceTimersByTimeAsync(0);
  expect(got).toEqual([null, config('/late')]);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(got).toHaveLength(2);
});

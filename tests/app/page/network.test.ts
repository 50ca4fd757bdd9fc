import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followNetwork, network } from '../../../app/page/network.ts';
import { fetchOwn } from '../../../app/platform/net/reach.ts';
import { onOnline } from '../../../app/platform/page/page-events.ts';
import { Scope } from '../../../app/platform/scope.ts';

const SECOND_MS = 1000;

let scope: Scope;
let page: EventTarget & { visibilityState: string };
let device: { onLine: boolean };
/** The behaviour of the connection for a request. */
let line: 'answers' | 'refuses' | 'is silent';
/** Requests that left the page. */
let asked: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  scope = new Scope();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  device = { onLine: true };
  line = 'answers';
  asked = 0;
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit = {}) => {
    asked += 1;
    if (line === 'answers') return Promise.resolve(Response.json({}));
    if (line === 'refuses') return Promise.reject(new TypeError('NetworkError when attempting to fetch resource.'));
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
});
afterEach(() => {
  scope.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Any request of the app. */
function ask(): void {
  void fetchOwn('/v1/map/maps-for-user').catch(() => {});
}

async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * SECOND_MS);
}

test('the network follows the device’s state until the scope is disposed', () => {
  device.onLine = false;
  const become = (onLine: boolean): boolean => {
    device.onLine = onLine;
    page.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
    return network.isOnline;
  };
  followNetwork(scope);
  expect(network.isOnline).toBe(false);
  expect([become(true), become(false)]).toEqual([true, false]);
  scope.dispose();
  expect(become(true)).toBe(false);
});

test.each(['refuses', 'is silent'] as const)(
  'a connection that %s counts as off line despite the device; its return is reported once',
  async (way) => {
    let returns = 0;
    followNetwork(scope);
    onOnline(scope, () => {
      returns += 1;
    });
    line = way;
    ask();
    await pass(20);
    expect(network.isOnline).toBe(false);
    expect(returns).toBe(0);
    line = 'answers';
    await pass(60);
    expect(network.isOnline).toBe(true);
    expect(returns).toBe(1);
    const before = asked;
    await pass(600);
    expect(asked).toBe(before);
  },
);

test('one failed request does not mean off line', async () => {
  followNetwork(scope);
  line = 'refuses';
  ask();
  await pass(0);
  line = 'answers';
  await pass(600);
  expect(network.isOnline).toBe(true);
  expect(asked).toBe(2);
});

test('a dead connection is probed less and less often, and not at all while hidden', async () => {
  followNetwork(scope);
  line = 'refuses';
  ask();
  await pass(600);
  expect(asked).toBeLessThanOrEqual(15);
  page.visibilityState = 'hidden';
  await pass(60);
  const before = asked;
  await pass(600);
  expect(asked).toBe(before);
  line = 'answers';
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(2);
  expect(network.isOnline).toBe(true);
});

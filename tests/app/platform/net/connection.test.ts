import { expect, test, vi } from 'vitest';
import { isConnectionGood, isConnectionWeak, savesData } from '../../../../app/platform/net/connection.ts';

const fast = { effectiveType: '4g', saveData: false };

test.each([
  ['fast, on a desk', { onLine: true, connection: fast }, true],
  ['fast, by wifi', { onLine: true, connection: { ...fast, type: 'wifi' } }, true],
  ['fast, but mobile', { onLine: true, connection: { ...fast, type: 'cellular' } }, false],
  ['slow', { onLine: true, connection: { ...fast, effectiveType: '3g' } }, false],
  ['fast, but data is saved', { onLine: true, connection: { ...fast, saveData: true } }, false],
  ['fast, but offline', { onLine: false, connection: fast }, false],
  ['unknown', { onLine: true }, false],
])('a connection that is %s', (_, navigator, isGood) => {
  vi.stubGlobal('navigator', navigator);
  expect(isConnectionGood()).toBe(isGood);
});

test('data is saved only if the browser says so', () => {
  const answers = [{}, { connection: {} }, { connection: { saveData: false } }, { connection: { saveData: true } }];
  const saves = answers.map((navigator) => {
    vi.stubGlobal('navigator', navigator);
    return savesData();
  });
  expect(saves).toEqual([false, false, false, true]);
});

test.each([
  ['of the third generation', { effectiveType: '3g' }, true],
  ['slow to answer', { effectiveType: '4g', rtt: 900, downlink: 5 }, true],
  ['narrow', { effectiveType: '4g', rtt: 100, downlink: 0.4 }, true],
  ['fast', { effectiveType: '4g', rtt: 100, downlink: 5 }, false],
  ['unknown', undefined, false],
])('a line that is %s', (_, connection, isWeak) => {
  vi.stubGlobal('navigator', connection === undefined ? {} : { connection });
  expect(isConnectionWeak()).toBe(isWeak);
});

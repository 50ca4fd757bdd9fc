import { expect, test, vi } from 'vitest';
import { Scope } from '../../../../app/platform/scope.ts';
import { followNetwork, network } from '../../../../app/state/page/network.ts';

test('the network is as the device says, until the scope is disposed', () => {
  const page = new EventTarget();
  const device = { onLine: false };
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', device);
  const scope = new Scope();
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

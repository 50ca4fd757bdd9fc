import { afterEach, expect, onTestFinished, test } from 'vitest';
import { closePhones, sharedBrowser } from '../../support/phone/browser.ts';
import { tellAndHear } from '../../support/phone/two-people.ts';
import { startTwoServers } from '../../support/server/two-servers.ts';

afterEach(closePhones);

test('one records and the other listens on two alternating servers with one database and bucket', async () => {
  const { proxy, stop } = await startTwoServers();
  onTestFinished(stop);
  await tellAndHear(await sharedBrowser(), proxy.origin);
  const [one = 0, other = 0] = proxy.sent;
  expect(one).toBeGreaterThan(20);
  expect(Math.abs(one - other)).toBeLessThan(2);
}, 120_000);

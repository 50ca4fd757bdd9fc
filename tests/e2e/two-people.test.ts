import { afterEach, test } from 'vitest';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { tellAndHear } from '../support/two-people.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
afterEach(closePhones);

test('one uploads a phone recording and a WAV at two places, the other walks there and hears each of them', async () => {
  await tellAndHear(await sharedBrowser(), server.origin);
});

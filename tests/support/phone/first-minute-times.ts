import type { Browser } from 'playwright';
import { call } from '../server/api.ts';
import { makeInvite } from '../server/people.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { openBrowser, openBrowserWithMicrophone, openPhone } from './browser.ts';
import {
  type Effort,
  listenAtOnce,
  listenWithoutPosition,
  openAskingPhone,
  signUpAndDrop,
  type Way,
} from './first-minute.ts';

/**
 * `npm run first-minute`: the taps and seconds from an invitation link to the first sound, and to the first saved drop, each
 * three times in a fresh browser on a phone's size. Nobody reads, hesitates or talks: the seconds are those of the machine,
 * two of them the loading screen of a first visit.
 */
const TRIES = 3;
/** In a zone of the demo, and in Lyon. */
const THERE: [number, number] = [2.34225, 48.85652];
const ELSEWHERE: [number, number] = [4.8357, 45.764];

interface Measured {
  readonly name: string;
  readonly way: Way;
  readonly at: [number, number];
  readonly browser: Browser;
  readonly open: typeof openPhone;
  readonly permissions: readonly string[];
  readonly link: string;
}

async function main(): Promise<void> {
  const server = await startServer({ DEMO: '1', RENDITIONS: '1' });
  const quiet = await openBrowser();
  const hearing = await openBrowserWithMicrophone('tests/fixtures/audio/conforming-mono.wav');
  try {
    const guest = server.demo?.guestLink ?? 'no guest link';
    const dropper = await makeDropLink(server);
    const listener = { browser: quiet, open: openAskingPhone, permissions: ['geolocation'], link: guest };
    const author = {
      browser: hearing,
      open: openAskingPhone,
      permissions: ['geolocation', 'microphone'],
      link: dropper,
    };
    const ways: readonly Measured[] = [
      { name: 'listener, on site', way: listenAtOnce, at: THERE, ...listener },
      { name: 'listener, elsewhere', way: listenAtOnce, at: ELSEWHERE, ...listener },
      {
        ...{ ...listener, name: 'listener, position refused', way: listenWithoutPosition, at: ELSEWHERE },
        ...{ open: openPhone, permissions: [] },
      },
      { name: 'contributor, without an account, on site', way: signUpAndDrop, at: THERE, ...author },
      { name: 'contributor, without an account, elsewhere', way: signUpAndDrop, at: ELSEWHERE, ...author },
    ];
    console.log('| way | taps | fields | seconds |\n| --- | --- | --- | --- |');
    for (const way of ways) console.log(await measure(server, way));
  } finally {
    await Promise.all([quiet.close(), hearing.close()]);
    await server.stop();
  }
}

async function measure(
  server: TestServer,
  { name, way, at, browser, open, permissions, link }: Measured,
): Promise<string> {
  const seconds: string[] = [];
  let effort: Effort = { taps: 0, fields: 0 };
  for (let done = 0; done < TRIES; done++) {
    effort = { taps: 0, fields: 0 };
    const phone = await open(browser, server.origin, at, { permissions: [...permissions] });
    const page = await phone.newPage();
    const startMs = performance.now();
    await way(page, link, effort);
    seconds.push(((performance.now() - startMs) / 1000).toFixed(1));
    await phone.close();
  }
  return `| ${name} | ${effort.taps} | ${effort.fields} | ${seconds.join(', ')} |`;
}

async function makeDropLink(server: TestServer): Promise<string> {
  const [admin] = server.demo?.accounts ?? [];
  if (admin === undefined) throw new Error('The server made no demo accounts');
  const { email, password } = admin;
  const { token } = await call(server.origin, 'login', { body: { email, password } });
  const [map] = await call(server.origin, 'listParcours', { query: {} }, token);
  if (map === undefined) throw new Error('The server made no demo map');
  return (await makeInvite(server.origin, { token }, map.id, 'drop')).link;
}

await main();
process.exit(0);

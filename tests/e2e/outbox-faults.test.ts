import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { createRandom } from '../../app/state/chance.ts';
import { parseWavHeader } from '../../audio-wasm/wav.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { openPhoneOnDisk } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { channelOf, noiseBetweenSilences, soundAsWav } from '../support/microphone/sound.ts';
import { makeParcours, type Person, signUp } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage, mapReady } from './steps.ts';

const SEED = Number(process.env.OUTBOX_SEED ?? 20_261_121);
/** The coordinator's run has 200. */
const ROUNDS = Number(process.env.OUTBOX_ROUNDS ?? 12);
/** A round on a busy machine. */
const ROUND_MS = 90_000;
const QUAY: [number, number] = [2.3411, 48.8571];
/** What a killed page may lose of a recording that runs. */
const LOST_S = 1;
const words = strings.record;

/** When in a round the page is killed. */
const MOMENTS = ['recording', 'stopping', 'popup', 'saving', 'sending', 'never'] as const;
type Moment = (typeof MOMENTS)[number];

/** A drop as the test knows it. */
interface Made {
  /** Null while the person has not saved it. */
  title: string | null;
  /** Seconds that the timer showed when it was last seen. */
  seconds: number;
  isStopped: boolean;
}

const random = createRandom(SEED);
let folder: string;
let server: TestServer;
let proxy: FaultProxy;
let ana: Person;
let mapId: ParcoursId;
let phone: BrowserContext;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-faults-'));
  // Without silence at its ends: whatever is recorded sounds.
  await writeFile(join(folder, 'heard.wav'), soundAsWav(noiseBetweenSilences(0, 20)));
  server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
  proxy = await startFaultProxy(server.origin, random);
  ana = await signUp(server.origin, 'Ana');
  mapId = await makeParcours(server.origin, ana);
  const created = { id: mapId, title: 'Le quai', description: 'Le quai, pas à pas', privilege: 'admin' };
  const storageState = loggedInStorage(proxy.origin, ana, {
    selectedParcours: JSON.stringify([mapId]),
    parcoursBeingCreated: JSON.stringify(created),
  });
  const options = { storageState, viewport: { width: 320, height: 568 } };
  phone = await openPhoneOnDisk(join(folder, 'profile'), join(folder, 'heard.wav'), proxy.origin, QUAY, options);
});
afterAll(async () => {
  await phone?.close();
  await proxy?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  `${ROUNDS} rounds of recording offline, killing the page and sending to a failing server lose and double nothing`,
  async () => {
    console.log(`seed ${SEED}, ${ROUNDS} rounds`);
    const kills: Record<Moment, number> = { recording: 0, stopping: 0, popup: 0, saving: 0, sending: 0, never: 0 };
    let [drops, rescued, again] = [0, 0, 0];
    let page = await openMap();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const known = new Set((await listPlaces()).map(({ id }) => id));

    for (let round = 1; round <= ROUNDS; round++) {
      const moment = pick(MOMENTS);
      const made: Made[] = [];
      proxy.share = 0.5;
      await phone.setOffline(true);
      const count = 1 + Math.floor(random() * 2);
      for (let nth = 1; nth <= count; nth++) {
        const drop: Made = { title: null, seconds: 0, isStopped: false };
        made.push(drop);
        const isLast = nth === count;
        await makeDrop(page, drop, `r${round}-${nth}`, isLast ? moment : 'never');
      }
      kills[moment] += 1;

      // What the page left is taken up by another: without a network first, as often as not.
      if (moment !== 'never') {
        await page.close();
        if (moment !== 'sending' && random() < 0.5) {
          page = await openMap();
          rescued += await takeUp(page, `r${round}-rescued`);
        }
      }
      await phone.setOffline(false);
      if (page.isClosed()) page = await openMap();
      if (random() < 0.3) {
        await page.waitForTimeout(random() * 1500);
        await crash(page);
        await page.close();
        page = await openMap();
        again += 1;
      }
      await page.waitForTimeout(random() * 1000);
      proxy.share = 0;
      rescued += await takeUp(page, `r${round}-rescued`);
      await isEmptied(page);

      const arrived = (await listPlaces()).filter(({ id }) => !known.has(id));
      for (const { id } of arrived) known.add(id);
      await checkArrived(made, arrived, `round ${round}, killed while ${moment} (seed ${SEED})`);
      drops += arrived.length;
      if (round % 10 === 0) console.log(`round ${round}: ${drops} drops so far`);
    }

    console.log(
      `${drops} drops in ${ROUNDS} rounds, none lost, none doubled; kills ${JSON.stringify(kills)} and ${again} while sending ` +
        `again; ${rescued} recordings taken up; faults ${JSON.stringify(proxy.given)}`,
    );
    expect(drops).toBeGreaterThan(0);
  },
  ROUNDS * ROUND_MS,
);

/** Records and saves a drop, up to the moment at which the page is killed. */
async function makeDrop(page: Page, drop: Made, title: string, moment: Moment): Promise<void> {
  const killIn = async (withinMs: number): Promise<true> => {
    await page.waitForTimeout(random() * withinMs);
    if (!drop.isStopped) drop.seconds = await shownSeconds(page);
    await crash(page);
    return true;
  };
  await page.getByRole('button', { name: words.start }).click();
  await page.getByRole('timer').waitFor();
  if (moment === 'recording') return void (await killIn(2500));
  await page.waitForTimeout(400 + random() * 1200);
  drop.seconds = await shownSeconds(page);
  drop.isStopped = true;
  await page.getByRole('button', { name: words.stop }).click();
  if (moment === 'stopping') return void (await killIn(300));
  const popup = page.getByRole('dialog', { name: words.title });
  await popup.getByLabel(strings.drops.name).fill(title);
  if (moment === 'popup') return void (await killIn(600));
  await popup.getByRole('button', { name: strings.drops.save, exact: true }).click();
  if (moment === 'saving') return void (await killIn(150));
  await popup.waitFor({ state: 'detached' });
  drop.title = title;
  if (moment !== 'sending') return;
  await phone.setOffline(false);
  await killIn(1500);
}

/** Saves what is offered as found, as a person does; answers how many there were. */
async function takeUp(page: Page, title: string): Promise<number> {
  const offer = page.getByRole('button', { name: words.found });
  // The recorder looks for what was left once the map is there.
  await page.locator('[data-outbox-ready="true"]').waitFor({ state: 'attached' });
  let count = 0;
  while (await offer.isVisible()) {
    await offer.click();
    const popup = page.getByRole('dialog', { name: words.found });
    if ((await popup.getByLabel(strings.drops.name).inputValue()) === '') {
      await popup.getByLabel(strings.drops.name).fill(title);
    }
    await popup.getByRole('button', { name: strings.drops.save, exact: true }).click();
    await popup.waitFor({ state: 'detached' }).catch(async (error: Error) => {
      throw new Error(`The popup stayed, and says: ${await popup.innerText()}`, { cause: error });
    });
    count += 1;
  }
  return count;
}

/** Waits until nothing is left to be sent; where that waits for its next try, it is hurried as by a network that is back. */
async function isEmptied(page: Page): Promise<void> {
  const left = page.locator('[data-outbox-count="0"]');
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        return left.count();
      },
      { timeout: 60_000, interval: 300 },
    )
    .toBe(1);
}

async function checkArrived(made: readonly Made[], arrived: readonly Place[], where: string): Promise<void> {
  const titles = arrived.map(({ appelation }) => appelation);
  // What was stopped or ran for a second is kept for certain; what was killed in its first second may be.
  const certain = made.filter(({ isStopped, seconds }) => isStopped || seconds > LOST_S);
  expect(arrived.length, `${where}: ${titles}`).toBeGreaterThanOrEqual(certain.length);
  expect(arrived.length, `${where}: ${titles}`).toBeLessThanOrEqual(made.length);
  expect(new Set(titles).size, `${where}: ${titles}`).toBe(titles.length);
  for (const { title, seconds } of made) {
    if (title === null) continue;
    const place = arrived.find(({ appelation }) => appelation === title);
    expect(place, `${where}: ${title} of ${titles}`).toBeDefined();
    expect(place?.media?.data.length ?? 0, where).toBeGreaterThanOrEqual(seconds);
  }
  const least = Math.min(...certain.map(({ seconds }) => seconds));
  for (const place of arrived) {
    const link = place.media?.data.link;
    if (link === undefined) throw new Error(`${where}: ${place.appelation} has no audio`);
    const wav = new Uint8Array(await (await fetch(server.origin + link)).arrayBuffer());
    const { isWhole, durationS, sampleRateHz } = parseWavHeader(wav, wav.length);
    expect({ isWhole, sampleRateHz }, where).toEqual({ isWhole: true, sampleRateHz: 44_100 });
    if (certain.length === made.length) expect(durationS, where).toBeGreaterThanOrEqual(least - LOST_S);
    // Every tenth of a second sounds: no hole, no zeroes at the end.
    const samples = channelOf(wav, 0);
    for (let at = 4410; at + 4410 <= samples.length && at < 15 * 44_100; at += 4410) {
      const loudest = samples.subarray(at, at + 4410).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      expect(loudest, `${where}: ${place.appelation} at ${at / 44_100} s`).toBeGreaterThan(0);
    }
  }
}

async function openMap(): Promise<Page> {
  const page = await phone.newPage();
  await page.goto('/home');
  await mapReady(page);
  return page;
}

async function crash(page: Page): Promise<void> {
  const devtools = await phone.newCDPSession(page);
  await Promise.race([devtools.send('Page.crash').catch(() => {}), page.waitForEvent('crash')]);
}

/** Seconds that the timer shows; 0 where it is gone. */
async function shownSeconds(page: Page): Promise<number> {
  const text = await page
    .getByRole('timer')
    .textContent({ timeout: 500 })
    .catch(() => null);
  const [minutes = 0, seconds = 0] = (text ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
}

async function listPlaces(): Promise<Place[]> {
  return (await call(server.origin, 'listPlaces', { body: { mapIds: [mapId] } }, ana.token)).places;
}

function pick<T>(from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error('Expected something to pick from');
  return picked;
}

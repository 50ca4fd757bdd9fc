import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { noiseBetweenSilences, soundAsWav } from '../microphone/sound.ts';
import { type FaultProxy, startFaultProxy } from '../network/fault-proxy.ts';
import { openPhoneOnDiskWithoutMap } from '../phone/browser.ts';
import { droppingTo, loggedInStorage } from '../phone/use-phones.ts';
import { call } from '../server/api.ts';
import { makeParcours, type Person, signUp } from '../server/people.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { checkArrived, type Made } from './outbox-arrived.ts';
import { crash, isEmptied, isOutboxReady, KILL_MOMENTS, type KillMoment, makeDrop, takeUp } from './outbox-steps.ts';

/** A round on a busy machine. */
const ROUND_MS = 90_000;
const QUAY: [number, number] = [2.3411, 48.8571];

/** When the page is killed in each round: the same for the same seed. */
export function drawMoments(seed: number, rounds: number): KillMoment[] {
  const random = createRandom(seed);
  return Array.from({ length: rounds }, () => {
    const moment = KILL_MOMENTS[Math.floor(random() * KILL_MOMENTS.length)];
    if (moment === undefined) throw new Error('Expected a moment');
    return moment;
  });
}

/** The rounds to be made. */
export interface OutboxRounds {
  /** Decides all else that is left to chance. */
  readonly seed: number;
  /** When the page is killed in each round. */
  readonly moments: readonly KillMoment[];
}

/** Tests that drops are neither lost nor doubled, in rounds of recording offline, killing the page and sending. */
export function testOutboxRounds({ seed, moments }: OutboxRounds): void {
  const random = createRandom(seed);
  let folder: string;
  let server: TestServer;
  let proxy: FaultProxy;
  let ana: Person;
  let parcoursId: ParcoursId;
  let phone: BrowserContext;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-faults-'));
    // Without silence at its ends: whatever is recorded sounds.
    await writeFile(join(folder, 'heard.wav'), soundAsWav(noiseBetweenSilences(0, 20)));
    server = await startServer();
    // With numbers of its own: how many it takes depends on how often the page tries.
    proxy = await startFaultProxy(server.origin, createRandom(seed + 1));
    ana = await signUp(server.origin, 'Ana');
    parcoursId = await makeParcours(server.origin, ana);
    const storageState = loggedInStorage(proxy.origin, ana, droppingTo(parcoursId));
    // The app's service worker opens it without a network.
    const options = { storageState, viewport: { width: 320, height: 568 }, serviceWorkers: 'allow' as const };
    phone = await openPhoneOnDiskWithoutMap(
      join(folder, 'profile'),
      join(folder, 'heard.wav'),
      proxy.origin,
      QUAY,
      options,
    );
  });
  afterAll(async () => {
    await phone?.close();
    await proxy?.stop();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test(
    `${moments.length} rounds of recording offline, killing the page and sending to a failing server lose and double nothing`,
    async () => {
      console.log(`seed ${seed}, ${moments.length} rounds`);
      let [drops, rescued, again] = [0, 0, 0];
      let page = await openApp();
      await page.evaluate(() => navigator.serviceWorker.ready);
      const known = new Set((await listPlaces()).map(({ id }) => id));

      for (const [index, moment] of moments.entries()) {
        const round = index + 1;
        const made: Made[] = [];
        proxy.share = 0.5;
        await phone.setOffline(true);
        const count = 1 + Math.floor(random() * 2);
        for (let nth = 1; nth <= count; nth++) {
          const drop: Made = { title: null, seconds: 0, isStopped: false };
          made.push(drop);
          const isLast = nth === count;
          await makeDrop(page, drop, `r${round}-${nth}`, isLast ? moment : 'never', random);
        }

        // What the page left is taken up by another: without a network first, as often as not.
        if (moment !== 'never') {
          await page.close();
          if (moment !== 'sending' && random() < 0.5) {
            page = await openApp();
            rescued += await takeUp(page, `r${round}-rescued`);
          }
        }
        await phone.setOffline(false);
        if (page.isClosed()) page = await openApp();
        if (random() < 0.3) {
          await page.waitForTimeout(random() * 1500);
          await crash(page);
          await page.close();
          page = await openApp();
          again += 1;
        }
        await page.waitForTimeout(random() * 1000);
        proxy.share = 0;
        rescued += await takeUp(page, `r${round}-rescued`);
        await isEmptied(page);

        const arrived = (await listPlaces()).filter(({ id }) => !known.has(id));
        for (const { id } of arrived) known.add(id);
        await checkArrived(server.origin, made, arrived, `round ${round}, killed while ${moment} (seed ${seed})`);
        drops += arrived.length;
        if (round % 10 === 0) console.log(`round ${round}: ${drops} drops so far`);
      }

      console.log(
        `${drops} drops in ${moments.length} rounds, none lost, none doubled; kills ${JSON.stringify(countEach(moments))} ` +
          `and ${again} while sending again; ${rescued} recordings taken up; faults ${JSON.stringify(proxy.given)}`,
      );
      expect(drops).toBeGreaterThan(0);
    },
    moments.length * ROUND_MS,
  );

  async function openApp(): Promise<Page> {
    const page = await phone.newPage();
    await page.goto('/home');
    await isOutboxReady(page);
    return page;
  }

  /** Drafts too: one that was left behind is a double. */
  async function listPlaces(): Promise<Place[]> {
    return (
      await call(server.origin, 'listDrops', { params: { userId: ana.user.id }, query: {} }, ana.token)
    ).drops.reverse();
  }
}

function countEach(moments: readonly KillMoment[]): Record<string, number> {
  return Object.fromEntries(KILL_MOMENTS.map((each) => [each, moments.filter((moment) => moment === each).length]));
}

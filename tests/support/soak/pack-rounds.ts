import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { Pack } from '../../../contracts/pack.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../audio/wav-bytes.ts';
import { waveformsTaken } from '../database/kept-data.ts';
import { type FaultProxy, faultsOfPacks, startFaultProxy } from '../network/fault-proxy.ts';
import {
  beginDownload,
  checkPackOn,
  flipByteOf,
  keptVersion,
  limitRoom,
  listKept,
  openPackPage,
  viewPackOn,
} from '../packs/pack-page.ts';
import { type AppSources, serveAppSources } from '../phone/app-sources.ts';
import { openProfile } from '../phone/browser.ts';
import { call } from '../server/api.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../server/people.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { crash } from './outbox-steps.ts';

/** Ends a round that hangs; on a busy machine one has taken a minute. */
const ROUND_MS = 120_000;
const PLACES = 10;
/** Longest clip, in samples: some 130 KB. */
const SAMPLES_MAX = 64_000;

/** What befalls a pack in a round, besides a server that fails at random. */
export const PACK_MISHAPS = ['none', 'killed', 'flipped', 'full'] as const;
/** One of {@link PACK_MISHAPS}. */
export type PackMishap = (typeof PACK_MISHAPS)[number];

/** What happens to the pack in each round: the same for the same seed. */
export function drawMishaps(seed: number, rounds: number): PackMishap[] {
  const random = createRandom(seed);
  return Array.from({ length: rounds }, () => PACK_MISHAPS[Math.floor(random() * PACK_MISHAPS.length)] ?? 'none');
}

/** The rounds to be made. */
export interface PackRounds {
  /** Decides all else that is left to chance. */
  readonly seed: number;
  readonly mishaps: readonly PackMishap[];
}

/** Tests that a pack ends whole or is not offered, in rounds of changing a parcours and downloading it on a bad day. */
export function testPackRounds({ seed, mishaps }: PackRounds): void {
  const random = createRandom(seed);
  let folder: string;
  let server: TestServer;
  let proxy: FaultProxy;
  let sources: AppSources;
  let browser: BrowserContext;
  let ana: Person;
  let parcoursId: ParcoursId;
  /** SHA-256 of the files of all manifests, by the path of their links. */
  const hashes = new Map<string, string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-packs-'));
    server = await startServer();
    sources = await serveAppSources(server.origin);
    // With numbers of its own: how many it takes depends on how often the page tries.
    proxy = await startFaultProxy(sources.origin, createRandom(seed + 1), faultsOfPacks);
    browser = await openProfile(join(folder, 'profile'));
    ana = await signUp(server.origin, 'Ana');
    parcoursId = await makeParcours(server.origin, ana);
    for (let count = 0; count < PLACES; count++) await addPlace();
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await sources?.stop();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test(
    `${mishaps.length} rounds of downloading on a bad day end with a whole pack, and fetch nothing again that was whole`,
    async () => {
      console.log(`seed ${seed}, ${mishaps.length} rounds`);
      let [files, flipped, filled, cutOff] = [0, 0, 0, 0];
      for (const [index, mishap] of mishaps.entries()) {
        const about = `round ${index + 1}, ${mishap} (seed ${seed})`;
        await changeParcours();
        proxy.share = 0.3;
        await inPage(about, async (page, here) => {
          if (mishap === 'full') await limitRoom(page, random() * 200_000);
          await beginDownload(page, parcoursId);
          if (mishap === 'killed') {
            await page.waitForTimeout(random() * 600);
            await crash(page);
            return;
          }
          if (mishap === 'full') filled += await seeFull(page, about);
          proxy.share = 0;
          files += await endWhole(page, about);
          if (mishap !== 'flipped') return;
          await findFlipped(page, here, about);
          flipped += 1;
        });
        if (mishap === 'killed') {
          proxy.share = 0;
          await inPage(about, async (page) => {
            if ((await keptVersion(page, parcoursId)) !== (await readPack()).version) cutOff += 1;
            files += await endWhole(page, about);
          });
        }
        if ((index + 1) % 10 === 0) console.log(`round ${index + 1}: ${files} files of packs so far`);
      }
      console.log(
        `${mishaps.length} rounds, each ended with a whole pack: ${files} files; ${flipped} flipped bytes found; ` +
          `${filled} full devices; ${cutOff} downloads cut off by a kill; faults ${JSON.stringify(proxy.given)}`,
      );
    },
    mishaps.length * ROUND_MS,
  );

  /** Opens a page, where what is offered must be whole, and sees that nothing is asked for that was here before. */
  async function inPage(about: string, work: (page: Page, here: Set<string>) => Promise<void>): Promise<void> {
    const before = proxy.asked.length;
    const page = await openPackPage(browser, proxy.origin, ana);
    try {
      const here = new Set(await listKept(page));
      await work(page, here);
      await readPack();
      const again = askedSince(before).filter((sha256) => here.has(sha256));
      expect(again, `fetched again, ${about}`).toEqual([]);
    } finally {
      await page.close();
    }
  }

  /** Downloads without faults until the pack is whole, and compares it with the server's. */
  async function endWhole(page: Page, about: string): Promise<number> {
    const offered = await checkPackOn(page, parcoursId);
    expect(offered?.isWhole ?? true, `offered, ${about}`).toBe(true);
    await beginDownload(page, parcoursId);
    const pack = await readPack();
    await expect
      .poll(
        async () => (await viewPackOn(page, parcoursId))?.phase === 'none' && (await keptVersion(page, parcoursId)),
        {
          timeout: ROUND_MS,
        },
      )
      .toBe(pack.version);
    expect((await checkPackOn(page, parcoursId))?.isWhole, `whole, ${about}`).toBe(true);
    const kept = await listKept(page);
    expect(kept.sort(), about).toEqual(pack.files.map(({ sha256 }) => sha256).sort());
    return kept.length;
  }

  /** Flips a byte, which a check finds and a download mends by that file alone. */
  async function findFlipped(page: Page, here: Set<string>, about: string): Promise<void> {
    const kept = await listKept(page);
    const sha256 = kept[Math.floor(random() * kept.length)] ?? '';
    await flipByteOf(page, sha256, random());
    expect((await checkPackOn(page, parcoursId))?.isWhole, `flipped, ${about}`).toBe(false);
    expect((await viewPackOn(page, parcoursId))?.isDamaged, `flipped, ${about}`).toBe(true);
    expect(await listKept(page)).not.toContain(sha256);
    here.delete(sha256);
    const before = proxy.asked.length;
    await beginDownload(page, parcoursId);
    await expect.poll(async () => (await viewPackOn(page, parcoursId))?.isDamaged, { timeout: ROUND_MS }).toBe(false);
    expect(askedSince(before), about).toEqual([sha256]);
  }

  /** Waits until a download has met a full device, or fitted; then gives the room back. Returns how often it was full: 0 or 1. */
  async function seeFull(page: Page, about: string): Promise<number> {
    const ends = ['none', 'failed'];
    await expect
      .poll(async () => ends.includes((await viewPackOn(page, parcoursId))?.phase ?? ''), { timeout: ROUND_MS })
      .toBe(true);
    const isFull = (await viewPackOn(page, parcoursId))?.failure === 'full';
    await limitRoom(page, null);
    // What was offered before is whole still.
    expect((await checkPackOn(page, parcoursId))?.isWhole ?? true, about).toBe(true);
    return isFull ? 1 : 0;
  }

  /** Adds a place or two and removes as many. */
  async function changeParcours(): Promise<void> {
    const { places } = await readPack();
    const count = 1 + Math.floor(random() * 2);
    for (const { id } of places.slice(0, count)) {
      await call(server.origin, 'deletePlace', { params: { placeId: id } }, ana.token);
    }
    for (let nth = 0; nth < count; nth++) await addPlace();
  }

  async function addPlace(): Promise<void> {
    const placeId = await makePlace(server.origin, ana, parcoursId);
    const length = Math.floor((0.2 + 0.8 * random()) * SAMPLES_MAX);
    const samples = Int16Array.from({ length }, () => (random() - 0.5) * 20_000);
    await upload(server.origin, ana, placeId, new Blob([wavOf(samples)]), { length: length / 44_100 });
    await waveformsTaken(server.dataDir);
  }

  async function readPack(): Promise<Pack> {
    const pack = await call(server.origin, 'readPack', { params: { mapId: parcoursId } }, ana.token);
    for (const { link, sha256 } of pack.files) hashes.set(pathOf(link), sha256);
    return pack;
  }

  /** SHA-256 of the files that were asked for. */
  function askedSince(before: number): string[] {
    return proxy.asked.slice(before).flatMap((link) => hashes.get(pathOf(link)) ?? []);
  }
}

function pathOf(link: string): string {
  return link.split('?')[0] ?? link;
}

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, Page, Request } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PART_BYTES } from '../../../app/platform/net/audio-upload.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { layWire, type Wire } from '../network/wire.ts';
import { type AppSources, serveAppSources } from '../phone/app-sources.ts';
import { closePhones, sharedBrowser } from '../phone/browser.ts';
import {
  giveUp,
  type LongRecording,
  longRecording,
  openUploadPage,
  resumeUrlOf,
  type Sending,
  send,
  stopSending,
} from '../phone/upload-page.ts';
import { call } from '../server/api.ts';
import { makeParcours, makePlace, type Person, signUp } from '../server/people.ts';
import { type ServerProcess, startServerProcess } from '../server/server-process.ts';
import { offsetOf, tus } from '../server/tus.ts';

/** What may be sent twice: what was on its way when the line was cut, in the buffers of three sockets and two proxies. */
const LOST_MAX_BYTES = 4_000_000;
/** Headers of all requests. */
const HEADERS_MAX_BYTES = 40_000;
/** After so much the server knows of an upload. */
const BEGUN_BYTES = 1_000_000;
/** A page’s clock jumps to a later moment to stop there; more than any machine takes to say so. */
const PAUSED_IN_MS = 60_000;

/** How much is sent. */
export interface Amounts {
  /** What is cut on its way. */
  readonly cutMb: number;
  /** After more than a part, so that an upload that begins anew is seen. */
  readonly cutAfterBytes: number;
  /** What is not cut: more than a part all the same, since less travels whole. */
  readonly uncutMb: number;
  /** Whether the way alone is tested on which the server and the page end. */
  readonly isShort?: boolean;
}

/** Tests the sending of long recordings over a bad line, to a server that is killed or forgets. */
export function testResumedUploads({ cutMb, cutAfterBytes, uncutMb, isShort = false }: Amounts): void {
  describe('the sending of a long recording', () => {
    const long = longRecording(cutMb);
    const recording = longRecording(uncutMb);
    let dataDir: string;
    let port: string;
    let server: ServerProcess;
    let wire: Wire;
    let sources: AppSources;
    let browser: Browser;
    let page: Page;
    let owner: Person;
    let parcoursId: ParcoursId;
    let placeId: PlaceId;

    const start = async (): Promise<void> => {
      const env = { DATA_DIR: dataDir, PORT: port };
      server = await startServerProcess(env);
    };
    const resumable = (): Promise<string[]> => readdir(join(dataDir, 'drop-ici.resumable'));

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-resumed-'));
      port = await freePort();
      await start();
      wire = await layWire(`http://localhost:${port}`);
      sources = await serveAppSources(wire.origin);
      browser = await sharedBrowser();
      owner = await signUp(server.origin, 'Owner');
      parcoursId = await makeParcours(server.origin, owner);
      page = await openUploadPage(browser, sources.origin, owner.token);
    });
    beforeEach(async () => {
      placeId = await makePlace(server.origin, owner, parcoursId);
    });
    afterEach(async () => {
      await page.unrouteAll();
    });
    afterAll(async () => {
      await closePhones();
      await sources?.stop();
      await wire?.stop();
      server?.child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    });

    it('goes on by itself when its killed server is back, then in a new page, with the rest alone', async () => {
      const sending: Sending = { recording: long, placeId, key: 'interrupted', resumeUrl: null };
      const before = wire.upBytes;
      const first = send(page, sending).catch(() => undefined);
      await wire.cutAfter(cutAfterBytes);
      server.child.kill('SIGKILL');
      // However long the server takes to start, its page waits.
      await page.clock.pauseAt(Date.now() + PAUSED_IN_MS);
      await server.ended;
      await start();
      const resumeUrl = await resumeUrlOf(page);
      const storedBytes = await offsetOf(server.origin, owner, basename(resumeUrl ?? ''));
      // What had come to its machine and not to its disk went with it.
      expect(wire.upBytes - before - storedBytes).toBeLessThan(PART_BYTES + HEADERS_MAX_BYTES);

      const [restarted, restBytes] = [wire.upBytes, long.bytes - storedBytes];
      const cutAgain = wire.cutAfter(BEGUN_BYTES);
      wire.mend();
      await page.clock.resume();
      await cutAgain;
      await page.context().close();
      await first;
      wire.mend();
      page = await openUploadPage(browser, sources.origin, owner.token);
      expect((await send(page, { ...sending, resumeUrl })).outcome).toMatch(/^ok /);
      console.log(`${restBytes} bytes, in two pages: ${wire.upBytes - restarted} bytes went to the server`);
      expect(wire.upBytes - restarted - restBytes).toBeLessThan(LOST_MAX_BYTES + HEADERS_MAX_BYTES);
      await expectHeard(long);
      expect(await resumable()).toEqual([]);

      const repeat = wire.upBytes;
      expect((await send(page, { ...sending, resumeUrl })).outcome).toMatch(/^ok /);
      expect(wire.upBytes - repeat).toBeLessThan(HEADERS_MAX_BYTES);
    });

    if (isShort) return;

    it('goes on by itself where it was when the line was cut and came back', async () => {
      const before = wire.upBytes;
      const sent = send(page, { recording: long, placeId, key: 'cut', resumeUrl: null });
      await wire.cutAfter(cutAfterBytes);
      wire.mend();
      const { outcome, shares } = await sent;
      expect(outcome).toMatch(/^ok /);
      const upBytes = wire.upBytes - before;
      console.log(`${long.bytes} bytes, cut after ${cutAfterBytes}: ${upBytes} bytes went to the server`);
      expect(upBytes).toBeGreaterThan(long.bytes);
      expect(upBytes - long.bytes).toBeLessThan(LOST_MAX_BYTES + HEADERS_MAX_BYTES);
      expect(shares.at(-1)).toBe(1);
      await expectHeard(long);
      expect(await resumable()).toEqual([]);
    });

    describe('that finds what it sent forgotten by the server', () => {
      /** Runs `work` before the first request that is meant gets to the server. */
      async function atFirst(
        pattern: string,
        isMeant: (request: Request) => boolean,
        work: () => Promise<unknown>,
        change: { readonly postData?: string } = {},
      ): Promise<void> {
        let isDone = false;
        await page.route(pattern, async (route) => {
          if (isDone || !isMeant(route.request())) return route.continue();
          isDone = true;
          await work();
          await route.fulfill({ response: await route.fetch(change) });
        });
      }

      const forget = async (): Promise<void> => {
        const [id = ''] = await resumable();
        const answer = await tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token });
        expect(answer.status).toBe(204);
      };

      it('begins anew: at once where it was before, with the next attempt where it was at a later part', async () => {
        const isLater = (request: Request): boolean => Number(request.headers()['upload-offset'] ?? 0) > 0;
        // Without its body: an answer that comes while it leaves may be lost, and asking for it again tells of the same.
        await atFirst('**/v1/drop/resumable/*', isLater, forget, { postData: '' });
        const gone = '/v1/drop/resumable/00000000-0000-4000-8000-000000000000';
        const sending: Sending = { recording, placeId, key: 'forgotten', resumeUrl: gone };
        const { outcome, urls } = await send(page, sending);
        expect(urls[0]).toMatch(/^\/v1\/drop\/resumable\/./);
        expect(urls[0]).not.toBe(gone);
        expect([outcome, urls.at(-1)]).toEqual(['NetworkError', null]);
        expect((await send(page, { ...sending, resumeUrl: null })).outcome).toMatch(/^ok /);
        await expectHeard(recording);
        expect(await resumable()).toEqual([]);
      });

      it('and its place deleted when it ends learns from the next attempt that it is the place', async () => {
        await atFirst(
          '**/v1/drop/finish-upload',
          () => true,
          async () => {
            await forget();
            await call(server.origin, 'deletePlace', { params: { placeId } }, owner.token);
          },
        );
        const sending: Sending = { recording, placeId, key: 'deleted', resumeUrl: null };
        const { outcome, urls } = await send(page, sending);
        expect([outcome, urls.at(-1)]).toEqual(['NetworkError', null]);
        const sentBefore = wire.upBytes;
        expect((await send(page, sending)).outcome).toBe('ApiError 404 not_found');
        expect(wire.upBytes - sentBefore).toBeLessThan(HEADERS_MAX_BYTES);
      });
    });

    it('ends when it is aborted; giving up leaves nothing at the server, and no token goes to another origin', async () => {
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        const { origin } = new URL(request.url());
        if (origin !== sources.origin) elsewhere.push(origin);
      });
      const resumeUrl = 'https://evil.example.org/v1/drop/resumable/x';
      const sent = send(page, { recording: long, placeId, key: 'aborted', resumeUrl });
      await wire.cutAfter(BEGUN_BYTES);
      // Before the line is back: it would go on by itself, and the rest is soon there.
      await stopSending(page);
      wire.mend();
      expect((await sent).outcome).toBe('the person said no');
      expect(await resumable()).toHaveLength(1);
      expect(elsewhere).toEqual([]);
      await giveUp(page, 'aborted');
      await expect.poll(resumable).toEqual([]);
    });

    it('is refused as the other calls are', async () => {
      const nowhere: Sending = { recording, placeId: 999_999 as PlaceId, key: 'nowhere', resumeUrl: null };
      expect((await send(page, nowhere)).outcome).toBe('ApiError 404 not_found');
      expect(await resumable()).toEqual([]);
    });

    async function expectHeard({ hash }: LongRecording): Promise<void> {
      const detail = await call(server.origin, 'readPlace', { params: { placeId } }, owner.token);
      const heard = await fetch(server.origin + (detail.media_data?.link ?? ''));
      const bytes = Buffer.from(await heard.arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
    }
  });
}

async function freePort(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}

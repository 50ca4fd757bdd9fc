import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PART_BYTES } from '../../app/platform/audio-upload.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { type AppSources, serveAppSources } from '../support/app-sources.ts';
import { openBrowser } from '../support/browser.ts';
import { makeParcours, makePlace, type Person, signUp } from '../support/people.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { tus } from '../support/tus.ts';
import { fmtChunk, wavFile } from '../support/wav-bytes.ts';
import { layWire, type Wire } from '../support/wire.ts';

/** What may be sent twice: what was on its way when the line was cut, in the buffers of three sockets and two proxies. */
const LOST_MAX_BYTES = 4_000_000;
/** Headers of all requests. */
const HEADERS_MAX_BYTES = 40_000;

/** Stereo noise of so many pieces, each like the others: the page makes the same. */
const PIECES = 48;
const PIECE_BYTES = 1_000_000;
const header = wavFile([
  fmtChunk({ channels: 2 }),
  { id: 'data', body: new Uint8Array(0), size: PIECES * PIECE_BYTES },
]);
header.set(new Uint8Array(new Uint32Array([header.length - 8 + PIECES * PIECE_BYTES]).buffer), 4);
const WAV_BYTES = header.length + PIECES * PIECE_BYTES;

const piece = Uint8Array.from({ length: PIECE_BYTES }, (_, at) => (at * 31) >> 3);
const expectedHash = createHash('sha256')
  .update(Buffer.concat([header, ...Array.from({ length: PIECES }, () => piece)]))
  .digest('hex');

describe('the sending of a long recording', () => {
  let dataDir: string;
  let port: string;
  let server: ServerProcess;
  let wire: Wire;
  let sources: AppSources;
  let browser: Browser;
  let page: Page;
  let owner: Person;
  let mapId: ParcoursId;
  let placeId: PlaceId;

  const start = async (): Promise<void> => {
    server = await startServerProcess({ DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'silent' });
  };
  const resumable = (): Promise<string[]> => readdir(join(dataDir, 'drop-ici.resumable'));

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-resumed-'));
    port = await freePort();
    await start();
    wire = await layWire(`http://localhost:${port}`);
    sources = await serveAppSources(wire.origin);
    browser = await openBrowser();
    owner = await signUp(server.origin, 'Owner');
    mapId = await makeParcours(server.origin, owner);
  });
  beforeEach(async () => {
    placeId = await makePlace(server.origin, owner, mapId);
    page = await openPage(browser, sources.origin, owner.token);
  });
  afterAll(async () => {
    await browser?.close();
    await sources?.stop();
    await wire?.stop();
    server?.child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('goes on by itself where it was when the line was cut and came back', async () => {
    const before = wire.upBytes;
    const sent = send(page, { placeId, key: 'cut', resumeUrl: null });
    await wire.cutAfter(0.4 * WAV_BYTES);
    wire.mend();
    const { outcome, shares } = await sent;
    expect(outcome).toMatch(/^ok /);
    const upBytes = wire.upBytes - before;
    console.log(`${WAV_BYTES} bytes, cut at 40 %: ${upBytes} bytes went to the server`);
    expect(upBytes).toBeGreaterThan(WAV_BYTES);
    expect(upBytes - WAV_BYTES).toBeLessThan(LOST_MAX_BYTES + HEADERS_MAX_BYTES);
    expect(shares.at(-1)).toBe(1);
    await expectHeard(placeId);
    expect(await resumable()).toEqual([]);
  });

  it('goes on after the server was killed and started again', async () => {
    const before = wire.upBytes;
    const sent = send(page, { placeId, key: 'killed', resumeUrl: null });
    await wire.cutAfter(0.4 * WAV_BYTES);
    server.child.kill('SIGKILL');
    await server.ended;
    await start();
    wire.mend();
    expect((await sent).outcome).toMatch(/^ok /);
    // What had come to its machine and not to its disk went with it.
    expect(wire.upBytes - before - WAV_BYTES).toBeLessThan(PART_BYTES + HEADERS_MAX_BYTES);
    await expectHeard(placeId);
    expect(await resumable()).toEqual([]);
  });

  it('goes on in a new page that kept the address, with the rest alone', async () => {
    const before = wire.upBytes;
    const first = send(page, { placeId, key: 'reloaded', resumeUrl: null }).catch(() => undefined);
    await wire.cutAfter(0.4 * WAV_BYTES);
    const urls = await page.evaluate(() => (window as unknown as { prepared: Prepared }).prepared.urls);
    await page.close();
    await first;
    wire.mend();
    const other = await openPage(browser, sources.origin, owner.token);
    const again = await send(other, { placeId, key: 'reloaded', resumeUrl: urls.at(-1) ?? null });
    expect(again.outcome).toMatch(/^ok /);
    const upBytes = wire.upBytes - before;
    console.log(`${WAV_BYTES} bytes, in two pages: ${upBytes} bytes went to the server`);
    expect(upBytes - WAV_BYTES).toBeLessThan(LOST_MAX_BYTES + HEADERS_MAX_BYTES);
    await expectHeard(placeId);

    const repeat = wire.upBytes;
    expect((await send(other, { placeId, key: 'reloaded', resumeUrl: urls.at(-1) ?? null })).outcome).toMatch(/^ok /);
    expect(wire.upBytes - repeat).toBeLessThan(HEADERS_MAX_BYTES);
  });

  it('begins anew where the server has forgotten what it had', async () => {
    const gone = `/v1/drop/resumable/00000000-0000-4000-8000-000000000000`;
    const { outcome, urls } = await send(page, { placeId, key: 'gone', resumeUrl: gone });
    expect(outcome).toMatch(/^ok /);
    expect(urls[0]).not.toBe(gone);
    await expectHeard(placeId);
  });

  describe.each([
    // Without its body: an answer that comes while it leaves may be lost, and asking for it again tells of the same.
    ['part', '**/v1/drop/resumable/*', (request: Request) => Number(request.headers()['upload-offset'] ?? 0) > 0, ''],
    ['finish', '**/v1/drop/finish-upload', () => true, undefined],
  ])('that finds at its %s', (name, pattern, isMeant, postData) => {
    /** Runs `work` before the first request that is meant gets to the server. */
    async function atFirst(work: () => Promise<unknown>): Promise<void> {
      let isDone = false;
      await page.route(pattern, async (route) => {
        if (isDone || !isMeant(route.request())) return route.continue();
        isDone = true;
        await work();
        await route.fulfill({ response: await route.fetch(postData === undefined ? {} : { postData }) });
      });
    }

    const forget = async (): Promise<void> => {
      const [id = ''] = await resumable();
      const answer = await tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token });
      expect(answer.status).toBe(204);
    };

    it('its upload forgotten says that this passes, and the next attempt begins anew', async () => {
      await atFirst(forget);
      const sending = { placeId, key: `forgotten-${name}`, resumeUrl: null };
      const first = await send(page, sending);
      expect([first.outcome, first.urls.at(-1)]).toEqual(['NetworkError', null]);
      expect((await send(page, sending)).outcome).toMatch(/^ok /);
      await expectHeard(placeId);
      expect(await resumable()).toEqual([]);
    });

    it('its upload forgotten and its place deleted learns from the next attempt that it is the place', async () => {
      await atFirst(async () => {
        await forget();
        await call(server.origin, 'deletePlace', { params: { placeId } }, owner.token);
      });
      const sending = { placeId, key: `deleted-${name}`, resumeUrl: null };
      expect((await send(page, sending)).outcome).toBe('NetworkError');
      const sentBefore = wire.upBytes;
      expect((await send(page, sending)).outcome).toBe('ApiError 404 not_found');
      expect(wire.upBytes - sentBefore).toBeLessThan(HEADERS_MAX_BYTES);
    });
  });

  it('ends when it is aborted; giving up leaves nothing at the server, and no token goes to another origin', async () => {
    const sent = send(page, { placeId, key: 'aborted', resumeUrl: 'https://evil.example.org/v1/drop/resumable/x' });
    await wire.cutAfter(2 * PART_BYTES);
    wire.mend();
    await page.evaluate(() => (window as unknown as { prepared: Prepared }).prepared.stop());
    expect((await sent).outcome).toBe('the person said no');
    expect(await resumable()).toHaveLength(2);
    await page.evaluate(() =>
      (window as unknown as Loaded).app.abandonUploads('aborted', new AbortController().signal),
    );
    await expect.poll(resumable).toEqual([]);
  });

  it('is refused as the other calls are', async () => {
    const refused = await send(page, { placeId: 999_999 as PlaceId, key: 'nowhere', resumeUrl: null });
    expect(refused.outcome).toBe('ApiError 404 not_found');
    expect(await resumable()).toEqual([]);
  });

  async function expectHeard(place: PlaceId): Promise<void> {
    const detail = await call(server.origin, 'readPlace', { params: { placeId: place } }, owner.token);
    const heard = await fetch(server.origin + (detail.media_data?.link ?? ''));
    const hash = createHash('sha256')
      .update(Buffer.from(await heard.arrayBuffer()))
      .digest('hex');
    expect(hash).toBe(expectedHash);
  }
});

/** What `page.evaluate` leaves in the page for the next one. */
interface Prepared {
  readonly wav: Blob;
  urls: (string | null)[];
  stop(): void;
}

/** The modules of the app that the page has. */
interface Loaded {
  readonly app: typeof import('../../app/platform/api.ts') & typeof import('../../app/platform/audio-upload.ts');
}

const BLANK = `<!doctype html><script type="module">
  import * as api from '/platform/api.ts';
  import * as upload from '/platform/audio-upload.ts';
  window.app = { ...api, ...upload };
</script>`;

async function openPage(browser: Browser, origin: string, token: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin });
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: BLANK }));
  await page.goto('/blank');
  await page.waitForFunction(() => 'app' in window);
  await page.evaluate(
    ({ token, head, pieces, pieceBytes }) => {
      const piece = Uint8Array.from({ length: pieceBytes }, (_, at) => (at * 31) >> 3);
      const wav = new Blob([new Uint8Array(head), ...Array.from({ length: pieces }, () => piece)]);
      Object.assign(window, { prepared: { wav, urls: [], stop: () => undefined } });
      (window as unknown as Loaded).app.connectApi({ baseUrl: '', readToken: () => token, onRefused: () => undefined });
    },
    { token, head: [...header], pieces: PIECES, pieceBytes: PIECE_BYTES },
  );
  return page;
}

interface Sending {
  readonly placeId: PlaceId;
  readonly key: string;
  readonly resumeUrl: string | null;
}

/** Sends the page's recording, and tells what came of it. */
function send(page: Page, sending: Sending): Promise<{ outcome: string; urls: (string | null)[]; shares: number[] }> {
  return page.evaluate(async (sending) => {
    const { app, prepared } = window as unknown as Loaded & { prepared: Prepared };
    const controller = new AbortController();
    prepared.stop = () => controller.abort(new Error('the person said no'));
    prepared.urls = [];
    const shares: number[] = [];
    const outcome = await app
      .sendAudio(
        { ...sending, sessionId: null, wav: prepared.wav, lengthS: 272 },
        {
          signal: controller.signal,
          onProgress: (share: number) => shares.push(share),
          onBegin: async () => undefined,
          onResumeUrl: (url: string | null) => prepared.urls.push(url),
        },
      )
      .then(
        (answer: { place_id: number }) => `ok ${answer.place_id}`,
        (error: Error & { status?: number; code?: string }) =>
          error.name === 'Error' ? error.message : [error.name, error.status, error.code].join(' ').trim(),
      );
    return { outcome, urls: prepared.urls, shares };
  }, sending);
}

async function freePort(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}

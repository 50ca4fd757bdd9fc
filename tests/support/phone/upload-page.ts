import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { fmtChunk, wavFile } from '../audio/wav-bytes.ts';

/** A long WAV that a page can make by itself: a header, and stereo noise in pieces that are like each other. */
export interface LongRecording {
  readonly header: Uint8Array;
  readonly pieces: number;
  /** Of header and noise together. */
  readonly bytes: number;
  readonly lengthS: number;
  /** SHA-256 of all its bytes. */
  readonly hash: string;
}

/** A recording for the page to send. */
export interface Sending {
  readonly recording: LongRecording;
  readonly placeId: PlaceId;
  readonly key: string;
  readonly resumeUrl: string | null;
}

/** What came of a sending. */
export interface Sent {
  /** `ok` and the place, or the error. */
  readonly outcome: string;
  /** The addresses where it could go on, as the app told them. */
  readonly urls: readonly (string | null)[];
  readonly shares: readonly number[];
}

/** What a call into the page leaves there for the next one. */
interface Prepared {
  urls: (string | null)[];
  stop(): void;
}

/** The modules of the app that the page has. */
interface Loaded {
  readonly app: typeof import('../../../app/platform/net/api.ts') &
    typeof import('../../../app/platform/net/audio-upload.ts');
  readonly prepared: Prepared;
}

const PIECE_BYTES = 1_000_000;
const STEREO_BYTES_PER_S = 44_100 * 4;

const BLANK = `<!doctype html><script type="module">
  import * as api from '/platform/net/api.ts';
  import * as upload from '/platform/net/audio-upload.ts';
  window.app = { ...api, ...upload };
</script>`;

/** A recording of `megabytes` million bytes. */
export function longRecording(megabytes: number): LongRecording {
  const noiseBytes = megabytes * PIECE_BYTES;
  const header = wavFile([fmtChunk({ channels: 2 }), { id: 'data', body: new Uint8Array(0), size: noiseBytes }]);
  new DataView(header.buffer).setUint32(4, header.length - 8 + noiseBytes, true);
  const piece = Uint8Array.from({ length: PIECE_BYTES }, (_, at) => (at * 31) >> 3);
  const hash = createHash('sha256').update(header);
  for (let count = 0; count < megabytes; count++) hash.update(piece);
  return {
    header,
    pieces: megabytes,
    bytes: header.length + noiseBytes,
    lengthS: Math.round(noiseBytes / STEREO_BYTES_PER_S),
    hash: hash.digest('hex'),
  };
}

/** Opens a page that has nothing but the app's upload, for somebody with this token. The test can stop its clock. */
export async function openUploadPage(browser: Browser, origin: string, token: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin });
  await page.clock.install();
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: BLANK }));
  await page.goto('/blank');
  await page.waitForFunction(() => 'app' in window);
  await page.evaluate((token) => {
    Object.assign(window, { prepared: { urls: [], stop: () => undefined } });
    (window as unknown as Loaded).app.connectApi({ baseUrl: '', readToken: () => token, onRefused: () => undefined });
  }, token);
  return page;
}

/** Sends a recording from the page, and tells what came of it. */
export function send(page: Page, { recording, ...sending }: Sending): Promise<Sent> {
  const { header, pieces, lengthS } = recording;
  return page.evaluate(
    async ({ sending, head, pieces, pieceBytes, lengthS }) => {
      const { app, prepared } = window as unknown as Loaded;
      const piece = Uint8Array.from({ length: pieceBytes }, (_, at) => (at * 31) >> 3);
      const wav = new Blob([new Uint8Array(head), ...Array.from({ length: pieces }, () => piece)]);
      const controller = new AbortController();
      prepared.stop = () => controller.abort(new Error('the person said no'));
      prepared.urls = [];
      const shares: number[] = [];
      const outcome = await app
        .sendAudio(
          { ...sending, sessionId: null, wav, lengthS },
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
    },
    { sending, head: [...header], pieces, pieceBytes: PIECE_BYTES, lengthS },
  );
}

/** The address that the sending under way was told last, where it can go on. */
export async function resumeUrlOf(page: Page): Promise<string | null> {
  return (await page.evaluate(() => (window as unknown as Loaded).prepared.urls.at(-1))) ?? null;
}

/** Aborts the sending under way. */
export function stopSending(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as Loaded).prepared.stop());
}

/** Gives up what was sent under this key. */
export function giveUp(page: Page, key: string): Promise<void> {
  return page.evaluate(
    (key) => (window as unknown as Loaded).app.abandonUploads(key, new AbortController().signal),
    key,
  );
}

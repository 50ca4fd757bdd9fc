import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/words/strings.ts';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { audioFixture, dropAtPosition, hasHeard, mapReady, openAuthor, readMediaPath } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];

/** A server in front of another one that notes what it is asked for: what a browser's cache answers never gets here. */
function openCounter(origin: string, asked: string[]): Promise<Server> {
  const counter = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    const { method, headers, url } = incoming;
    const onward = request(new URL(url ?? '/', origin), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return new Promise((resolve) => counter.listen(0, '127.0.0.1', () => resolve(counter)));
}

describe('the converter, 32 MB of it', () => {
  let server: TestServer;
  let counter: Server;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const engineFiles = (): string[] => asked.filter((path) => path.includes('ffmpeg-core')).sort();

  beforeAll(async () => {
    server = await startServer();
    counter = await openCounter(server.origin, asked);
    const origin = `http://localhost:${(counter.address() as AddressInfo).port}`;
    browser = await sharedBrowser();
    page = await openAuthor(browser, server, QUAY, origin);
  });
  afterAll(async () => {
    await closePhones();
    counter?.close();
    await server?.stop();
  });

  async function convert(file: string): Promise<void> {
    const sheet = page.getByRole('dialog', { name: strings.drops.title });
    const picker = sheet.getByLabel(strings.drops.chooseFile).or(sheet.getByLabel(strings.drops.otherFile));
    await picker.setInputFiles(audioFixture(file));
    await sheet.getByText(file).waitFor();
    await sheet.getByRole('img', { name: strings.drops.waveform }).waitFor();
  }

  it('is not loaded for the map, nor for the sheet where a file is chosen, nor for a file that needs no conversion', async () => {
    await page.getByRole('button', { name: strings.drops.open }).click();
    await convert('conforming-mono.wav');
    expect(asked.length).toBeGreaterThan(10);
    expect(engineFiles()).toEqual([]);
  });

  it('is not loaded by a story that is dropped, chosen and heard', async () => {
    await page.reload();
    await mapReady(page);
    await dropAtPosition(page, 'conforming-mono.wav', 'Le pont');
    await page.getByRole('button', { name: strings.listen.play }).click();
    await hasHeard(page, await readMediaPath(page, 'Le pont'));
    expect(engineFiles()).toEqual([]);
  });

  it('is fetched by the first file that needs it: one script, one engine', async () => {
    await page.reload();
    await mapReady(page);
    await page.getByRole('button', { name: strings.drops.open }).click();
    await convert('mono-48k.m4a');
    expect(engineFiles()).toEqual([
      expect.stringMatching(/^\/assets\/ffmpeg-core-.*\.js$/),
      expect.stringMatching(/^\/assets\/ffmpeg-core-.*\.wasm$/),
    ]);
  });

  it('is not asked for by a second file', async () => {
    await convert('alac.caf');
    expect(engineFiles()).toHaveLength(2);
  });

  it('is never asked for again, not even by a worker and a page that begin anew', async () => {
    await page.reload();
    await mapReady(page);
    await page.getByRole('button', { name: strings.drops.open }).click();
    await convert('mono.flac');
    expect(engineFiles()).toHaveLength(2);
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { myDropsStrings } from '../../app/words/drops/my-drops.ts';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { mapStrings } from '../../app/words/map.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import { closePhones, openPhone, sharedBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { createParcours, dropAtPosition, hasHeard, mapReady, readMediaPath, signUp } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
/** One pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A server of a map's parts, as others run them: any page may read it. */
function openOther(
  answer: (path: string) => { readonly type: string; readonly body: string | Buffer },
): Promise<Server> {
  const other = createServer((request, response) => {
    const { type, body } = answer(request.url ?? '/');
    response.writeHead(200, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(body);
  });
  return new Promise((resolve) => other.listen(0, '127.0.0.1', () => resolve(other)));
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe('the content security policy', () => {
  const complaints: string[] = [];
  const tiles: string[] = [];
  let others: Server[] = [];
  let server: TestServer;
  let browser: Browser;
  let phone: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const tileServer = await openOther((path) => {
      tiles.push(path);
      return { type: 'image/png', body: TILE };
    });
    const style = {
      version: 8,
      sources: { map: { type: 'raster', tiles: [`${originOf(tileServer)}/{z}/{x}/{y}.png`], tileSize: 256 } },
      layers: [{ id: 'map', type: 'raster', source: 'map' }],
    };
    const styleServer = await openOther(() => ({ type: 'application/json', body: JSON.stringify(style) }));
    others = [tileServer, styleServer];
    server = await startServer({
      MAP_STYLE_URL: `${originOf(styleServer)}/style.json`,
      MAP_ORIGINS: originOf(tileServer),
    });
    browser = await sharedBrowser();
    phone = await openPhone(browser, server.origin, QUAY);
    await phone.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
        console.error(`refused: ${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`);
      });
    });
    phone.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    phone.on('weberror', (error) => complaints.push(String(error.error())));
    page = await phone.newPage();
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
    for (const other of others) other.close();
  });

  it('is sent with the page, and allows no script but ours', async () => {
    const answer = await page.goto('/login');
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    // The hash is that of the one script in the page.
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[^']+';/);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('lets somebody sign up, and see a map whose parts come from two other servers', async () => {
    await page.goto('/createaccount');
    await signUp(page, { name: 'Ana', email: 'ana@example.org', password: 'un long mot de passe' });
    await createParcours(page, 'Les quais', 'Une voix au bord de la Seine.');
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
    expect(await page.getByText(mapStrings.fallback).count()).toBe(0);
  });

  it('lets a file be converted, uploaded and heard', async () => {
    await dropAtPosition(page, 'mono-48k.m4a', 'Le pont');
    const player = page.getByRole('region', { name: listenStrings.player });
    await player.getByRole('button', { name: listenStrings.play }).click();
    await hasHeard(page, await readMediaPath(page, 'Le pont'));
  });

  it('lets waveforms be drawn, and audio be played from what was loaded', async () => {
    await page.goto('/home/drops');
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Le pont' }) });
    await row.getByRole('img').locator('canvas').first().waitFor();
    await row.getByRole('button', { name: myDropsStrings.load }).click();
    await row.getByRole('button', { name: dropStrings.play }).click();
    await row.getByRole('button', { name: dropStrings.pause }).waitFor();
  });

  it('lets every other screen be drawn, in the dark too', async () => {
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    for (const path of [
      '/home/parcours',
      '/home/createparcours',
      '/home/profile',
      '/home/propos',
      '/home/terms',
      '/lost',
    ]) {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
    }
    await page.goto('/home');
    await mapReady(page);
    await page.getByRole('tab', { name: paneStrings.settings }).click();
    await page.goto('/v1/docs');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).not.toBe('none');
  });

  it('was in nobody’s way all the while', () => {
    expect(complaints).toEqual([]);
  });

  it('refuses what is not ours, and says so', async () => {
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.body.append(script);
    });
    const elsewhere = page.evaluate(() =>
      fetch('https://example.org/').then(
        () => 'asked',
        () => 'refused',
      ),
    );
    expect(await elsewhere).toBe('refused');
    expect(await page.evaluate(() => 'injected' in window)).toBe(false);
    await expect.poll(() => complaints.filter((text) => text.startsWith('refused: ')).length).toBeGreaterThan(1);
  });
});

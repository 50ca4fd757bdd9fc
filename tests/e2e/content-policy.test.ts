import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { closePhones, openPhoneWithBlankMap, sharedBrowser } from '../support/phone/browser.ts';
import { noteComplaints, refusalsOf } from '../support/phone/page-complaints.ts';
import { droppingTo, loggedInStorage } from '../support/phone/use-phones.ts';
import { makeParcours, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { mapReady } from './steps.ts';

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

const tiles: string[] = [];
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
afterAll(() => {
  for (const other of [tileServer, styleServer]) other.close();
});
const server = useServer({
  MAP_STYLE_URL: `${originOf(styleServer)}/style.json`,
  MAP_ORIGINS: originOf(tileServer),
});
afterAll(closePhones);

/** That it is in the way of no screen every phone of `usePhones` shows. */
describe('the content security policy', () => {
  it('is in the way of no map from elsewhere, and refuses what is not ours', async () => {
    const ana = await signUp(server.origin, 'Anaïs');
    const parcoursId = await makeParcours(server.origin, ana, 'Les quais');
    const storageState = loggedInStorage(server.origin, ana, droppingTo(parcoursId));
    const phone = await openPhoneWithBlankMap(await sharedBrowser(), server.origin, QUAY, { storageState });
    const page = await phone.newPage();
    const complaints = await noteComplaints(page);
    await page.goto('/v1/docs');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).not.toBe('none');

    const answer = await page.goto('/home');
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    // The hash is that of the one script in the page.
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[^']+';/);
    expect(policy).toContain("frame-ancestors 'none'");

    // A map whose parts come from two other servers.
    await mapReady(page);
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
    expect(await page.getByText(mapStrings.fallback).count()).toBe(0);
    expect(complaints).toEqual([]);

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
    await expect.poll(() => refusalsOf(complaints).length).toBeGreaterThan(1);
  });
});

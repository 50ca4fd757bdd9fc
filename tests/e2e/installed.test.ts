import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { mapStrings } from '../../app/words/map.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { offlineWords } from '../../app/words/offline.ts';
import { strings } from '../../app/words/strings.ts';
import { DEMO_PARCOURS } from '../../server/demo/parcours.ts';
import { serveApp } from '../../server/http/app-files.ts';
import { projectRoot } from '../../server/project-root.ts';
import { faultsOn } from '../support/axe.ts';
import { AS_PEOPLE_HAVE_IT, closePhones, openPhone, sharedBrowser } from '../support/browser.ts';
import { downloadPack } from '../support/packs/steps.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { audioFixture, isAt, mapReady, readSound } from './steps.ts';

const STORY = 'Place Dauphine';
const THERE: [number, number] = [2.34225, 48.85652];

let browser: Browser;
let server: TestServer;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer({ DEMO: '1' });
});
afterEach(closePhones);
afterAll(async () => {
  await closePhones();
  await server?.stop();
});

/** Serves this build in front of the API, until it is closed. */
async function openFront(appDir: string): Promise<{ readonly origin: string; readonly close: () => void }> {
  const app = express();
  app.use('/v1', (request, response) => {
    const sent = forward(server.origin + request.originalUrl, { method: request.method, headers: request.headers });
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    request.pipe(sent);
  });
  app.use(serveApp(appDir, async () => ({ html: '<title>Drop ici</title>', invited: null, isSecret: false })));
  const front = createServer(app);
  await new Promise<void>((resolve) => front.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(front.address() as AddressInfo).port}`,
    close() {
      front.close();
      front.closeAllConnections();
    },
  };
}

/** Waits until the service worker has stored the app. */
async function isStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Paths of everything in the caches of this origin. */
function listStored(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname).sort();
  });
}

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(strings.login.email).fill(email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: strings.login.submit }).click();
  await page.getByText('Île de la Cité').first().waitFor();
}

function demoAdmin(): { email: string; password: string } {
  const [admin] = server.demo?.accounts ?? [];
  if (admin === undefined) throw new Error('The server made no demo accounts');
  return admin;
}

describe('the installed app', () => {
  it('has a manifest whose pictures are all there, in the sizes it tells', async () => {
    const response = await fetch(`${server.origin}/manifest.webmanifest`);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/manifest\+json/);
    const manifest = await response.json();
    expect(manifest).toMatchObject({ name: strings.app.name, lang: 'fr', display: 'standalone', id: '/' });
    const purposes = manifest.icons.map((icon: { purpose: string }) => icon.purpose);
    expect(purposes).toContain('maskable');
    expect(manifest.shortcuts.length).toBeGreaterThan(0);
    const pictures = [
      ...manifest.icons,
      ...manifest.screenshots,
      ...manifest.shortcuts.flatMap(({ icons }: never) => icons),
    ];
    for (const { src, sizes } of pictures) {
      const picture = await fetch(server.origin + src);
      expect(picture.status, src).toBe(200);
      const { width, height } = await sharp(await picture.arrayBuffer()).metadata();
      expect(`${width}x${height}`, src).toBe(sizes);
    }
  });

  it('is found by the browser to be one that can be installed', async () => {
    const page = await (await openPhone(browser, server.origin, THERE, AS_PEOPLE_HAVE_IT)).newPage();
    await page.goto('/login');
    await isStored(page);
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A private window, which a test's context is, installs nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  });

  it('opens without a network from the second visit on, and makes no answer up', async () => {
    const front = await openFront(join(projectRoot(), 'dist/app'));
    const page = await (await openPhone(browser, front.origin, THERE, AS_PEOPLE_HAVE_IT)).newPage();
    await logIn(page, demoAdmin());
    await page.getByRole('link', { name: parcoursStrings.done }).click();
    await mapReady(page);
    await isStored(page);
    await page.reload();
    await mapReady(page);

    const stored = await listStored(page);
    expect(stored.filter((path) => path.startsWith('/v1/'))).toEqual([]);
    expect(stored.filter((path) => /ffmpeg/.test(path))).toEqual([]);
    for (const part of [/^\/index\.html$/, /^\/map\/cite\.json$/, /core-.*\.wasm$/, /maplibre.*worker.*\.js$/]) {
      expect(stored.filter((path) => part.test(path))).toHaveLength(1);
    }

    front.close();
    await page.goto('/home');
    await mapReady(page);
    await page.goto('/home/parcours');
    // What was seen last, and it says so.
    await page.getByRole('status').getByText(offlineWords.seenMaps).waitFor();
    await page.getByText('Île de la Cité').first().waitFor();
    const answer = await page.evaluate(() =>
      fetch('/v1/config').then(
        () => 'an answer',
        () => 'none',
      ),
    );
    expect(answer).toBe('none');
    await page.goto('/nowhere');
    await page.getByText(strings.shell.notFound).waitFor();
    await expect(page.goto('/v1/health')).rejects.toThrow();
  });
});

describe('a newer build', () => {
  let appDir: string;
  let front: Awaited<ReturnType<typeof openFront>>;

  beforeEach(async () => {
    appDir = await mkdtemp(join(tmpdir(), 'drop-ici-build-'));
    // Without the twins, so that a file changed here is what is served.
    const filter = (path: string) => !/\.(br|gz|map)$|ffmpeg/.test(path);
    await cp(join(projectRoot(), 'dist/app'), appDir, { recursive: true, filter });
    front = await openFront(appDir);
  });
  afterEach(async () => {
    front.close();
    await rm(appDir, { recursive: true, force: true });
  });

  /** Puts another build in the place of the one that is served: one whose pages say so. */
  async function deploy(): Promise<void> {
    const index = join(appDir, 'index.html');
    await writeFile(index, (await readFile(index, 'utf8')).replace('<body>', '<body data-build="next">'));
    const worker = join(appDir, 'sw.js');
    const script = await readFile(worker, 'utf8');
    const next = script.replace(/(url:"index\.html",revision:")[^"]+/, '$1next');
    expect(next).not.toBe(script);
    await writeFile(worker, next);
  }

  /** Marks the page, so that a reload shows, and lets it look for a newer build, as it does every hour. */
  async function lookForUpdate(page: Page): Promise<void> {
    await page.evaluate(async () => {
      document.body.dataset.marked = 'yes';
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
  }

  const waits = (page: Page) =>
    page.evaluate(async () => ((await navigator.serviceWorker.getRegistration())?.waiting ?? null) !== null);

  const offer = (page: Page) => page.getByText('Nouvelle version disponible');

  /** A second visit, which the service worker serves. */
  async function openServed(path: string): Promise<Page> {
    const page = await (await openPhone(browser, front.origin, THERE, AS_PEOPLE_HAVE_IT)).newPage();
    await page.goto(path);
    await isStored(page);
    await page.reload();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    return page;
  }

  async function openMap(page: Page): Promise<void> {
    await logIn(page, demoAdmin());
    await page.getByRole('link', { name: parcoursStrings.done }).click();
    await isAt(page, '/home');
    await mapReady(page);
  }

  it('is offered, taken on a tap, and reloads no page that did not ask', async () => {
    const page = await openServed('/login');
    const other = await page.context().newPage();
    await other.goto('/createaccount');
    await other.getByLabel(strings.signUp.username).fill('Ana');
    await deploy();
    await lookForUpdate(other);
    await lookForUpdate(page);
    await offer(page).waitFor();
    expect(await page.locator('body[data-marked]').count()).toBe(1);
    expect(await page.locator('body[data-build]').count()).toBe(0);
    expect(await faultsOn(page)).toEqual([]);

    await page.getByRole('button', { name: strings.update.apply }).click();
    await page.locator('body[data-build="next"]').waitFor({ state: 'attached' });
    expect(await page.locator('body[data-marked]').count()).toBe(0);
    expect(await offer(page).count()).toBe(0);

    await offer(other).waitFor();
    expect(await other.locator('body[data-marked]').count()).toBe(1);
    expect(await other.getByLabel(strings.signUp.username).inputValue()).toBe('Ana');
  });

  it('can be left for later: the page goes on as it is', async () => {
    const page = await openServed('/login');
    await deploy();
    await lookForUpdate(page);
    await page.getByRole('button', { name: strings.update.later }).click();
    await offer(page).waitFor({ state: 'detached' });
    expect(await waits(page)).toBe(true);
    expect(await page.locator('body[data-marked]').count()).toBe(1);
  });

  it('leaves packs whole, and plays them without a network', async () => {
    const page = await openServed('/login');
    await openMap(page);
    await downloadPack(page, DEMO_PARCOURS.title);
    await deploy();
    await lookForUpdate(page);
    await page.getByRole('button', { name: strings.update.apply }).click();
    await page.locator('body[data-build="next"]').waitFor({ state: 'attached' });
    front.close();

    await page.goto('/home');
    await mapReady(page);
    expect(await page.locator('body[data-build="next"]').count()).toBe(1);
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page.getByRole('dialog').getByRole('button', { name: STORY }).click();
    await page.getByTestId('waveform').waitFor();
    await expect.poll(async () => (await readSound(page)).positionS).toBeGreaterThan(0.5);
  });

  it('is not even offered while a story plays, and is once it has stopped', async () => {
    const page = await openServed('/login');
    await openMap(page);
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page.getByRole('dialog').getByRole('button', { name: STORY }).click();
    await expect.poll(async () => (await readSound(page)).playing, { timeout: 20_000 }).toBe(true);

    await deploy();
    await lookForUpdate(page);
    await expect.poll(() => waits(page), { timeout: 20_000 }).toBe(true);
    expect((await readSound(page)).playing).toBe(true);
    expect(await offer(page).count()).toBe(0);
    await page.getByRole('button', { name: listenStrings.pause, exact: true }).click();
    await offer(page).waitFor();
    expect(await page.locator('body[data-marked]').count()).toBe(1);
  });

  it('is not even offered over a recording that was made ready, and is once that was given up', async () => {
    const page = await openServed('/login');
    await openMap(page);
    await page.getByRole('tab', { name: paneStrings.settings }).click();
    await page.getByRole('switch', { name: paneStrings.dropMode }).check();
    await page.getByRole('tab', { name: paneStrings.map }).click();
    await page.getByRole('button', { name: dropStrings.open }).click();
    await page.getByLabel(dropStrings.chooseFile).setInputFiles(audioFixture('conforming-mono.wav'));
    await page.getByRole('button', { name: dropStrings.play }).waitFor();
    await deploy();
    await lookForUpdate(page);
    await expect.poll(() => waits(page), { timeout: 20_000 }).toBe(true);
    expect(await offer(page).count()).toBe(0);
    await page.getByRole('button', { name: strings.app.close, exact: true }).click();
    await page.getByRole('button', { name: dropStrings.closeConfirm }).click();
    await offer(page).waitFor();
    expect(await page.locator('body[data-marked]').count()).toBe(1);
  });
});

it('the build has one inline script in its page, that of the theme, and a twin of the worker', async () => {
  const dist = join(projectRoot(), 'dist/app');
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const inline = Array.from(page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs), ([, code]) => code);
  expect(inline).toEqual([expect.stringContaining("localStorage.getItem('theme')")]);
  expect(await readdir(dist)).toEqual(expect.arrayContaining(['sw.js', 'sw.js.br', 'sw.js.gz']));
});

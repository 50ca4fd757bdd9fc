import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
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
import { call } from '../support/api.ts';
import { AS_PEOPLE_HAVE_IT } from '../support/browser.ts';
import { downloadPack } from '../support/packs/steps.ts';
import { loggedInStorage, type PhoneOptions, usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { audioFixture, isAt, mapReady, mapScreenReady, openPane, readSound, visit } from './steps.ts';

const STORY = 'Place Dauphine';
const THERE: [number, number] = [2.34225, 48.85652];

const server = useServer({ DEMO: '1' });
const open = usePhones(server);

/** A screen of the app that is served there, as the demo's admin has it. */
async function openAt(baseURL: string, path: string, options: PhoneOptions = {}): Promise<Page> {
  const [admin] = server.demo?.accounts ?? [];
  if (admin === undefined) throw new Error('The server made no demo accounts');
  const session = await call(server.origin, 'login', { body: admin });
  const storageState = loggedInStorage(baseURL, session, { selectedParcours: '[1]' });
  return open(path, { position: THERE, browser: { ...AS_PEOPLE_HAVE_IT, baseURL, storageState }, ...options });
}

/** Serves this build in front of the API, until it is closed or the test is over. */
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
  const close = (): void => {
    front.close();
    front.closeAllConnections();
  };
  onTestFinished(close);
  return { origin: `http://localhost:${(front.address() as AddressInfo).port}`, close };
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

  it('can be installed, opens without a network from the second visit on, and makes no answer up', async () => {
    const front = await openFront(join(projectRoot(), 'dist/app'));
    const page = await openAt(front.origin, '/home', { hasMaps: true });
    await mapReady(page);
    await isStored(page);
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A private window, which a test's context is, installs nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);

    const stored = await listStored(page);
    expect(stored.filter((path) => path.startsWith('/v1/'))).toEqual([]);
    expect(stored.filter((path) => /ffmpeg/.test(path))).toEqual([]);
    for (const part of [/^\/index\.html$/, /^\/map\/cite\.json$/, /core-.*\.wasm$/, /maplibre.*worker.*\.js$/]) {
      expect(stored.filter((path) => part.test(path))).toHaveLength(1);
    }

    front.close();
    await page.goto('/home');
    await mapReady(page);
    await visit(page, '/home/parcours');
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
    await expect(page.goto('/v1/health')).rejects.toThrow();
  });
});

describe('a newer build', () => {
  /** A copy of the build, whose files can be changed. */
  async function copyBuild(): Promise<string> {
    const appDir = await mkdtemp(join(tmpdir(), 'drop-ici-build-'));
    onTestFinished(() => rm(appDir, { recursive: true, force: true }));
    // Without the twins, so that a file changed here is what is served.
    const filter = (path: string) => !/\.(br|gz|map)$|ffmpeg/.test(path);
    await cp(join(projectRoot(), 'dist/app'), appDir, { recursive: true, filter });
    return appDir;
  }

  /** Puts another build in the place of the one that is served: one whose pages say so. */
  async function deploy(appDir: string): Promise<void> {
    const index = join(appDir, 'index.html');
    await writeFile(index, (await readFile(index, 'utf8')).replace('<body>', '<body data-build="next">'));
    const worker = join(appDir, 'sw.js');
    const script = await readFile(worker, 'utf8');
    const next = script.replace(/(url:"index\.html",revision:")[^"]+/, '$1next');
    expect(next).not.toBe(script);
    await writeFile(worker, next);
  }

  /** Marks the page, so that a reload shows. */
  const mark = (page: Page) =>
    page.evaluate(() => {
      document.body.dataset.marked = 'yes';
    });
  const isMarked = async (page: Page) => expect(await page.locator('body[data-marked]').count()).toBe(1);

  const waits = (page: Page) =>
    page.evaluate(async () => ((await navigator.serviceWorker.getRegistration())?.waiting ?? null) !== null);

  const offer = (page: Page) => page.getByText('Nouvelle version disponible');

  it('is offered when nothing is interrupted, taken on a tap by the page that asked, and leaves packs whole', async () => {
    const appDir = await copyBuild();
    const front = await openFront(appDir);
    const page = await openAt(front.origin, '/nowhere');
    await isStored(page);
    // A second visit, which the service worker serves.
    await page.goto('/home/parcours');
    await page.getByText(DEMO_PARCOURS.title).first().waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await downloadPack(page, DEMO_PARCOURS.title);
    await page.getByRole('link', { name: parcoursStrings.done }).click();
    await isAt(page, '/home');
    await mapScreenReady(page);
    await mark(page);

    // Not while a story plays.
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page.getByRole('dialog').getByRole('button', { name: STORY }).click();
    await expect.poll(async () => (await readSound(page)).playing, { timeout: 20_000 }).toBe(true);
    await deploy(appDir);
    // As a page does every hour.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect.poll(() => waits(page), { timeout: 20_000 }).toBe(true);
    expect((await readSound(page)).playing).toBe(true);
    expect(await offer(page).count()).toBe(0);
    await page.getByRole('button', { name: listenStrings.pause, exact: true }).click();
    await offer(page).waitFor();

    // Nor over a recording that was made ready.
    await openPane(page, paneStrings.settings);
    await page.getByRole('switch', { name: paneStrings.dropMode }).check();
    await openPane(page, paneStrings.map);
    await page.getByRole('button', { name: dropStrings.open }).click();
    await page.getByLabel(dropStrings.chooseFile).setInputFiles(audioFixture('conforming-mono.wav'));
    await page.getByRole('button', { name: dropStrings.play }).waitFor();
    await offer(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: strings.app.close, exact: true }).click();
    await page.getByRole('button', { name: dropStrings.closeConfirm }).click();
    await offer(page).waitFor();

    // Left for later, the page goes on as it is.
    await page.getByRole('button', { name: strings.update.later }).click();
    await offer(page).waitFor({ state: 'detached' });
    expect(await waits(page)).toBe(true);
    await isMarked(page);
    expect(await page.locator('body[data-build]').count()).toBe(0);

    const other = await page.context().newPage();
    await other.goto('/createaccount');
    await other.getByLabel(strings.signUp.username).fill('Ana');
    await mark(other);
    await page.reload();
    await mapScreenReady(page);
    // A service worker is replaced once it answers nothing any more, so a page that still loads holds it up.
    for (const each of [page, other]) await each.waitForLoadState('networkidle');
    await page.getByRole('button', { name: strings.update.apply }).click();
    await page.locator('body[data-build="next"]').waitFor({ state: 'attached' });
    await mapScreenReady(page);
    expect(await offer(page).count()).toBe(0);
    await offer(other).waitFor();
    await isMarked(other);
    expect(await other.getByLabel(strings.signUp.username).inputValue()).toBe('Ana');

    front.close();
    await page.goto('/home');
    await mapScreenReady(page);
    expect(await page.locator('body[data-build="next"]').count()).toBe(1);
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page.getByRole('dialog').getByRole('button', { name: STORY }).click();
    await page.getByTestId('waveform').waitFor();
    await expect.poll(async () => (await readSound(page)).positionS).toBeGreaterThan(0.5);
  });
});

it('the build has one inline script in its page, that of the theme, and a twin of the worker', async () => {
  const dist = join(projectRoot(), 'dist/app');
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const inline = Array.from(page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs), ([, code]) => code);
  expect(inline).toEqual([expect.stringContaining("localStorage.getItem('theme')")]);
  expect(await readdir(dist)).toEqual(expect.arrayContaining(['sw.js', 'sw.js.br', 'sw.js.gz']));
});

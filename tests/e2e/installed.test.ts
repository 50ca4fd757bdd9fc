import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { mapStrings } from '../../app/map/map-words.ts';
import { offlineWords } from '../../app/page/offline-words.ts';
import { paneStrings } from '../../app/parcours/panes-words.ts';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { serveApp } from '../../server/http/app-files.ts';
import { projectRoot } from '../../server/project-root.ts';
import { toneOf } from '../support/audio/wav-bytes.ts';
import { waveformsTaken } from '../support/database/kept-data.ts';
import { downloadFromRow } from '../support/packs/steps.ts';
import {
  AS_PEOPLE_HAVE_IT,
  closePhones,
  openPhoneWithBlankMap,
  refuseWebgl,
  sharedBrowser,
} from '../support/phone/browser.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, pointPlace, signUp, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { audioFixture, isAt, mapReady, mapScreenReady, openPane, readSound, visit } from './steps.ts';

const MAP = 'Les quais';
const STORY = 'Le pont';
const QUAY: [number, number] = [2.3411, 48.8571];
/** It still plays when something else is looked at. */
const LENGTH_S = 60;

const server = useServer();

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
  const close = (): void => {
    front.close();
    front.closeAllConnections();
  };
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

/** A copy of the build, whose files can be changed. */
async function copyBuild(): Promise<string> {
  const appDir = await mkdtemp(join(tmpdir(), 'drop-ici-build-'));
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

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: mapStrings.placeList }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** One phone, which stores the app once: each test continues where the one before ended. */
describe('the installed app', () => {
  let appDir: string | undefined;
  let front: Awaited<ReturnType<typeof openFront>> | undefined;
  let page: Page;

  beforeAll(async () => {
    const ana = await signUp(server.origin, 'Ana');
    const parcoursId = await makeParcours(server.origin, ana, MAP);
    const body = pointPlace(parcoursId, STORY, QUAY);
    const { newPlace } = await call(server.origin, 'createPlace', { body }, ana.token);
    await upload(server.origin, ana, newPlace.place_id, toneOf(330, LENGTH_S), { length: LENGTH_S });
    await waveformsTaken(server.dataDir);
    appDir = await copyBuild();
    front = await openFront(appDir);
    const storageState = loggedInStorage(front.origin, ana, { selectedParcours: `[${parcoursId}]` });
    const options = { ...AS_PEOPLE_HAVE_IT, storageState };
    const phone = await openPhoneWithBlankMap(await sharedBrowser(), front.origin, QUAY, options);
    page = await phone.newPage();
    // Only what is opened without a network has a map.
    await page.addInitScript(refuseWebgl);
    await page.goto('/nowhere');
  });
  afterAll(async () => {
    await closePhones();
    front?.close();
    if (appDir !== undefined) await rm(appDir, { recursive: true, force: true });
  });

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

  it('can be installed, and stores itself, but neither the converter nor what the server answers', async () => {
    await isStored(page);
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A private window, which a test's context is, installs nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    // A second visit, which the service worker serves.
    await page.goto('/home/parcours');
    await page.getByText(MAP).first().waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const stored = await listStored(page);
    expect(stored.filter((path) => path.startsWith('/v1/'))).toEqual([]);
    expect(stored.filter((path) => /ffmpeg/.test(path))).toEqual([]);
    for (const part of [/^\/index\.html$/, /^\/map\/cite\.json$/, /core-.*\.wasm$/, /maplibre.*worker.*\.js$/]) {
      expect(stored.filter((path) => part.test(path))).toHaveLength(1);
    }
  });

  it('offers a newer build when nothing is interrupted, which the page that asked takes on a tap', async () => {
    await downloadFromRow(page, MAP);
    await page.getByRole('link', { name: parcoursStrings.done }).click();
    await isAt(page, '/home');
    await mapScreenReady(page);
    await mark(page);

    // Not while a story plays.
    await choose(page, STORY);
    await expect.poll(async () => (await readSound(page)).playing, { timeout: 20_000 }).toBe(true);
    await deploy(appDir ?? '');
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
    await page.getByRole('button', { name: dropStrings.openFile }).click();
    await page.getByLabel(dropStrings.chooseFile).setInputFiles(audioFixture('conforming-mono.wav'));
    await page.getByRole('button', { name: dropStrings.play }).waitFor();
    await offer(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: strings.app.close, exact: true }).click();
    await page.getByRole('button', { name: dropStrings.closeConfirm }).click();
    await offer(page).waitFor();

    // Left for later, the page stays as it is.
    await page.getByRole('button', { name: strings.update.later }).click();
    await offer(page).waitFor({ state: 'detached' });
    expect(await waits(page)).toBe(true);
    await isMarked(page);
    expect(await page.locator('body[data-build]').count()).toBe(0);

    // Another tab, which is never idle, so that it hasn't asked for newer builds itself.
    const other = await page.context().newPage();
    await other.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await other.goto('/createaccount');
    await other.getByLabel(strings.signUp.username).fill('Ana');
    await mark(other);
    await page.reload();
    await mapScreenReady(page);
    // A service worker is replaced once it answers nothing any more, so a page that still loads holds it up.
    for (const each of [page, other]) await each.waitForLoadState('networkidle');
    const apply = page.getByRole('button', { name: strings.update.apply });
    await apply.click();
    // After five seconds the page is loaded anew, even if the old build still runs; it offers the newer one again then.
    const isNext = async (): Promise<boolean> => {
      if (await apply.isVisible()) await apply.click({ timeout: 1000 }).catch(() => {});
      return (await page.locator('body[data-build="next"]').count()) === 1;
    };
    await expect.poll(isNext, { timeout: 30_000 }).toBe(true);
    await mapScreenReady(page);
    expect(await offer(page).count()).toBe(0);
    await offer(other).waitFor();
    await isMarked(other);
    expect(await other.getByLabel(strings.signUp.username).inputValue()).toBe('Ana');

    await other.close();
  });

  it('opens without a network from the second visit on, with the map and its packs, and makes no answer up', async () => {
    front?.close();
    const alone = await page.context().newPage();
    await page.close();
    await alone.goto('/home');
    await mapReady(alone);
    expect(await alone.locator('body[data-build="next"]').count()).toBe(1);
    await choose(alone, STORY);
    await alone.getByTestId('waveform').waitFor();
    await expect.poll(async () => (await readSound(alone)).positionS).toBeGreaterThan(0.5);
    await visit(alone, '/home/parcours');
    // What was seen last, and it says so.
    await alone.getByRole('status').getByText(offlineWords.seenMaps).waitFor();
    await alone.getByText(MAP).first().waitFor();
    const answer = await alone.evaluate(() =>
      fetch('/v1/config').then(
        () => 'an answer',
        () => 'none',
      ),
    );
    expect(answer).toBe('none');
    await expect(alone.goto('/v1/health')).rejects.toThrow();
  });
});
it('the build has one inline script in its page, that of the theme, and a twin of the worker', async () => {
  const dist = join(projectRoot(), 'dist/app');
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const inline = Array.from(page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs), ([, code]) => code);
  expect(inline).toEqual([expect.stringContaining("localStorage.getItem('theme')")]);
  expect(await readdir(dist)).toEqual(expect.arrayContaining(['sw.js', 'sw.js.br', 'sw.js.gz']));
});

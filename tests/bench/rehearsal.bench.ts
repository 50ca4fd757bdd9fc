import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { paneStrings, parcoursPanes } from '../../app/parcours/panes-words.ts';
import { rehearsalStrings } from '../../app/rehearsal/rehearsal-words.ts';
import { GPX_BYTES_MAX } from '../../contracts/imported-file.ts';
import type { Place } from '../../contracts/place.ts';
import { mapReady, openPane } from '../e2e/steps.ts';
import { AS_PEOPLE_HAVE_IT, openBrowser, openPhone } from '../support/phone/browser.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { mediaLink } from '../support/samples/listed-place.ts';
import { makeParcours, signUpAs } from '../support/server/people.ts';
import { DETAILED_MAP, startServer } from '../support/server/server.ts';
import { printTable } from './measure.ts';
import { makePlaces, makeWalk } from './quarter.ts';
import { TRACE_CATEGORIES, tasksOf } from './trace-tasks.ts';

const SEED = 20_261;
const PLACES = 300;
/** At 1.4 m each this is more than two hours at the usual pace. */
const FIXES = 7000;
const STORY_S = 40;
const PLAYED_MS = 5000;
const words = rehearsalStrings;

/** A track of that walk in a file as large as may be: a watch writes several points a second, each with its extensions. */
function makeGpx(): string {
  const head =
    '<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Deux heures</name><trkseg>';
  const end = '</trkseg></trk></gpx>';
  const walk = makeWalk(SEED, PLACES, FIXES);
  const bytesEach = (GPX_BYTES_MAX - head.length - end.length) / FIXES;
  const pad = (lng: number, lat: number): string =>
    `<trkpt lat="${lat.toFixed(7)}" lon="${lng.toFixed(7)}"><ele>35.123</ele><time>2026-05-02T08:11:21.000Z</time></trkpt>\n`;
  const copies = Math.floor(bytesEach / pad(2.3470001, 48.8550001).length);
  const points = walk.flatMap(({ position: [lng, lat] }, index) => {
    const [toLng, toLat] = walk[index + 1]?.position ?? [lng, lat];
    return Array.from({ length: copies }, (_, copy) =>
      pad(lng + ((toLng - lng) * copy) / copies, lat + ((toLat - lat) * copy) / copies),
    );
  });
  return `${head}${points.join('')}${end}`;
}

const server = await startServer(DETAILED_MAP);
const browser = await openBrowser();
try {
  const { origin } = server;
  const person = await signUpAs(server, 'Elia', 'editor');
  const parcoursId = await makeParcours(origin, person, 'Les quais');
  const storageState = loggedInStorage(origin, person, { selectedParcours: `[${parcoursId}]` });
  const start = makeWalk(SEED, PLACES, 1)[0]?.position ?? [0, 0];
  const page = await (await openPhone(browser, origin, start, { ...AS_PEOPLE_HAVE_IT, storageState })).newPage();
  page.setDefaultTimeout(120_000);
  // The server's own places would each need a recording.
  await page.route('**/v1/place/places/by-map-ids?*', (route) =>
    route.fulfill({ json: { version: 'one', linkQuery: '', places: listPlaces(parcoursId) } }),
  );
  await page.goto('/home');
  await mapReady(page);
  await openPane(page, paneStrings.settings);
  await page.getByRole('switch', { name: parcoursPanes.tools.editorTools }).click();
  await page.getByRole('switch', { name: parcoursPanes.tools.spoofer }).click();
  await openPane(page, paneStrings.map);
  await page.getByRole('button', { name: words.open, exact: true }).click();
  const panel = page.getByRole('region', { name: words.title });
  await panel.waitFor();

  const rows: string[][] = [['what', 'ms', 'tasks', 'busiest ms', 'of which', 'computed 50 ms and more']];
  const watch = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const startMs = performance.now();
    await act();
    const tookMs = performance.now() - startMs;
    const tasks = tasksOf((await browser.stopTracing()).toString('utf8'), origin);
    const [busiest] = [...tasks].sort((a, b) => b.ownMs - a.ownMs);
    const long = tasks.filter(({ ownMs }) => ownMs >= 50);
    rows.push([
      what,
      tookMs.toFixed(0),
      String(tasks.length),
      busiest?.ownMs.toFixed(1) ?? '',
      busiest?.source ?? '',
      long.map(({ ownMs, source }) => `${ownMs.toFixed(0)} (${source})`).join(', ') || 'none',
    ]);
  };
  const gpx = makeGpx();
  // As a file: what the browser's driver does with a buffer runs in the page.
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const file = join(folder, 'long.gpx');
  writeFileSync(file, gpx);
  await watch('import, first answer', async () => {
    await panel.getByLabel(words.import).setInputFiles(file);
    await panel.getByTestId('rehearsal-summary').waitFor();
  });
  rmSync(folder, { recursive: true });
  await panel.getByText('Deux heures').first().click();
  await watch('another draw of the noise', async () => {
    await panel.getByRole('button', { name: words.again }).click();
    await page.locator('section[data-status="computing"]').waitFor();
    await page.locator('section[data-status="ready"]').waitFor();
  });
  await panel.getByRole('radio', { name: words.factorValue(60) }).click();
  await watch(`played at ${words.factorValue(60)}`, () => playFor(page));
  const starts = await panel.locator('ol > li').count();
  printTable(
    `A rehearsal of two hours past ${PLACES} places, ${starts} starts, from a file of ${gpx.length} bytes`,
    rows,
  );
} finally {
  await browser.close();
  await server.stop();
}

async function playFor(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.play }).click();
  await page.waitForTimeout(PLAYED_MS);
  await page.getByRole('button', { name: words.pause }).click();
}

function listPlaces(parcoursId: Place['map']['id']): Place[] {
  return makePlaces(SEED, PLACES).map(({ id, geometry }) => ({
    id,
    appelation: `Lieu ${id}`,
    type: 'la',
    feature: geometry,
    map: { id: parcoursId },
    userId: null,
    media: { data: mediaLink({ link: `/v1/media/${id}`, length: STORY_S }) },
  }));
}

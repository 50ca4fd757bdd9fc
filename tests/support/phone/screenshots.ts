import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { passwordStrings } from '../../../app/account/credentials-words.ts';
import { profileStrings } from '../../../app/account/profile-words.ts';
import { securityStrings } from '../../../app/account/security/security-words.ts';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { myDropsStrings } from '../../../app/drops/list/my-drops-words.ts';
import { outboxStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { aboutStrings } from '../../../app/legal/legal-words.ts';
import { mapStrings } from '../../../app/map/map-words.ts';
import { packStrings } from '../../../app/packs/packs-words.ts';
import { paneStrings, parcoursPanes } from '../../../app/parcours/panes-words.ts';
import { createParcoursStrings, parcoursStrings } from '../../../app/parcours/parcours-words.ts';
import { locationStrings } from '../../../app/position/location-words.ts';
import { rehearsalStrings } from '../../../app/rehearsal/rehearsal-words.ts';
import { menuStrings } from '../../../app/shell/menu-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { showLanguage } from '../../../app/ui/language.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import { pocketStrings } from '../../../app/walk/pocket/pocket-words.ts';
import { readyStrings } from '../../../app/walk/ready/ready-words.ts';
import { walkStrings } from '../../../app/walk/walk-words.ts';
import { Language, type Role } from '../../../contracts/vocabulary.ts';
import { DEMO_PARCOURS } from '../../../server/demo/demo-parcours.ts';
import { DEMO_MAP } from '../samples/demo-map.ts';
import { call } from '../server/api.ts';
import { fixture, type Person, pointPlace, upload } from '../server/people.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { openBrowser, openPhone, PHONE } from './browser.ts';
import { type Look, visitHardWalks } from './hard-walks.ts';

/**
 * `npm run screenshots -- FOLDER [SIZE [PART [LANGUAGE]]]`: every screen of the demo on a phone, a tablet and a desktop, in both themes, as PNG files
 * named `<screen>-<size>-<theme>.png`. For looking at them; the README's own come from here.
 */
const folder = process.argv[2] ?? 'docs/screenshots';
/** One of the sizes; all of them unless it is given. */
const wanted = process.argv[3];
/** `screens`, or `walks` that lack something; both unless it is given. */
const part = process.argv[4];
/** The interface's; French unless it is given. */
const language = Language.parse(process.argv[5] ?? 'fr');
/** A place of the demo that stands alone, and a position in it. */
const STORY = 'Place Dauphine';
const THERE: [number, number] = [2.34225, 48.85652];
/** A walk across the island, past some of its places. */
const WAY = [
  [2.3405, 48.8573],
  [2.3424, 48.8566],
  [2.3446, 48.8556],
  [2.3465, 48.8549],
  [2.3497, 48.8533],
] as const;

const SIZES = { phone: PHONE, tablet: { width: 820, height: 1180 }, desktop: { width: 1440, height: 900 } } as const;
const THEMES = ['light', 'dark'] as const;

async function main(): Promise<void> {
  await showLanguage(language);
  mkdirSync(folder, { recursive: true });
  const server = await startServer({
    DEMO: '1',
    RENDITIONS: '1',
    MAP_PMTILES: DEMO_MAP,
  });
  await proposeDrops(server);
  const browser = await openBrowser();
  try {
    const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[];
    for (const size of sizes.filter((name) => wanted === undefined || name === wanted)) {
      for (const theme of THEMES) {
        if (part !== 'walks') await visit(browser, server, size, theme);
        if (part !== 'screens')
          await visitHardWalks(browser, server, { viewport: SIZES[size], theme, shoot: shooter(size, theme) });
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Has a member leave two drops that wait for the admin's approval. */
async function proposeDrops({ origin, demo }: TestServer): Promise<void> {
  const logIn = async (wanted: Role): Promise<Person> => {
    const account = demo?.accounts.find(({ role }) => role === wanted);
    if (account === undefined) throw new Error(`The server made no demo account with the role ${wanted}`);
    const { email, password } = account;
    return { email, password, ...(await call(origin, 'login', { body: { email, password } })) };
  };
  const [admin, lou] = [await logIn('admin'), await logIn('user')];
  const [parcours] = await call(origin, 'listParcours', {}, admin.token);
  if (parcours === undefined) throw new Error('The demo has no parcours');
  const params = { mapId: parcours.id };
  await call(origin, 'requireApproval', { params, body: { required: true } }, admin.token);
  for (const [index, name] of ['Le banc des joueurs', 'Sous les tilleuls'].entries()) {
    const body = pointPlace(parcours.id, name, [2.3432 + index / 1000, 48.8561]);
    const { newPlace } = await call(origin, 'createPlace', { body }, lou.token);
    await upload(origin, lou, newPlace.place_id, await fixture('conforming-stereo.wav'));
  }
}

function shooter(size: keyof typeof SIZES, theme: string): Look['shoot'] {
  return async (page, screen) => {
    // Pictures of a moment between two states are of no use.
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter((motion) => motion.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
          .map((motion) => motion.finished.catch(() => undefined)),
      ),
    );
    await page.screenshot({ path: `${folder}/${screen}-${size}-${theme}.png` });
    console.log(`${screen}-${size}-${theme}`);
  };
}

async function visit(browser: Browser, server: TestServer, size: keyof typeof SIZES, theme: string): Promise<void> {
  const context = await openPhone(browser, server.origin, THERE, {
    viewport: SIZES[size],
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  // Nobody waits for it, and drawing maps in software takes a busy machine long.
  context.setDefaultTimeout(120_000);
  await context.addInitScript(
    (chosen) => {
      for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value);
    },
    { theme, language: JSON.stringify(language) },
  );
  const page = await context.newPage();
  const take = shooter(size, theme);
  const shoot = (screen: string): Promise<void> => take(page, screen);

  await page.goto('/login');
  await page.getByRole('button', { name: strings.login.submit }).waitFor();
  await shoot('login');
  await page.goto('/createaccount');
  await page.getByRole('button', { name: strings.signUp.submit }).click();
  await page.getByRole('alert').waitFor();
  await shoot('sign-up');

  await page.goto('/forgotpassword');
  await page.getByRole('status').waitFor();
  await shoot('forgotten-password');
  await page.goto('/resetpassword#token');
  await page.getByRole('button', { name: passwordStrings.reset.submit }).waitFor();
  await shoot('reset-password');
  await page.goto('/verifyemail#token');
  await page.getByRole('button', { name: passwordStrings.verify.submit }).waitFor();
  await shoot('verify-address');

  await page.goto('/login');
  const [admin] = server.demo?.accounts ?? [];
  if (admin === undefined) throw new Error('The server made no demo accounts');
  await page.getByLabel(strings.login.email).fill(admin.email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: strings.login.submit }).click();
  await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
  await page.getByText('Île de la Cité').first().waitFor();
  await shoot('maps');
  await page.getByRole('button', { name: parcoursStrings.moreAbout('Île de la Cité') }).click();
  await page.getByRole('menuitem', { name: parcoursStrings.delete }).click();
  await page.getByRole('alertdialog').waitFor();
  await shoot('delete-map');
  await page.getByRole('button', { name: strings.app.cancel }).click();
  await page.goto('/home/avalider');
  await page.locator('[role="img"] canvas').first().waitFor();
  await shoot('inbox');
  await page.goto('/home/createparcours');
  await page.getByRole('button', { name: createParcoursStrings.submit, exact: true }).waitFor();
  await shoot('create');
  await page.goto('/home/drops');
  await page.locator('[role="img"] canvas').first().waitFor();
  await page.getByRole('button', { name: myDropsStrings.load }).first().click();
  await page.getByRole('button', { name: dropStrings.pause }).first().waitFor();
  await shoot('my-drops');
  await page.goto('/home/profile');
  await page.getByText(String(DEMO_PARCOURS.places.length), { exact: true }).waitFor();
  await shoot('profile');
  await page.getByLabel(profileStrings.choose).setInputFiles('docs/map.png');
  await page.getByText(profileStrings.zoom).waitFor();
  await shoot('profile-crop');
  await page.goto('/home/securite');
  await page.getByText(securityStrings.sessions.endAll).waitFor();
  await shoot('security');
  await page.goto('/home/propos');
  await page.getByText(aboutStrings.slogan).waitFor();
  await shoot('about');
  await page.goto('/home/terms');
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  await shoot('terms');
  await page.goto('/home/licences');
  await page.getByText('lucide-react').waitFor();
  await shoot('licences');

  await page.goto('/home');
  await mapDrawn(page);
  await shoot('map');
  await page.getByRole('button', { name: mapStrings.placeList }).click();
  // Beside the map on the desktop, and so no dialog.
  const places = page.getByRole('dialog').or(page.getByRole('complementary', { name: mapStrings.placeList }));
  await places.waitFor();
  await shoot('places');
  await places.getByRole('button', { name: STORY }).click();
  await page.getByRole('button', { name: listenStrings.pause }).waitFor();
  await shoot('selected');
  await page.getByRole('button', { name: listenStrings.close }).click();
  await page.getByRole('button', { name: walkStrings.start }).click();
  // It began before, so it does not start by itself where drawing took its time.
  const [play, pause] = [listenStrings.play, listenStrings.pause].map((name) =>
    page.getByRole('button', { name, exact: true }),
  );
  await play?.or(pause ?? play).waitFor();
  if (await play?.isVisible()) await play?.click();
  await pause?.waitFor();
  await shoot('walk');
  await page.getByRole('button', { name: walkStrings.stop }).click();
  await page.getByRole('tab', { name: paneStrings.info }).click();
  await shoot('information');
  await page.getByRole('tab', { name: paneStrings.settings }).click();
  await page.getByRole('button', { name: paneStrings.makeLink }).click();
  await page.getByLabel(paneStrings.link).waitFor();
  await shoot('settings');
  await page.getByRole('switch', { name: paneStrings.dropMode }).check();
  await page.getByRole('tab', { name: paneStrings.map }).click();
  await page.getByRole('button', { name: dropStrings.open }).click();
  await page.getByRole('button', { name: dropStrings.openFile }).click();
  await shoot('drop');
  await page.getByLabel(dropStrings.chooseFile).setInputFiles('tests/fixtures/audio/moov-at-end.m4a');
  await page.getByRole('button', { name: dropStrings.play }).waitFor();
  await shoot('drop-ready');
  await page.getByRole('button', { name: strings.app.close }).click();
  await page.getByRole('button', { name: dropStrings.closeConfirm }).click();
  // On the desktop the menu is a rail, and only the account opens.
  await page
    .getByRole('button', { name: menuStrings.open })
    .or(page.getByRole('button', { name: menuStrings.account }))
    .click();
  await page.getByRole('dialog').waitFor();
  await shoot('menu');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: locationStrings.active, exact: true }).click();
  await page.getByRole('dialog', { name: locationStrings.title }).waitFor();
  await shoot('location');
  await page.keyboard.press('Escape');
  await visitOutbox(page, shoot);
  await visitDesk(page, shoot);
  await visitPack(page, shoot);
  await context.close();
}

/** Downloads the map, and walks without a network. */
async function visitPack(page: Page, shoot: (screen: string) => Promise<void>): Promise<void> {
  await page.goto('/home/parcours');
  await page.getByRole('button', { name: parcoursStrings.moreAbout('Île de la Cité') }).click();
  await page.getByRole('menuitem', { name: packStrings.rowDownload }).click();
  const download = page.getByRole('button', { name: new RegExp(`^${packStrings.download}`) });
  await download.waitFor();
  await shoot('pack');
  await download.click();
  await page.getByRole('dialog').getByText(packStrings.status.whole).waitFor();
  await shoot('pack-whole');
  await page.goto('/home');
  await mapDrawn(page);
  await page.getByRole('button', { name: readyStrings.openLong }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('ready');
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  // The story here has begun before, so it does not start again by itself.
  await page.getByRole('button', { name: /^(Commencer|Continuer) la balade/ }).click();
  await page.getByRole('button', { name: walkStrings.stop }).waitFor();
  await shoot('walk-offline');
  await page.getByRole('button', { name: pocketStrings.enter }).click();
  await shoot('pocket');
  const ring = page.getByRole('button', { name: pocketStrings.leaveHint });
  // Not by `hover`, which waits for events that the black screen swallows.
  const { x, y, width, height } = (await ring.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await ring.waitFor({ state: 'detached' });
  await page.mouse.up();
  await page.getByRole('button', { name: walkStrings.stop }).click();
  await page.context().setOffline(false);
}

/** Records without a network, and looks at what waits. */
async function visitOutbox(page: Page, shoot: (screen: string) => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await page.getByRole('button', { name: dropStrings.open }).click();
  await page.getByRole('button', { name: recordStrings.start }).click();
  await page.getByRole('timer').getByText('0:02').waitFor();
  await shoot('recording');
  await page.getByRole('button', { name: recordStrings.stop }).click();
  const popup = page.getByRole('dialog', { name: recordStrings.title });
  await popup.getByLabel(dropStrings.name).fill('Sous les tilleuls');
  await shoot('recorded');
  await popup.getByRole('button', { name: dropStrings.save, exact: true }).click();
  await page.getByRole('button', { name: outboxStrings.count(1) }).click();
  await page.getByRole('dialog', { name: outboxStrings.title }).waitFor();
  await shoot('outbox');
  await page.getByRole('button', { name: outboxStrings.discard }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: outboxStrings.discard }).click();
  await page.getByText(outboxStrings.empty).waitFor();
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
}

/** What an editor works with: the places and their shapes, and a walk that is rehearsed. */
async function visitDesk(page: Page, shoot: (screen: string) => Promise<void>): Promise<void> {
  const { tools } = parcoursPanes;
  const flip = async (...names: readonly string[]): Promise<void> => {
    await page.getByRole('tab', { name: paneStrings.settings }).click();
    for (const name of names) await page.getByRole('switch', { name }).click();
    await page.getByRole('tab', { name: paneStrings.map }).click();
  };
  await flip(tools.editorTools, tools.drawTools);
  const editor = page.getByRole('region', { name: editorStrings.label });
  await page.locator('[data-draw-ready="true"]').waitFor();
  await shoot('editor');
  await editor.getByRole('button', { name: STORY }).click();
  await editor.getByRole('button', { name: dropStrings.play }).waitFor();
  await editor.getByRole('button', { name: editorStrings.editShape }).click();
  await shoot('editor-shape');
  await editor.getByRole('button', { name: editorStrings.stopEditingShape }).click();
  await flip(tools.drawTools, tools.spoofer);
  await page.getByRole('button', { name: rehearsalStrings.open, exact: true }).click();
  const points = WAY.map(([lng, lat]) => `<trkpt lat="${lat}" lon="${lng}"/>`).join('');
  const gpx = `<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name>La traversée</name><trkseg>${points}</trkseg></trk></gpx>`;
  const file = { name: 'traversee.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) };
  const panel = page.getByRole('region', { name: rehearsalStrings.title });
  await panel.getByLabel(rehearsalStrings.import).setInputFiles(file);
  await panel.getByTestId('rehearsal-summary').waitFor();
  await mapDrawn(page);
  await shoot('rehearsal');
}

/** Waits until the map is drawn and has come to rest. */
async function mapDrawn(page: Page): Promise<void> {
  await page.locator('[data-testid="map"][data-map-ready="true"]').waitFor({ timeout: 60_000 });
}

await main();

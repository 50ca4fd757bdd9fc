import type { Page } from 'playwright';
import { adminStrings } from '../../../app/admin/admin-words.ts';
import { mapStrings } from '../../../app/map/map-words.ts';
import { paneStrings } from '../../../app/parcours/panes-words.ts';
import { tellingStrings } from '../../../app/tellings/tellings-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import type { PhoneOptions } from '../phone/use-phones.ts';
import { type HostileStage, markOf } from './hostile-stage.ts';

/** What the texts did, and which of them were shown. */
export interface Seen {
  /** What ran, was asked for elsewhere, or is on a page though nobody of ours put it there. */
  readonly harm: string[];
  /** Marks of the texts, as `markOf` makes them. */
  readonly marks: Set<string>;
}

type OpenPage = (path: string, options?: PhoneOptions) => Promise<Page>;

/** Row after row has the same dialogs. */
const DIALOGS_OF_ROWS = 2;

/** In the page: notes each run of a payload, by which name all of them call it. */
function watch(): void {
  Object.assign(window, { strikes: [], struck: () => Reflect.get(window, 'strikes').push('struck') });
}

/** In the page: what is on it that a payload, and nobody of ours, would put there; and the marks that can be read. */
function look(): { readonly harm: string[]; readonly text: string } {
  const elements = [...document.querySelectorAll('*')];
  const attributes = elements.flatMap((element) =>
    [...element.attributes].map(({ name, value }) => [element.localName, name, value] as const),
  );
  const leads = /^(src|srcset|href|xlink:href|action|formaction|poster|data|style|background|cite|ping)$/;
  const harm = [
    ...(Reflect.get(window, 'strikes') as string[]),
    ...elements
      .map(({ localName }) => localName)
      .filter((name) => /^(base|frame|object|embed|math|foreignobject|mglyph|animate)$/.test(name)),
    ...[...document.querySelectorAll('script, style')]
      .filter((element) => element.getAttribute('type') !== 'application/ld+json')
      .filter(({ textContent }) => /struck\(\)|hostile\.invalid/.test(textContent ?? ''))
      .map(({ localName }) => localName),
    ...attributes.filter(([, name]) => name.startsWith('on')).map(([, name]) => name),
    ...attributes
      .filter(([, name, value]) => leads.test(name) && /^\s*(javascript|vbscript|data:text|file|blob:x)/i.test(value))
      .map(([element, name, value]) => `${element} ${name}=${value}`),
    // A link may lead anywhere on the web; nothing may be fetched from there.
    ...attributes
      .filter(([element, name, value]) => leads.test(name) && element !== 'a' && value.includes('hostile.invalid'))
      .map(([element, name, value]) => `${element} ${name}=${value}`),
  ];
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, option')];
  const text = [
    document.body.textContent,
    ...fields.map(({ value }) => value),
    ...attributes.map(([, , value]) => value),
  ];
  for (const link of document.querySelectorAll('a')) link.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  return { harm, text: text.join('\n') };
}

async function note(page: Page, where: string, seen: Seen): Promise<void> {
  await page.waitForLoadState('networkidle');
  // The network counts as idle from the page's load on; a dialog loads its list when it opens.
  await page.locator('[role="status"][aria-label]').first().waitFor({ state: 'detached' });
  const { harm, text } = await page.evaluate(look);
  seen.harm.push(...harm.map((found) => `${where}: ${found}`));
  const shown = text.replaceAll('%C2%B7', '·').replaceAll('%20', ' ');
  for (const [mark] of shown.matchAll(/·\w+ \d+·/g)) seen.marks.add(mark);
}

/** Opens a page, without the content policy, and watches it from its first script on. */
async function openWatched(openPage: OpenPage, path: string, seen: Seen, options: PhoneOptions): Promise<Page> {
  const page = await openPage('/icons/icon-192.png', { ...options, browser: { bypassCSP: true, ...options.browser } });
  await page.addInitScript(watch);
  const { origin } = new URL(page.url());
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      seen.harm.push(`${path}: asked for ${request.url()}`);
  });
  page.on('dialog', (dialog) => seen.harm.push(`${path}: ${dialog.message()}`));
  await page.goto(path);
  return page;
}

/** Looks at a screen, and at each dialog that opens from it. */
async function noteWithDialogs(page: Page, where: string, seen: Seen): Promise<void> {
  await note(page, where, seen);
  const openers = page.locator('button[aria-haspopup="dialog"]:not([inert] *):visible:enabled');
  const ofRows = new Map<string, number>();
  for (let at = 0; at < (await openers.count()); at++) {
    const name = await openers.nth(at).evaluate((button) => button.getAttribute('aria-label') ?? button.textContent);
    const kind = (name ?? '').replace(/·.*/s, '');
    ofRows.set(kind, (ofRows.get(kind) ?? 0) + 1);
    if ((ofRows.get(kind) ?? 0) > DIALOGS_OF_ROWS) continue;
    await openers.nth(at).click();
    const dialog = page.locator('[role=dialog], [role=alertdialog], dialog[open]').last();
    await dialog.waitFor();
    await note(page, `${where} > ${kind}`, seen);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}

/** Goes through the app as its admin, as the author of the places, and as somebody who was refused a role. */
async function tourApp(openPage: OpenPage, stage: HostileStage, seen: Seen): Promise<void> {
  const stored = { selectedParcours: JSON.stringify(stage.parcoursIds.slice(0, 1)) };
  const desk = { viewport: { width: 1280, height: 900 } };
  const page = await openWatched(openPage, '/home/parcours', seen, { person: stage.owner, stored, browser: desk });
  for (const name of ['parcours', 'drops', 'avalider', 'requests', 'signalements', 'profile', 'donnees']) {
    await page.goto(`/home/${name}`);
    await noteWithDialogs(page, name, seen);
  }
  await page.goto('/home/admin');
  const sections = page.getByRole('navigation', { name: adminStrings.sections });
  for (const section of [adminStrings.auditLog, adminStrings.accounts, adminStrings.maps, adminStrings.jobs]) {
    await sections.getByRole('link', { name: section, exact: true }).click();
    await note(page, section, seen);
  }
  await page.goto('/home');
  await note(page, paneStrings.map, seen);
  for (const pane of [paneStrings.info, paneStrings.settings]) {
    await page.getByRole('tab', { name: pane }).click();
    await noteWithDialogs(page, pane, seen);
  }
  const author = await openWatched(openPage, '/home/drops', seen, { person: stage.author, stored });
  await noteWithDialogs(author, 'drops of the author', seen);
  await author.goto('/home/parcours');
  await note(author, 'maps of the author', seen);
  await author.goto('/home');
  await author.getByRole('button', { name: mapStrings.placeList }).click();
  await note(author, 'list of places', seen);
  await author.getByRole('dialog').getByRole('button', { name: '·place 0·' }).first().click();
  const player = author.getByRole('region', { name: listenStrings.player });
  await player.getByRole('button', { name: tellingStrings.read }).first().click();
  await author.getByText(markOf('text', 0)).first().waitFor();
  await note(author, 'page of a place', seen);
  const asker = await openWatched(openPage, '/home/createparcours', seen, { person: stage.asker });
  await asker.getByText(markOf('roleAnswer', 0)).waitFor();
  await note(asker, 'making a map', seen);
}

/** Reads what people without an account read, which the server renders without scripts. */
async function tourPublicPages(openPage: OpenPage, stage: HostileStage, seen: Seen): Promise<void> {
  const slugs = stage.parcoursIds.map((_, at) => `hostile-${at}`);
  const paths = slugs.flatMap((slug) => [`/p/${slug}`, `/p/${slug}?lang=en`]);
  const first = slugs.slice(0, 1).flatMap((slug) => [`/embed/${slug}`, `/p/${slug}?ecouter`]);
  const page = await openWatched(openPage, '/catalogue', seen, {});
  await note(page, '/catalogue', seen);
  for (const path of [...paths, ...first, `/catalogue?q=${encodeURIComponent('"><img src=x onerror=struck()>')}`]) {
    await page.goto(path);
    await note(page, path, seen);
  }
}

/** Looks at what somebody whose account is suspended reads at the login. */
async function tourSuspension(openPage: OpenPage, { suspended }: HostileStage, seen: Seen): Promise<void> {
  const page = await openWatched(openPage, '/login', seen, {});
  await page.getByLabel(strings.login.email).fill(suspended.email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(suspended.password);
  await page.getByRole('button', { name: strings.login.submit }).click();
  await page.getByRole('alert').first().waitFor();
  await note(page, '/login', seen);
}

/** Shows all texts of the stage on the screens and pages that show them. */
export async function tourHostile(openPage: OpenPage, stage: HostileStage): Promise<Seen> {
  const seen: Seen = { harm: [], marks: new Set() };
  // Most of a tour is the half second without a request after which a page counts as loaded.
  await Promise.all([
    tourPublicPages(openPage, stage, seen),
    tourApp(openPage, stage, seen),
    tourSuspension(openPage, stage, seen),
  ]);
  return seen;
}

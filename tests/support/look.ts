import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { call } from './api.ts';
import { openBrowser, openPhone } from './browser.ts';
import { DEMO_MAP } from './demo-map.ts';
import { startServer } from './server.ts';
const OUT = '/tmp/look'; mkdirSync(OUT, { recursive: true });
const LYON: [number, number] = [4.8357, 45.764];
const THERE: [number, number] = [2.34225, 48.85652];
const what = process.argv[2] ?? 'welcome';
const server = await startServer({ DEMO: '1', RENDITIONS: '1', MAP_PMTILES: DEMO_MAP });
const browser = await openBrowser();
const [admin, editor, user] = server.demo!.accounts;
const s = await call(server.origin, 'login', { body: { email: admin!.email, password: admin!.password } });
const [map] = await call(server.origin, 'listParcours', { query: {} }, s.token);
const dropLink = (await call(server.origin, 'createInvite', { body: { mapId: map!.id, privilege: 'drop' } }, s.token)).link;
const SIZES = { phone: { width: 390, height: 844 }, small: { width: 320, height: 568 }, desk: { width: 1280, height: 800 } };
async function open(size: keyof typeof SIZES, at: [number, number], permissions: string[], more: object = {}): Promise<Page> {
  const phone = await openPhone(browser, server.origin, at, { permissions, viewport: SIZES[size], ...more });
  const page = await phone.newPage();
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  return page;
}
const themes = async (page: Page, name: string) => {
  for (const t of ['light', 'dark']) { await page.evaluate((x) => { document.documentElement.dataset.theme = x; }, t); await page.waitForTimeout(400); await page.screenshot({ path: `${OUT}/${name}-${t}.png` }); }
};
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms));
if (what === 'welcome') {
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
    const page = await open(size, size === 'small' ? THERE : LYON, size === 'desk' ? [] : ['geolocation']);
    await page.goto(server.demo!.guestLink);
    await page.getByRole('button', { name: 'Écouter', exact: true }).waitFor(); await wait(2600);
    await themes(page, `welcome-${size}`);
    if (size === 'small') { await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; }); await page.screenshot({ path: `${OUT}/welcome-200.png` }); await page.evaluate(() => { document.documentElement.style.fontSize = ''; }); }
    await page.getByRole('button', { name: 'Écouter', exact: true }).click();
    await wait(3500);
    await themes(page, `listen-${size}`);
    await page.context().close();
  }
}
if (what === 'drop' || what === 'welcome') {
  const page = await open('phone', THERE, ['geolocation']);
  const p = await call(server.origin, 'createAccount', { body: { name: 'Ana', email: `a${Date.now()}@example.org`, password: 'long password', role: 'user' } });
  await page.goto('/login');
  await page.getByLabel('Email').fill(p.user.email); await page.getByLabel('Password', { exact: true }).fill('long password'); await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/home/**');
  await page.goto(dropLink);
  await page.getByRole('button', { name: 'Déposer ici' }).waitFor(); await wait(2600);
  await themes(page, 'drop-welcome');
  await page.setViewportSize(SIZES.small); await page.screenshot({ path: `${OUT}/drop-welcome-small.png` }); await page.setViewportSize(SIZES.phone);
  await page.getByRole('button', { name: 'Toutes mes cartes' }).click(); await wait(800);
  await themes(page, 'maps');
  await page.setViewportSize(SIZES.small); await wait(300); await themes(page, 'maps-small'); await page.setViewportSize(SIZES.desk); await wait(300); await page.screenshot({ path: `${OUT}/maps-desk.png` }); await page.setViewportSize(SIZES.phone);
  await page.goto('/home'); await wait(4000);
  await themes(page, 'map');
  const chip = page.getByRole('button', { name: /Île de la Cité/ }).first();
  if (await chip.count()) { await chip.click(); await wait(500); await page.screenshot({ path: `${OUT}/map-sheet.png` }); await page.keyboard.press('Escape'); }
  await page.setViewportSize(SIZES.small); await wait(1500); await page.screenshot({ path: `${OUT}/map-small.png` });
}
await browser.close(); await server.stop(); process.exit(0);

import { strings } from '/tmp/wt/six/app/platform/strings.ts';
import { openBrowser, openPhone } from '/tmp/wt/six/tests/support/browser.ts';
import { answerJson, feature, startGeocoder } from '/tmp/wt/six/tests/support/geocoder.ts';
import { makeParcours, pointPlace, signUp, upload } from '/tmp/wt/six/tests/support/people.ts';
import { call } from '/tmp/wt/six/tests/support/api.ts';
import { startServer } from '/tmp/wt/six/tests/support/server.ts';
import { wavOf } from '/tmp/wt/six/tests/support/wav-bytes.ts';
const geocoder = await startGeocoder();
geocoder.answer = ({ text }, response) => {
  if (text === 'panne') { response.statusCode = 503; response.end(); return; }
  answerJson(response, { features: text === 'zzzz' ? [] : [
  feature([2.33764, 48.86061], { name: 'Pont Neuf', street: 'Quai de Conti', postcode: '75001', city: 'Paris', country: 'France' }),
  feature([2.34, 48.86], { name: 'Rue du Pont Neuf', postcode: '75001', city: 'Paris', country: 'France' }),
  feature([4.83201, 45.75781], { name: 'Le Pont-de-Claix, une ville dont le nom est long', postcode: '38800', city: 'Isère', country: 'France' })] }); };
const server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json', GEOCODER_URL: geocoder.url });
const browser = await openBrowser();
const person = await signUp(server.origin, 'Dina');
const map = await makeParcours(server.origin, person, 'Les quais');
const n = 44100 * 95;
let seed = 7; const rand = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
let loud = 0.3;
const samples = new Int16Array(n);
for (let i = 0; i < n; i++) { if (i % 6000 === 0) loud = rand() < 0.2 ? 0.03 : rand(); samples[i] = 30000 * loud * Math.sin(i / 20); }
const names = ['Henri IV sur le Pont-Neuf', 'Le pont des Arts', 'Place Dauphine'];
for (const [i, name] of names.entries()) {
  const { newPlace } = await call(server.origin, 'createPlace', { body: pointPlace(map, name, [2.341 + i * 0.002, 48.857]) }, person.token);
  if (i === 0) await upload(server.origin, person, newPlace.place_id, new Blob([wavOf(samples)]), { length: 95 });
}
for (let i = 0; i < Number(process.env.MANY ?? 0); i++) {
  const [lng, lat] = [2.29 + rand() * 0.12, 48.83 + rand() * 0.06];
  const body = pointPlace(map, `Lieu ${i}`, [lng, lat]);
  if (i % 3 === 0) body.geometry = { type: 'Polygon', coordinates: [[[lng, lat], [lng + 0.0006, lat], [lng + 0.0006, lat + 0.0004], [lng, lat + 0.0004], [lng, lat]]] };
  await call(server.origin, 'createPlace', { body }, person.token);
}
const filter = process.env.ONLY;
for (const [size, viewport] of [['phone', { width: 390, height: 844 }], ['narrow', { width: 360, height: 640 }], ['desktop', { width: 1440, height: 900 }]] as const)
  for (const theme of ['light', 'dark']) {
    if (size === 'narrow' && theme === 'dark') continue;
    if (filter && !`${size}-${theme}`.includes(filter)) continue;
    const context = await openPhone(browser, server.origin, [2.3411, 48.8571], { viewport, reducedMotion: 'reduce' });
    await context.addInitScript((t) => { localStorage.setItem('theme', t); localStorage.setItem('mapLoaded', 'true'); }, theme);
    const page = await context.newPage();
    const shoot = async (name: string) => { await page.waitForTimeout(500); await page.screenshot({ path: `/tmp/wt/shots/${name}-${size}-${theme}.png` }); };
    await page.goto('/login');
    await page.getByLabel(strings.login.email).fill(person.email);
    await page.getByLabel(strings.login.password, { exact: true }).fill(person.password);
    await page.getByRole('button', { name: strings.login.submit, exact: true }).click();
    await page.getByRole('button', { name: strings.parcours.stopListening('Les quais') }).waitFor();
    await page.goto('/home');
    await page.locator('[data-testid="map"][data-map-ready="true"]').waitFor({ timeout: 60000 });
    await shoot('map');
    if (process.env.MANY) { await page.waitForTimeout(1500);
      const box = page.locator('[data-testid="map"]');
      await page.getByRole('button', { name: strings.map.locateMe }).waitFor();
      await page.mouse.move(200, 350); for (let i = 0; i < 8; i++) { await page.mouse.wheel(0, 240); await page.waitForTimeout(150);} await page.waitForTimeout(1500); await shoot('far');
      for (let i = 0; i < 3; i++) { await page.mouse.wheel(0, -240); await page.waitForTimeout(150);} await page.waitForTimeout(1500); await shoot('mid');
      await context.close(); continue; }
    await page.getByRole('button', { name: strings.search.toggle }).click();
    await shoot('search-empty');
    await page.keyboard.type('pont');
    await page.getByRole('option').nth(3).waitFor();
    await page.keyboard.press('ArrowDown');
    await shoot('search');
    await page.getByRole('combobox').fill('panne');
    await page.getByRole('alert').waitFor();
    await shoot('search-failed');
    await page.getByRole('combobox').fill('zzzz');
    await page.getByText(strings.search.nothing).waitFor();
    await shoot('search-nothing');
    await page.getByRole('combobox').fill('henri');
    await page.getByRole('option').first().click();
    await page.getByTestId('waveform').waitFor();
    await page.waitForTimeout(2500);
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: strings.listen.skipAhead(10) }).click();
    await shoot('player');
    await context.close();
  }
await browser.close(); await server.stop(); geocoder.close();

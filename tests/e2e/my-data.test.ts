import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { myDataStrings } from '../../app/account/my-data/my-data-words.ts';
import { legalStrings } from '../../app/legal/legal-words.ts';
import { menuStrings } from '../../app/shell/menu-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { TERMS_VERSION } from '../../contracts/terms.ts';
import { unzip } from '../support/formats/zip.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import {
  addMember,
  fixture,
  makeInvite,
  makeParcours,
  makePlace,
  signUp,
  signUpAs,
  upload,
} from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { leaveWelcome, visit } from './steps.ts';

const words = myDataStrings;
const { newTerms } = legalStrings;

const server = useServer();
const openPage = usePhones(server);

test('people download their data, refuse statistics, delete account or visit, and agree to new terms', async () => {
  const { origin } = server;
  const person = await signUp(origin, 'Anna');
  const other = await signUp(origin, 'Boris');
  const [own, foreign] = [
    await makeParcours(origin, person, 'Chez moi'),
    await makeParcours(origin, other, 'Chez Boris'),
  ];
  await addMember(origin, other, foreign, person, 'drop');
  await upload(origin, person, await makePlace(origin, person, own, 'Ma voix'), await fixture('conforming-mono.wav'));
  const stays = await makePlace(origin, person, foreign, 'Ailleurs');
  const page = await openPage('/home/profile', { person });
  await page.getByRole('link', { name: words.title }).click();
  await page.getByRole('heading', { name: words.title, level: 1 }).waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words.download.act }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^drop-ici-mes-donnees-.*\.zip$/);
  const names = [...(await unzip(await readFile(await download.path()))).keys()];
  expect(names).toContainEqual(expect.stringMatching(/^sons\/\d+ Chez moi\/\d+ Ma voix\.wav$/));

  // The phone has a position, so its use is known as agreed to.
  await page.getByText(words.consents.kinds.position).or(page.getByText(words.consents.none)).waitFor();
  const choices = () => call(origin, 'readChoices', {}, person.token);
  await expect.poll(async () => (await choices()).consents.map(({ kind }) => kind)).toEqual(['position']);
  await page.getByRole('switch', { name: words.statistics.label }).click();
  await expect.poll(async () => (await choices()).statistics).toBe(false);

  await page.getByRole('button', { name: words.erasure.open }).click();
  await page.getByText('Chez moi').waitFor();
  const confirm = page.getByRole('button', { name: words.erasure.confirm });
  await page.getByLabel(words.erasure.password).fill('not this one');
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByRole('radio', { name: words.erasure.drops.keep.label }).click();
  await confirm.click();
  await page.getByText(words.erasure.wrongPassword).waitFor();
  await page.getByLabel(words.erasure.password).fill(person.password);
  await confirm.click();
  await page.getByText(words.erasure.done).waitFor();
  await page.getByRole('heading', { name: strings.login.title }).waitFor();

  await expect(choices()).rejects.toMatchObject({ status: 401 });
  const place = await call(origin, 'readPlace', { params: { placeId: stays } }, other.token);
  expect(JSON.stringify(place)).toContain('Ailleurs');
  const left = await page.evaluate(() => JSON.stringify(localStorage));
  for (const trace of [person.email, person.token, 'Chez moi']) expect(left).not.toContain(trace);

  // A guest deletes their visit, from the menu and without a password.
  const editor = await signUpAs(server, 'Éditrice', 'editor');
  const parcoursId = await makeParcours(origin, editor, 'Le quai');
  const { link } = await makeInvite(origin, editor, parcoursId);
  await visit(page, link.replace(origin, ''));
  await page.getByRole('heading', { name: 'Le quai' }).waitFor();
  await leaveWelcome(page);
  const guestToken = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  expect((await call(origin, 'readMe', {}, guestToken)).user.role).toBe('guest');
  await page.getByRole('button', { name: menuStrings.open }).click();
  await page.getByRole('link', { name: words.title }).click();
  await page.getByRole('button', { name: words.erasure.guestOpen }).click();
  await page.getByRole('button', { name: words.erasure.confirm }).click();
  await page.getByText(words.erasure.guestDone).waitFor();
  await expect(call(origin, 'readMe', {}, guestToken)).rejects.toMatchObject({ status: 401 });

  // Somebody who agreed to earlier terms is told that they have changed, and agrees on the screen they are on.
  const celia = await signUp(origin, 'Célia');
  await call(origin, 'giveConsent', { body: { kind: 'terms', version: '2025-01' } }, celia.token);
  await page.getByLabel(strings.login.email).fill(celia.email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(celia.password);
  await page.getByRole('button', { name: strings.login.submit, exact: true }).click();
  await page.getByText(newTerms.changed).waitFor();
  await page.getByRole('button', { name: newTerms.read }).click();
  const accept = page.getByRole('button', { name: newTerms.accept });
  await page.reload();
  await accept.waitFor();
  // There the terms themselves ask.
  expect(await page.getByText(newTerms.changed).count()).toBe(0);
  await accept.click();
  await accept.waitFor({ state: 'detached' });
  expect((await call(origin, 'readMe', {}, celia.token)).user.termsVersion).toBe(TERMS_VERSION);
  await visit(page, '/home/profile');
  await page
    .getByRole('heading', { name: 'Célia' })
    .or(page.getByText('Célia', { exact: true }))
    .first()
    .waitFor();
  expect(await page.getByText(newTerms.changed).count()).toBe(0);
});

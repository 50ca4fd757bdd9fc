import { expect, it } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { memoryStrings } from '../../app/drops/outbox/outbox-words.ts';
import { openPhoneWithoutMap } from '../support/phone/browser.ts';
import { droppingTo, usePhones } from '../support/phone/use-phones.ts';
import { makeParcours, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { audioFixture, listPlaces, mapScreenReady } from './steps.ts';

const words = dropStrings;
const server = useServer();
const openPage = usePhones(server);

/** A phone whose browser keeps no files, in its pages or their workers. */
const openWithoutFiles: typeof openPhoneWithoutMap = async (...parts) => {
  const phone = await openPhoneWithoutMap(...parts);
  const takeFilesAway = 'delete StorageManager.prototype.getDirectory;';
  await phone.addInitScript(takeFilesAway);
  await phone.route(/\/assets\/[^/]*worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: takeFilesAway + (await response.text()) });
  });
  return phone;
};

it('a window in which the browser keeps nothing uploads from memory, holds what waits, and asks before it is left', async () => {
  const ana = await signUp(server.origin, 'Ana');
  const id = await makeParcours(server.origin, ana);
  const page = await openPage('/home', { person: ana, stored: droppingTo(id), open: openWithoutFiles });
  await mapScreenReady(page);
  await page.getByRole('button', { name: words.open }).click();
  await page.getByRole('button', { name: words.openFile }).click();
  const sheet = page.getByRole('dialog', { name: words.title });
  await sheet.getByText(memoryStrings.notice).waitFor();
  await sheet.getByRole('radio', { name: words.here }).check();
  await sheet.getByLabel(words.name).fill('La voix');
  await sheet.getByLabel(words.chooseFile).setInputFiles(audioFixture('conforming-stereo.wav'));
  await sheet.getByRole('button', { name: words.play }).waitFor();
  await page.context().setOffline(true);
  await sheet.getByRole('button', { name: words.save }).click();
  await sheet.getByText(memoryStrings.queued).waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await page.context().setOffline(false);
  await sheet.getByText(words.saved).waitFor();
  expect(await listPlaces(page)).toMatchObject([{ appelation: 'La voix', media: { data: {} } }]);
});

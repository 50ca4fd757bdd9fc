import { afterAll, expect, it } from 'vitest';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { memoryStrings } from '../../app/words/drops/memory.ts';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { useServer } from '../support/use-server.ts';
import { audioFixture, dropAtPosition, listPlaces, openAuthor } from './steps.ts';

const words = dropStrings;
const server = useServer();
afterAll(closePhones);

it('a window in which the browser keeps nothing uploads from memory, holds what waits, and asks before it is left', async () => {
  const page = await openAuthor(await sharedBrowser(), server, [2.3411, 48.8571]);
  const takeFilesAway = 'delete StorageManager.prototype.getDirectory;';
  await page.addInitScript(takeFilesAway);
  await page.route(/\/assets\/[^/]*worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: takeFilesAway + (await response.text()) });
  });
  await page.reload();
  for (const file of ['mono-48k.m4a', 'ima4.caf']) await dropAtPosition(page, file, file);
  expect((await listPlaces(page)).map(({ appelation, media }) => [appelation, media === null])).toEqual([
    ['mono-48k.m4a', false],
    ['ima4.caf', false],
  ]);

  await page.getByRole('button', { name: words.open }).click();
  const sheet = page.getByRole('dialog', { name: words.title });
  await sheet.getByText(memoryStrings.notice).waitFor();
  await sheet.getByLabel(words.chooseFile).setInputFiles(audioFixture('conforming-stereo.wav'));
  await sheet.getByRole('button', { name: words.play }).waitFor();
  await page.context().setOffline(true);
  await sheet.getByRole('button', { name: words.save }).click();
  await sheet.getByText(memoryStrings.kept).waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await page.context().setOffline(false);
  await sheet.getByText(words.saved).waitFor();
});

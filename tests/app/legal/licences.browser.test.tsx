import { BrowserRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { legalStrings, licencesStrings } from '../../../app/legal/legal-words.ts';
import { LicencesScreen } from '../../../app/legal/licences-screen.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const LIST = [
  { name: '@ffmpeg/core', version: '0.12.10', licence: 'GPL-2.0-or-later', inBrowsers: true },
  { name: 'react', version: '19.3.1', licence: 'MIT', inBrowsers: true },
  { name: '@radix-ui/react-use-effect-event', version: '0.0.10', licence: '(BSD-2-Clause OR MIT)', inBrowsers: true },
  { name: 'express', version: '5.3.0', licence: 'MIT', inBrowsers: false },
];

const root = rootPerTest('main');

function open(): void {
  root.render(
    <BrowserRouter>
      <LicencesScreen />
    </BrowserRouter>,
  );
}

it('the packages are listed, with the version of the converter and a link to all texts', async () => {
  answerCalls({ 'GET /licences.json': LIST });
  open();
  await expect.element(page.getByRole('heading', { name: licencesStrings.inApp(3) })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: licencesStrings.onServer(1) })).toBeVisible();
  await expect.element(page.getByText(licencesStrings.converter.what('0.12.10'))).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: licencesStrings.notices }))
    .toHaveAttribute('href', '/licences.txt');
  // Without the configuration the provider of the source is unknown, and the page says so.
  await expect.element(page.getByText(`[${legalStrings.placeholders.associationContact}]`)).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
});

it('a list that does not load says so and offers a retry; the rest is shown', async () => {
  let isThere = false;
  answerCalls({
    'GET /licences.json': () => (isThere ? LIST : new Response('', { status: 404 })),
  });
  open();
  await expect.element(page.getByRole('alert')).toHaveTextContent(licencesStrings.failed);
  await expect.element(page.getByText(licencesStrings.fonts.text)).toBeVisible();
  isThere = true;
  await page.getByRole('button', { name: strings.app.retry }).click();
  await expect.element(page.getByText('express')).toBeVisible();
});

import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { passwordStrings } from '../../../app/account/credentials-words.ts';
import { ForgottenScreen } from '../../../app/account/passwords/forgotten-screen.tsx';
import { ResetScreen } from '../../../app/account/passwords/reset-screen.tsx';
import { VerifyScreen } from '../../../app/account/passwords/verify-screen.tsx';
import { fetchConfig } from '../../../app/platform/net/app-config.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { configOf } from '../../support/samples/config.ts';

const VERIFY = 'POST /v1/user/email/verify';
const words = passwordStrings;
const root = rootPerTest('div', () => storage.forgetAll());
beforeEach(() => {
  storage.forgetAll();
  answerCalls({});
});

function open(path: string): void {
  root.render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/verifyemail" element={<VerifyScreen />} />
        <Route path="/resetpassword" element={<ResetScreen />} />
        <Route path="/forgotpassword" element={<ForgottenScreen />} />
      </Routes>
    </MemoryRouter>,
  );
}

const alert = page.getByRole('alert');
const retry = page.getByRole('button', { name: strings.app.retry });
const goOn = page.getByRole('link', { name: words.verify.goOn });

it('an address that could not be verified without a network can be verified once it is back', async () => {
  open('/verifyemail#a-token');
  await expect.element(page.getByRole('button', { name: words.verify.submit })).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  await page.getByRole('button', { name: words.verify.submit }).click();
  await expect.element(alert).toHaveTextContent(strings.errors.network);
  expect(await screenFaultsHere()).toEqual([]);
  answerCalls({ [VERIFY]: { status: 'ok' } });
  await retry.click();
  await expect.element(page.getByText(words.verify.done)).toBeVisible();
  await expect.element(goOn).toBeVisible();
});

it('an expired link is not tried again', async () => {
  answerCalls({ [VERIFY]: refusal('mail_link_ended', 410) });
  open('/verifyemail#a-token');
  await page.getByRole('button', { name: words.verify.submit }).click();
  await expect.element(alert).toHaveTextContent(words.linkEnded);
  await expect.element(goOn).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});

it('a password reset is accessible at every size while it names a fault', async () => {
  open('/resetpassword#a-token');
  await page.getByRole('button', { name: words.reset.submit }).click();
  await expect.element(alert).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
});

it('a forgotten password offers a retry if the configuration could not be loaded', async () => {
  open('/forgotpassword');
  await expect.element(alert).toHaveTextContent(strings.errors.network);
  answerCalls({ 'GET /v1/config': configOf({ sendsMail: true }) });
  await retry.click();
  await expect.element(page.getByRole('textbox', { name: words.forgotten.email })).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  expect(await screenFaultsHere()).toEqual([]);
});

it('a forgotten password says whom to ask where the server sends no mails', async () => {
  answerCalls({ 'GET /v1/config': configOf() });
  await fetchConfig();
  open('/forgotpassword');
  await expect.element(page.getByText(words.forgotten.askContact(null))).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
});

import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SecurityScreen } from '../../../app/account/security/security-screen.tsx';
import { securityStrings } from '../../../app/account/security/security-words.ts';
import { session } from '../../../app/session/session.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { configOf } from '../../support/samples/config.ts';

const words = securityStrings;
const moments = { startedAt: '2026-11-20T08:00:00.000Z', usedAt: '2026-11-24T08:00:00.000Z' };
const account = {
  hasPassword: true,
  emailVerified: false,
  mayMailInvites: false,
  passkeys: [{ id: 1, browser: 'Firefox', system: 'Android', addedAt: moments.startedAt, usedAt: null }],
  sessions: [
    { id: 'a', browser: 'Chrome', system: 'Windows', isCurrent: true, ...moments },
    { id: 'b', browser: 'Safari', system: 'iPhone', isCurrent: false, ...moments },
  ],
};
const root = rootPerTest('main', () => {
  forgetSession();
  session.user = null;
});

it('the security is accessible at every size, with a fault and with the question before all sessions end', async () => {
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'user', picture: null };
  answerCalls({ 'GET /v1/user/security': account, 'GET /v1/config': configOf({ hasPasskeys: true, sendsMail: true }) });
  root.render(
    <MemoryRouter>
      <SecurityScreen />
    </MemoryRouter>,
  );
  await expect.element(page.getByText(words.sessions.current, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: words.password.submit }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  const endAll = page.getByRole('button', { name: words.sessions.endAll });
  await endAll.click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(endAll).toHaveFocus();
});

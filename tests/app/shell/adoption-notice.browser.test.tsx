import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { guestStrings } from '../../../app/account/guests-words.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { adoptionNews, announceAdoption } from '../../../app/session/adoption.ts';
import { AppPage } from '../../../app/shell/app-page.tsx';
import { rootPerTest } from '../../support/page/react-root.ts';

const root = rootPerTest('div', () => {
  announceAdoption(null);
  notices.shown = [];
});
beforeEach(() =>
  root.render(
    <MemoryRouter>
      <AppPage>The screen</AppPage>
    </MemoryRouter>,
  ),
);

it.each([
  ['waits', guestStrings.comesLater],
  ['refused', guestStrings.left],
] as const)("after a login, a guest's data that %s is told once", async (adoption, words) => {
  announceAdoption(adoption);
  await expect.element(page.getByText(words)).toBeVisible();
  expect([notices.shown.length, adoptionNews.untold]).toEqual([1, null]);
});

it('a guest gets no notice when their data has already moved to the account', async () => {
  announceAdoption('done');
  await expect.element(page.getByText('The screen')).toBeVisible();
  expect(notices.shown).toEqual([]);
});

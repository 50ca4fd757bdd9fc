import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { MyDataScreen } from '../../../../app/account/my-data/my-data-screen.tsx';
import { myDataStrings } from '../../../../app/account/my-data/my-data-words.ts';
import { session } from '../../../../app/session/session.ts';
import { UserId } from '../../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const words = myDataStrings;
const plan = {
  confirmBy: 'password',
  lost: [{ id: 7, name: 'Le quai', drops: 2, othersDrops: 1, members: 3 }],
  dropsElsewhere: 4,
  parcoursElsewhere: 2,
};

const root = rootPerTest('main', () => {
  session.user = null;
});

it('the own data are accessible at every size, with consents and the deletion of the account', async () => {
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'user', picture: null };
  const consents = [{ kind: 'terms', version: '2026-11', givenAt: '2026-11-20T08:00:00.000Z' }];
  answerCalls({
    'GET /v1/user/me/consents': { consents, statistics: true, approvalMails: false },
    'GET /v1/user/me/erasure': plan,
  });
  root.render(
    <MemoryRouter>
      <MyDataScreen />
    </MemoryRouter>,
  );
  await expect.element(page.getByText(words.consents.given('20 novembre 2026', 'novembre 2026'))).toBeVisible();
  await page.getByRole('button', { name: words.erasure.open }).click();
  await expect.element(page.getByRole('button', { name: words.erasure.confirm })).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
});

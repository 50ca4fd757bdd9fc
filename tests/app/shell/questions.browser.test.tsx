import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { leaving } from '../../../app/account/leaving.ts';
import { outboxStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { packStrings } from '../../../app/packs/packs-words.ts';
import { LogoutQuestion } from '../../../app/shell/questions.tsx';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const words = outboxStrings;
const root = rootPerTest('main', () =>
  Object.assign(leaving, { isAsked: false, drafts: 0, isRecording: false, packs: 0 }),
);

it('lists everything that a logout would lose or end, and no drops if none wait', async () => {
  Object.assign(leaving, { isAsked: true, drafts: 2, isRecording: true, packs: 3 });
  root.render(
    <MemoryRouter>
      <LogoutQuestion />
    </MemoryRouter>,
  );
  const question = page.getByRole('alertdialog', { name: words.logoutTitleWithoutDrops });
  await expect.element(question.getByText(words.logoutDrafts(2))).toBeVisible();
  await expect.element(question.getByText(words.logoutRecording)).toBeVisible();
  await expect.element(question.getByText(packStrings.logout(3))).toBeVisible();
  await expect.element(question.getByText('drops')).not.toBeInTheDocument();
  expect(await faultsHere()).toEqual([]);
  await question.getByRole('button', { name: words.logoutDeny }).click();
  await expect.element(question).not.toBeInTheDocument();
});

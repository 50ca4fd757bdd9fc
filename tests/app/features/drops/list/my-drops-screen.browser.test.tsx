import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MyDropsScreen } from '../../../../../app/features/drops/list/my-drops-screen.tsx';
import { finishRemovals, forgetMyDrops } from '../../../../../app/state/drops/my-drops.ts';
import { notices } from '../../../../../app/state/page/notice-queue.ts';
import { session } from '../../../../../app/state/session/session.ts';
import { strings } from '../../../../../app/words/strings.ts';
import { UserId } from '../../../../../contracts/vocabulary.ts';
import { answerCalls } from '../../../../support/answers.ts';

const words = strings.myDrops;
const bench = {
  id: 11,
  appelation: 'Le banc',
  type: 'la',
  feature: { type: 'Point', coordinates: [2.34, 48.85] },
  map: { id: 7 },
  userId: 3,
  media: null,
};

let root: Root;
beforeEach(() => {
  session.user = { id: UserId.parse(3), name: 'Dina', email: 'dina@example.org', role: 'user', picture: null };
  answerCalls({ 'GET /v1/drop/user/3': { drops: [bench] } });
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container);
  root.render(
    <MemoryRouter>
      <MyDropsScreen />
    </MemoryRouter>,
  );
});
afterEach(() => {
  root.unmount();
  forgetMyDrops();
  notices.shown = [];
  session.user = null;
  vi.unstubAllGlobals();
});

it('a drop that could not be deleted comes back, with the reason', async () => {
  const heading = page.getByRole('heading', { name: 'Le banc' });
  await page.getByRole('button', { name: words.options('Le banc') }).click();
  await page.getByRole('menuitem', { name: words.delete }).click();
  await expect.element(heading).not.toBeInTheDocument();
  finishRemovals();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.deletionFailed(strings.errors.network));
  await expect.element(heading).toBeVisible();
});

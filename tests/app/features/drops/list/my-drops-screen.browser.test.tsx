import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MyDropsScreen } from '../../../../../app/features/drops/list/my-drops-screen.tsx';
import { finishRemovals, forgetMyDrops } from '../../../../../app/state/drops/my-drops.ts';
import { notices } from '../../../../../app/state/page/notice-queue.ts';
import { session } from '../../../../../app/state/session/session.ts';
import { audioFacts } from '../../../../../app/words/audio-facts.ts';
import { strings } from '../../../../../app/words/strings.ts';
import { UserId } from '../../../../../contracts/vocabulary.ts';
import { answerCalls } from '../../../../support/answers.ts';
import { mediaLink } from '../../../../support/media-link.ts';
import { freshRoot } from '../../../../support/react-root.ts';
import { until } from '../../../../support/until.ts';

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
  root = freshRoot();
});
afterEach(() => {
  root.unmount();
  forgetMyDrops();
  notices.shown = [];
  session.user = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(answer: unknown): void {
  answerCalls({ 'GET /v1/drop/user/3': answer });
  root.render(
    <MemoryRouter>
      <MyDropsScreen />
    </MemoryRouter>,
  );
}

it('a drop that could not be deleted comes back, with the reason', async () => {
  show({ drops: [bench] });
  const heading = page.getByRole('heading', { name: 'Le banc' });
  await page.getByRole('button', { name: words.options('Le banc') }).click();
  await page.getByRole('menuitem', { name: words.delete }).click();
  await expect.element(heading).not.toBeInTheDocument();
  finishRemovals();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.deletionFailed(strings.errors.network));
  await expect.element(heading).toBeVisible();
});

it('a drop whose light version is being made is looked at again until that is ready', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const rendition = { link: '/v1/media/a.m4a', type: 'audio/mp4', bytes: 500_000 };
  let media = mediaLink();
  let looks = 0;
  show(() => {
    looks += 1;
    return { drops: [{ ...bench, media: { data: media } }] };
  });
  await until(() => expect(document.body.textContent).toContain(audioFacts.renditionDue));
  expect(looks).toBe(1);
  media = mediaLink({ rendition });
  vi.advanceTimersByTime(5000);
  await until(() => expect(document.body.textContent).toContain(audioFacts.renditionReady(rendition.bytes)));
  vi.advanceTimersByTime(3_600_000);
  expect(looks).toBe(2);
});

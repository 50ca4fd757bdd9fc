import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { strings } from '../../../app/ui/common-words.ts';
import { Lightbox, Sheet } from '../../../app/ui/sheet.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { rootPerTest } from '../../support/page/react-root.ts';

const root = rootPerTest('div', async () => {
  document.documentElement.style.fontSize = '';
  await page.viewport(414, 896);
});

beforeEach(() => page.viewport(320, 360));

const frame = { title: 'QR code', description: 'Une description de quelques mots. '.repeat(8) };
const content = (
  <>
    <div style={{ height: 900 }} />
    <button type="button">last</button>
  </>
);

test.each([
  [
    'a sheet',
    '100%',
    <Sheet {...frame} key="sheet" onClose={() => {}}>
      {content}
    </Sheet>,
  ],
  [
    'a sheet with large text',
    '200%',
    <Sheet {...frame} key="sheet" onClose={() => {}}>
      {content}
    </Sheet>,
  ],
  [
    'a lightbox',
    '100%',
    <Lightbox {...frame} key="lightbox" onClose={() => {}}>
      {content}
    </Lightbox>,
  ],
  [
    'a lightbox with large text',
    '200%',
    <Lightbox {...frame} key="lightbox" onClose={() => {}}>
      {content}
    </Lightbox>,
  ],
])('%s keeps its close button visible on a low screen, and scrolls as one', async (_, textSize, dialog) => {
  document.documentElement.style.fontSize = textSize;
  root.render(dialog);
  const panel = page.getByRole('dialog', { name: 'QR code' });
  await expect.element(panel).toBeVisible();
  page.getByRole('button', { name: 'last' }).element().scrollIntoView();
  await expect.element(page.getByRole('button', { name: 'last' })).toBeInViewport({ ratio: 1 });
  const { top, bottom, left, width } = page
    .getByRole('button', { name: strings.app.close })
    .element()
    .getBoundingClientRect();
  expect([top >= 0, bottom <= 360]).toEqual([true, true]);
  expect(document.elementFromPoint(left + width / 2, (top + bottom) / 2)?.closest('button')?.ariaLabel).toBe(
    strings.app.close,
  );
  const scrollers = [panel.element(), ...panel.element().querySelectorAll('*')].filter(
    (element) => element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflowY !== 'visible',
  );
  expect(scrollers).toHaveLength(1);
});

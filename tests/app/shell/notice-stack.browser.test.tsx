import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NoticeStack } from '../../../app/shell/notice-stack.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { NOTICE_MS, notices, showNotice } from '../../../app/page/notice-queue.ts';

let root: Root;
let frame: HTMLElement;
beforeEach(async () => {
  await userEvent.hover(document.body);
  frame = document.createElement('main');
  document.body.append(frame);
  root = createRoot(frame);
  root.render(
    <MemoryRouter>
      <NoticeStack />
    </MemoryRouter>,
  );
});
afterEach(() => {
  root.unmount();
  frame.remove();
  notices.shown = [];
  document.documentElement.style.fontSize = '';
});

const undo = () => page.getByRole('button', { name: 'Annuler' });

test('a message stays as long as the focus is on it, goes when it is left, and what it offers is done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const run = vi.fn();
  showNotice('« Le banc » est supprimé.', { action: { label: 'Annuler', run } });
  await expect.element(undo()).toBeVisible();
  undo().element().focus();
  showNotice('Un autre message');
  await expect.element(page.getByText('Un autre message')).toBeVisible();
  vi.advanceTimersByTime(2 * NOTICE_MS);
  await expect.element(undo()).toBeVisible();
  await undo().click();
  expect(run).toHaveBeenCalledOnce();
  await userEvent.hover(document.body);
  await expect
    .poll(() => {
      vi.advanceTimersByTime(NOTICE_MS);
      return notices.shown.length;
    })
    .toBe(0);
});

test.each([0, 60, 300])(
  'many messages at once leave the lower half of the screen to the map, below a count at %i px',
  async (topPx) => {
    const count = document.createElement('button');
    count.setAttribute('style', `position: absolute; top: ${topPx}px; height: 44px; anchor-name: --waiting-drops`);
    if (topPx > 0) frame.before(count);
    for (let nth = 1; nth <= 8; nth++) {
      showNotice(`« Lieu ${nth} » est supprimé.`, { action: { label: 'Annuler', run: vi.fn() } });
    }
    await expect.poll(() => undo().elements().length).toBe(8);
    const newest = undo().elements().at(-1);
    const stack = frame.querySelector('[aria-live]');
    await expect.poll(() => newest?.getBoundingClientRect().bottom).toBeLessThan(window.innerHeight / 2);
    const top = stack?.getBoundingClientRect().top ?? 0;
    expect(top).toBeLessThanOrEqual(window.innerHeight / 4);
    if (topPx > 0) expect(top).toBeGreaterThanOrEqual(Math.min(topPx + 44, window.innerHeight / 4));
    const { x, y, width, height } = newest?.getBoundingClientRect() ?? new DOMRect();
    expect(document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button')).toBe(newest);
    expect(document.elementFromPoint(window.innerWidth / 2, window.innerHeight * 0.6)?.closest('button')).toBeNull();
    count.remove();
  },
);

test('at the desk a message is over the free part of the map: below right, above its foot and beside the panel', async () => {
  await page.viewport(1280, 800);
  const box = (name: string, style: string) => {
    const part = document.createElement('div');
    part.setAttribute('style', `position: absolute; anchor-name: ${name}; ${style}`);
    frame.before(part);
    return part;
  };
  const parts = [
    box('--map-area', 'left: 500px; right: 0; top: 0; bottom: 0'),
    box('--map-foot', 'left: 650px; width: 480px; bottom: 0; height: 300px'),
    box('--map-panel', 'left: 516px; width: 484px; top: 16px; height: 500px'),
  ];
  showNotice('Le lieu est créé, avec son audio.');
  const notice = page.getByText('Le lieu est créé, avec son audio.');
  await expect.element(notice).toBeVisible();
  const rect = () => notice.element().closest('[role="status"]')?.getBoundingClientRect() ?? new DOMRect();
  await expect.poll(() => rect().bottom).toBeLessThanOrEqual(500);
  expect(rect().bottom).toBeGreaterThan(400);
  expect(rect().left).toBeGreaterThanOrEqual(1000);
  expect(rect().right).toBeLessThanOrEqual(1280);
  for (const part of parts) part.remove();
  await expect.poll(() => rect().bottom).toBeGreaterThan(740);
  await page.viewport(414, 896);
});

test('on a tablet a message leaves the editor’s panel and the map’s buttons free', async () => {
  await page.viewport(820, 1180);
  const panel = document.createElement('div');
  panel.setAttribute(
    'style',
    'position: absolute; anchor-name: --map-panel; left: 16px; width: 360px; top: 76px; height: 700px',
  );
  frame.before(panel);
  showNotice('Le lieu est enregistré.');
  const notice = page.getByText('Le lieu est enregistré.');
  await expect.element(notice).toBeVisible();
  const rect = () => notice.element().closest('[role="status"]')?.getBoundingClientRect() ?? new DOMRect();
  await expect.poll(() => rect().bottom).toBeGreaterThan(1100);
  expect(rect().left).toBeGreaterThanOrEqual(376);
  panel.remove();
  await page.viewport(414, 896);
});

const LONG = '« La fontaine du jardin » est supprimé de la carte.';

describe.each([
  [320, '100%'],
  [320, '200%'],
  [360, '100%'],
  [390, '200%'],
])('at %i px, with text of %s', (widthPx, textSize) => {
  beforeEach(async () => {
    await page.viewport(widthPx, 640);
    document.documentElement.style.fontSize = textSize;
    const toggle = document.createElement('button');
    toggle.setAttribute('style', 'position: absolute; top: 12px; left: 12px; width: 44px; height: 44px; margin: 0');
    toggle.id = 'toggle';
    frame.append(toggle);
  });
  afterEach(() => page.viewport(414, 896));

  test.each([
    ['with something to do', { action: { label: 'Annuler', run: vi.fn() } }],
    ['without', {}],
  ])('a message %s is whole, has room for its words, and leaves the menu’s toggle free', async (_, options) => {
    showNotice(LONG, options);
    await expect.element(page.getByText(LONG)).toBeVisible();
    const box = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
    const message = page.getByText(LONG).element().closest('[role="status"]');
    // It comes down from above.
    await expect.poll(() => box(message).top).toBeGreaterThanOrEqual(box(message?.closest('[aria-live]')).top);
    const text = box(message?.children[1]);
    const toggle = box(document.querySelector('#toggle'));
    const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    expect(text.width).toBeGreaterThanOrEqual(Math.min(7 * remPx, 0.7 * widthPx));
    // Beside its icon, on the same line.
    expect(text.left).toBeGreaterThan(box(message?.children[0]).right);
    expect(box(message).left >= toggle.right || box(message).top >= toggle.bottom).toBe(true);
    // The map's chips and a screen's title end there.
    expect(box(message).top).toBeGreaterThanOrEqual(144);
    expect(box(message).right).toBeLessThanOrEqual(widthPx);
    for (const button of message?.querySelectorAll('button') ?? []) {
      expect(box(button).right).toBeLessThanOrEqual(box(message).right);
      expect(box(button).top >= text.bottom || box(button).left >= text.right).toBe(true);
    }
  });
});

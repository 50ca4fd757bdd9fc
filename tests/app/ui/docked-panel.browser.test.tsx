import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DockedPanel } from '../../../app/ui/docked-panel.tsx';
import { rootPerTest } from '../../support/page/react-root.ts';

const root = rootPerTest('div');

/** A list, and a page that lies over it. */
function show(isPageOpen: boolean): void {
  root.render(
    <>
      <DockedPanel title="Liste" isCovered={isPageOpen} onClose={() => {}}>
        <button type="button">Lire</button>
      </DockedPanel>
      {isPageOpen && (
        <DockedPanel title="Page" onClose={() => {}}>
          Texte
        </DockedPanel>
      )}
    </>,
  );
}

test('a covered panel is out of reach, and has its focus again once the other one is closed', async () => {
  show(false);
  const opener = page.getByRole('button', { name: 'Lire' });
  await expect.element(opener).toBeVisible();
  const button = opener.element();
  if (button instanceof HTMLElement) button.focus();
  show(true);
  await expect.element(page.getByRole('heading', { name: 'Page' })).toHaveFocus();
  expect(button.closest('[inert]')).not.toBeNull();
  show(false);
  await expect.element(opener).toHaveFocus();
});

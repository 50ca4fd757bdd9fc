import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { strings } from '../../../app/ui/common-words.ts';
import { Sheet } from '../../../app/ui/sheet.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { rootPerTest } from '../../support/page/react-root.ts';

const root = rootPerTest();

function Opener() {
  const [open, setOpen] = useState(false);
  const [isGone, setGone] = useState(false);
  return (
    <>
      <details>
        <summary>more</summary>
        <button type="button">folded</button>
      </details>
      <button type="button">before</button>
      {!isGone && (
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
      )}
      <Sheet open={open} onClose={() => setOpen(false)} title="places">
        <button type="button" onClick={() => setGone(true)}>
          inside
        </button>
      </Sheet>
    </>
  );
}

beforeEach(() => {
  root.render(<Opener />);
});

describe('a sheet', () => {
  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its close button', () => page.getByRole('button', { name: strings.app.close }).click()],
  ])('returns focus to its opener when it is closed by %s', async (_, close) => {
    const opener = page.getByRole('button', { name: 'open' });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'places' });
    await expect.element(sheet).toBeVisible();
    expect(sheet.element().contains(document.activeElement)).toBe(true);
    await close();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
    await opener.click();
    await sheet.getByRole('button', { name: 'inside' }).click();
    await close();
    await expect.element(page.getByRole('button', { name: 'before' })).toHaveFocus();
  });
});

import { useState } from 'react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Sheet } from '../../../app/ui/sheet.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { freshRoot } from '../../support/react-root.ts';

let root: Root;

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button">before</button>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Sheet open={open} onOpenChange={setOpen} title="places" closeLabel="close">
        <button type="button">inside</button>
      </Sheet>
    </>
  );
}

beforeEach(() => {
  root = freshRoot();
  root.render(<Opener />);
});
afterEach(() => root.unmount());

describe('a sheet', () => {
  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its close button', () => page.getByRole('button', { name: 'close' }).click()],
  ])('gives focus back to what opened it when it is closed by %s', async (_, close) => {
    const opener = page.getByRole('button', { name: 'open' });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'places' });
    await expect.element(sheet).toBeVisible();
    expect(sheet.element().contains(document.activeElement)).toBe(true);
    await close();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });
});

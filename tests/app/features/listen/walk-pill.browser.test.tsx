import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { WalkPill } from '../../../../app/features/listen/walk-pill.tsx';
import { Scope } from '../../../../app/platform/scope.ts';
import { startListening } from '../../../../app/state/walk/listening.ts';
import { readySheet, showReadySheet } from '../../../../app/state/walk/ready-sheet.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { readyStrings } from '../../../../app/words/ready.ts';
import { rootPerTest } from '../../../support/react-root.ts';

const root = rootPerTest('div', () => scope.dispose());
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  root.render(<WalkPill />);
});

const start = page.getByRole('button', { name: 'Commencer la balade' });
const stop = page.getByRole('button', { name: 'Terminer la balade' });

describe('the button that starts a walk', () => {
  it('hands focus to the one that ends it, and takes it back', async () => {
    await expect.element(start).toBeVisible();
    await userEvent.tab();
    await expect.element(start).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(stop).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(start).toHaveFocus();
  });

  it('stands beside the one that looks first whether all is ready', async () => {
    await page.getByRole('button', { name: readyStrings.openLong }).click();
    expect(readySheet.isOpen).toBe(true);
    showReadySheet(false);
  });

  it('claims no place and no walk while the position is unknown', async () => {
    await start.click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Position inconnue');
  });
});

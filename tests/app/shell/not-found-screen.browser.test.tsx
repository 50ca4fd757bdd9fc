import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { NotFoundScreen } from '../../../app/shell/not-found-screen.tsx';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const root = rootPerTest();

function render(screen: ReactNode): void {
  root.render(<MemoryRouter>{screen}</MemoryRouter>);
}

it("says '404' and 'Page Not Found' beside a picture that moves", async () => {
  const moved: Element[] = [];
  const note = ({ target }: AnimationEvent) => moved.push(target as Element);
  document.addEventListener('animationstart', note);
  render(<NotFoundScreen />);
  await expect.element(page.getByText('404', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect.poll(() => moved.map(({ tagName }) => tagName)).toContain('svg');
  document.removeEventListener('animationstart', note);
  expect(await screenFaultsHere()).toEqual([]);
});

it('accepts another code and text', async () => {
  render(<NotFoundScreen code="410" text="Gone" />);
  await expect.element(page.getByText('410', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Gone' })).toBeVisible();
  await expect.element(page.getByText('404')).not.toBeInTheDocument();
});

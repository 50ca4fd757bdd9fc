import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ErrorBoundary } from '../../../app/shell/error-boundary.tsx';

let root: Root;
afterEach(() => root.unmount());

it("shows 'Unexpected Application Error!', the reason and a way out if a screen throws", async () => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container, { onCaughtError: () => {} });
  root.render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  await expect.element(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Got no parcours');
  await expect.element(page.getByRole('button', { name: 'Recharger' })).toBeVisible();
});

function Broken(): never {
  throw new Error('Got no parcours');
}

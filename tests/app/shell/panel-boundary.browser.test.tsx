import { Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { holdPage } from '../../../app/page/busy.ts';
import { missingStrings } from '../../../app/shell/missing-words.ts';
import { PanelBoundary } from '../../../app/shell/panel-boundary.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import { lazyPart } from '../../../app/ui/lazy-part.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { faultsHere } from '../../support/accessibility/axe-here.ts';

const { partFailed, partMissing, partWaits } = missingStrings;
const { reload } = strings.shell;

let root: Root;
let isBroken: boolean;
let logged: unknown[];

beforeEach(() => {
  const container = document.createElement('main');
  document.body.replaceChildren(container);
  logged = [];
  root = createRoot(container, { onCaughtError: (error) => logged.push(error) });
  isBroken = true;
});
afterEach(() => root.unmount());

function Panel() {
  if (isBroken) throw new Error('Got no places');
  return <p>Les lieux</p>;
}

const alert = () => page.getByRole('alert');
const button = (name: string) => page.getByRole('button', { name });

it('shows a failure in its own place with a retry, and logs it', async () => {
  root.render(
    <>
      <p>Le reste</p>
      <PanelBoundary>
        <Panel />
      </PanelBoundary>
    </>,
  );
  await expect.element(alert()).toHaveTextContent(partFailed);
  await expect.element(page.getByText('Le reste')).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  expect(logged).toEqual([new Error('Got no places')]);
  isBroken = false;
  await button(strings.app.retry).click();
  await expect.element(page.getByText('Les lieux')).toBeVisible();
});

it('shows what stands in for a part, if that is given', async () => {
  root.render(
    <PanelBoundary fallback={<p>Le menu</p>}>
      <Panel />
    </PanelBoundary>,
  );
  await expect.element(page.getByText('Le menu')).toBeVisible();
  await expect.element(alert()).not.toBeInTheDocument();
});

it('can be closed if it is optional', async () => {
  let isOpen = true;
  const render = () =>
    root.render(
      <PanelBoundary
        onGiveUp={() => {
          isOpen = false;
          render();
        }}
      >
        {isOpen && <Panel />}
      </PanelBoundary>,
    );
  render();
  await button(strings.app.dismiss).click();
  await expect.element(alert()).not.toBeInTheDocument();
  expect(isOpen).toBe(false);
});

it('offers to reload if its code could not be loaded, unless that would lose something', async () => {
  const release = holdPage('recording');
  const Missing = lazyPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  root.render(
    <PanelBoundary>
      <Suspense>
        <Missing />
      </Suspense>
    </PanelBoundary>,
  );
  await expect.element(alert()).toHaveTextContent(`${partMissing} ${partWaits}`);
  await expect.element(button(reload)).not.toBeInTheDocument();
  release();
  await expect.element(button(reload)).toBeVisible();
  await expect.element(alert()).not.toHaveTextContent(partWaits);
});

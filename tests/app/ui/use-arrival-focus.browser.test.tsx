import type { Root } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AppPage } from '../../../app/shell/app-page.tsx';
import { useArrivalFocus } from '../../../app/ui/use-arrival-focus.ts';
import { freshRoot } from '../../support/page/react-root.ts';

let root: Root;
let start: string;
beforeEach(() => {
  start = location.pathname;
});
afterEach(() => {
  root.unmount();
  history.replaceState(null, '', start);
});

/** Loads a page at `/one`, whose entry has the state that the router gave it, or none yet. */
function load(state: unknown): void {
  history.replaceState(state, '', '/one');
  root = freshRoot();
  root.render(
    <BrowserRouter>
      <AppPage>
        <Routes>
          <Route path="/one" element={<Screen key="one" name="one" />} />
          <Route path="/two" element={<Screen key="two" name="two" />} />
        </Routes>
        <div role="dialog" data-state="open">
          <Link to="/two">two from an open dialog</Link>
        </div>
        <div role="dialog" data-state="closed">
          <Link to="/two">two from a closing menu</Link>
        </div>
      </AppPage>
    </BrowserRouter>,
  );
}

function Screen({ name }: { readonly name: string }) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {name}
      </h1>
      <Link to="/one">to one</Link>
      <Link to="/two">to two</Link>
    </>
  );
}

const heading = (name: string) => page.getByRole('heading', { name });

it.each([
  ['loaded', null],
  ['loaded again', { usr: null, key: 'a1b2c3', idx: 0 }],
])('a page that has been %s does not move the focus, but every later screen does', async (_, state) => {
  load(state);
  await expect.element(heading('one')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await page.getByRole('link', { name: 'to two' }).click();
  await expect.element(heading('two')).toHaveFocus();
  history.back();
  await expect.element(heading('one')).toHaveFocus();
});

it('a screen takes the focus from a closing menu, but not out of an open dialog', async () => {
  load(null);
  const open = page.getByRole('link', { name: 'two from an open dialog' });
  await open.click();
  await expect.element(heading('two')).toBeVisible();
  await expect.element(open).toHaveFocus();
  await page.getByRole('link', { name: 'to one' }).click();
  await expect.element(heading('one')).toHaveFocus();
  await page.getByRole('link', { name: 'two from a closing menu' }).click();
  await expect.element(heading('two')).toHaveFocus();
});

import { X } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { BrowserRouter, Link, useLocation, useNavigate } from 'react-router-dom';
import { proxy, useSnapshot } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closeOnBack, watchBack } from '../../../../app/platform/page/back.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { BackContext } from '../../../../app/ui/back.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import { ConfirmDialog } from '../../../../app/ui/confirm-dialog.tsx';
import { MoreMenu } from '../../../../app/ui/more-menu.tsx';
import { Sheet } from '../../../../app/ui/sheet.tsx';
import { rootPerTest } from '../../../support/page/react-root.ts';

const root = rootPerTest('div', () => {
  held.isOpen = false;
  scope.dispose();
  history.replaceState(null, '', start);
});
let scope: Scope;
let start: string;

beforeEach(async () => {
  start = location.pathname;
  scope = new Scope();
  watchBack(scope);
  root.render(
    <BrowserRouter>
      <BackContext value={closeOnBack}>
        <Screen />
      </BackContext>
    </BrowserRouter>,
  );
  await press('to one');
  await at('/one');
  await press('to two');
  await at('/two');
});

function Screen() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  const words = { title: 'sure?', description: 'really', confirm: 'yes', cancel: 'no' };
  return (
    <>
      <p>at {pathname}</p>
      <Link to="/one">to one</Link>
      <Link to="/two">to two</Link>
      <MoreMenu label="more" acts={[{ label: 'three by the menu', Icon: X, act: () => navigate('/three') }]} />
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="sheet">
        <Link to="/three" onClick={() => setOpen(false)}>
          to three
        </Link>
        <Link to="/three" replace onClick={() => setOpen(false)}>
          three instead
        </Link>
        <button type="button" onClick={() => setAsks(true)}>
          ask
        </button>
        {asks && (
          <ConfirmDialog
            words={words}
            onConfirm={async () => {
              setOpen(false);
              navigate('/three');
            }}
            onClose={() => setAsks(false)}
            wordsFor={String}
          />
        )}
      </Sheet>
      <StateSheet />
    </>
  );
}

/** Opened and closed by the state, immediately. */
const held = proxy({ isOpen: false });
const hold = (isOpen: boolean): void =>
  flushSync(() => {
    held.isOpen = isOpen;
  });

function StateSheet() {
  const { isOpen } = useSnapshot(held, { sync: true });
  return (
    <Sheet open={isOpen} onClose={() => hold(false)} title="held">
      held
    </Sheet>
  );
}

const sheet = page.getByRole('dialog', { name: 'sheet' });
const question = page.getByRole('alertdialog');
const at = (path: string) => expect.element(page.getByText(`at ${path}`, { exact: true })).toBeInTheDocument();
const press = (name: string) => page.getByText(name, { exact: true }).click();

async function openSheet(): Promise<void> {
  await press('open');
  await expect.element(sheet).toBeVisible();
}

it('going back closes a sheet and stays, and leaves the screen the next time', async () => {
  await openSheet();
  history.back();
  await expect.element(sheet).not.toBeInTheDocument();
  await at('/two');
  history.back();
  await at('/one');
});

it('a sheet closed in another way leaves no history entry', async () => {
  for (const _ of [1, 2, 3]) {
    await openSheet();
    await page.getByRole('button', { name: strings.app.close }).click();
    await expect.element(sheet).not.toBeInTheDocument();
  }
  history.back();
  await at('/one');
});

it.each([
  ['immediately', null, 1],
  ['while the step back is under way', Promise.resolve(), 2],
])('a sheet that the state closes and reopens %s is one step back', async (_, wait, pushed) => {
  const heldSheet = page.getByRole('dialog', { name: 'held' });
  const push = vi.spyOn(History.prototype, 'pushState');
  hold(true);
  await expect.element(heldSheet).toBeVisible();
  hold(false);
  if (wait !== null) await wait;
  hold(true);
  await expect.element(heldSheet).toBeVisible();
  await expect.poll(() => [push.mock.calls.length, history.state.overlays]).toEqual([pushed, 1]);
  push.mockRestore();
  history.back();
  await expect.element(heldSheet).not.toBeInTheDocument();
  await at('/two');
  history.back();
  await at('/one');
});

it('a screen opened from a sheet comes after the one below it', async () => {
  await openSheet();
  await press('to three');
  await at('/three');
  expect(sheet.elements()).toEqual([]);
  history.back();
  await at('/two');
  expect(sheet.elements()).toEqual([]);
  history.forward();
  await at('/three');
  history.go(-2);
  await at('/one');
});

it('a screen that replaces the one below a sheet takes its place', async () => {
  await openSheet();
  await press('three instead');
  await at('/three');
  await expect.poll(() => history.state).not.toHaveProperty('overlays');
  expect(location.pathname).toBe('/three');
  history.back();
  await at('/one');
});

it('going back closes the last opened layer, one by one', async () => {
  await openSheet();
  await press('ask');
  await expect.element(question).toBeVisible();
  history.back();
  await expect.element(question).not.toBeInTheDocument();
  expect(sheet.elements()).toHaveLength(1);
  history.back();
  await expect.element(sheet).not.toBeInTheDocument();
  await at('/two');
});

it('a screen opened from a dialog over a sheet leads back to the screen below both', async () => {
  await openSheet();
  await press('ask');
  await press('yes');
  await at('/three');
  history.back();
  await at('/two');
  await expect.poll(() => history.state).not.toHaveProperty('overlays');
  history.back();
  await at('/one');
});

it('going back closes a menu; a screen chosen in it comes after the screen with the menu', async () => {
  await page.getByRole('button', { name: 'more' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  history.back();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await at('/two');
  await page.getByRole('button', { name: 'more' }).click();
  await press('three by the menu');
  await at('/three');
  // The closed menu's entry is left by a step of its own, with which a step back would become one.
  await expect.poll(() => history.state?.overlays).toBeUndefined();
  history.back();
  await at('/two');
  history.back();
  await at('/one');
});

import type { Root } from 'react-dom/client';
import { BrowserRouter, Link, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AboutScreen } from '../../../app/legal/about-screen.tsx';
import { aboutStrings, legalStrings } from '../../../app/legal/legal-words.ts';
import { TermsScreen } from '../../../app/legal/terms-screen.tsx';
import { OTHER_ABOUT_PATH, paths } from '../../../app/paths.ts';
import { session } from '../../../app/session/session.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { freshRoot } from '../../support/page/react-root.ts';

const SOMEBODY = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user', picture: null } as const;

let root: Root;
let start: string;
beforeEach(() => {
  start = location.pathname;
  answerCalls({});
});
afterEach(() => {
  root.unmount();
  session.user = null;
  history.replaceState(null, '', start);
});

/** Opens the page at this address in a new tab. */
function open(address: string): void {
  history.replaceState(null, '', address);
  root = freshRoot('main');
  root.render(
    <BrowserRouter>
      <Routes>
        <Route path={paths.about} element={<AboutScreen />} />
        <Route path={paths.terms} element={<TermsScreen />} />
        <Route path={OTHER_ABOUT_PATH} element={<Navigate to={paths.about} replace />} />
        <Route path="*" element={<Other />} />
      </Routes>
    </BrowserRouter>,
  );
}

function Other() {
  return (
    <>
      <p>at {useLocation().pathname}</p>
      <Link to={paths.about}>about</Link>
      <Link to={paths.terms}>terms</Link>
    </>
  );
}

const press = (name: string) => page.getByRole('link', { name, exact: true }).click();
const at = (path: string) => expect.element(page.getByText(`at ${path}`, { exact: true })).toBeVisible();
const heading = (name: string) => expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible();

describe('the arrow of About', () => {
  it('leads to the screen that the person came from, even past the terms', async () => {
    // Who accepted earlier terms is asked there to accept these.
    session.user = { ...SOMEBODY, termsVersion: '2025-01' };
    open('/somewhere');
    await press('about');
    await heading(aboutStrings.title);
    const arrow = page.getByRole('link', { name: strings.app.back, exact: true });
    expect(arrow.element().getBoundingClientRect()).toMatchObject({ width: 44, height: 44 });
    expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
    await press(aboutStrings.terms);
    await heading(legalStrings.termsTitle);
    await expect.element(page.getByRole('heading', { name: 'Objet' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: legalStrings.newTerms.accept })).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
    await press(strings.app.back);
    await heading(aboutStrings.title);
    await press(strings.app.back);
    await at('/somewhere');
  });

  it.each([
    ['the login', null, paths.about, paths.login],
    ['the login, from its other address', null, OTHER_ABOUT_PATH, paths.login],
    ['the maps', SOMEBODY, paths.about, paths.parcours],
    ['the maps, from its other address', SOMEBODY, OTHER_ABOUT_PATH, paths.parcours],
  ])('leads to %s if the page was opened there', async (_, user, address, target) => {
    session.user = user;
    open(address);
    await heading(aboutStrings.title);
    await press(strings.app.back);
    await at(target);
  });
});

describe('the arrow of the terms', () => {
  it('leads to About, and then to the screen that the person came from', async () => {
    open('/somewhere');
    await press('terms');
    await heading(legalStrings.termsTitle);
    await press(strings.app.back);
    await heading(aboutStrings.title);
    await press(strings.app.back);
    await at('/somewhere');
  });

  it('leads to About and the login if the page was opened there', async () => {
    open(paths.terms);
    await heading(legalStrings.termsTitle);
    await press(strings.app.back);
    await heading(aboutStrings.title);
    await press(strings.app.back);
    await at(paths.login);
  });

  it('leads there from a section chosen in the contents, which gets the focus', async () => {
    open('/somewhere');
    await press('about');
    await press(aboutStrings.terms);
    const parts = page.getByRole('navigation', { name: legalStrings.contents }).getByRole('link');
    await expect.element(parts.first()).toBeVisible();
    for (const part of parts.elements()) {
      (part as HTMLElement).click();
      await expect.poll(() => document.activeElement?.textContent).toBe(part.textContent);
    }
    await press(strings.app.back);
    await heading(aboutStrings.title);
    await press(strings.app.back);
    await at('/somewhere');
  });
});

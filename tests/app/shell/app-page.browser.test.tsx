import type { Root } from 'react-dom/client';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppPage, PageTitle, titleNames } from '../../../app/shell/app-page.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { freshRoot } from '../../support/page/react-root.ts';

let root: Root | null = null;

afterEach(() => {
  root?.unmount();
  titleNames.own = null;
});

function open(address: string): void {
  root = freshRoot();
  root.render(
    <MemoryRouter initialEntries={[address]}>
      <Link to="/home/createparcours">create</Link>
      <PageTitle />
    </MemoryRouter>,
  );
}

it('the first stop of Tab is a link past everything to the content', async () => {
  root = freshRoot();
  root.render(
    <MemoryRouter>
      <AppPage>
        <button type="button">the menu</button>
        <main id="main">the content</main>
      </AppPage>
    </MemoryRouter>,
  );
  const link = page.getByRole('link', { name: strings.app.toContent });
  await expect.element(link).toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(link).toHaveFocus();
  expect(link.element().getBoundingClientRect().height).toBeGreaterThan(20);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

describe('the title in the tab', () => {
  it.each([
    ['/login', 'Login · Drop ici'],
    ['/createaccount', 'Créer un compte · Drop ici'],
    ['/home/parcours/', 'Maps · Drop ici'],
    ['/home/drops', 'Mes Drops · Drop ici'],
    ['/home/profile', 'Mon Profil · Drop ici'],
    ['/home/requests', 'Demandes · Drop ici'],
    ['/home/admin', 'Administration · Drop ici'],
    ['/home', 'Carte · Drop ici'],
    ['/nowhere', 'Page Not Found · Drop ici'],
  ])('names the screen at %s', async (address, title) => {
    open(address);
    await expect.poll(() => document.title).toBe(title);
  });

  it('names the parcours of a welcome instead of the list', async () => {
    titleNames.own = 'Le quai';
    open('/home/parcours');
    await expect.poll(() => document.title).toBe('Le quai · Drop ici');
    await page.getByRole('link', { name: 'create' }).click();
    await expect.poll(() => document.title).toBe('Créer une carte · Drop ici');
  });

  it('follows the address', async () => {
    open('/home/parcours');
    await page.getByRole('link', { name: 'create' }).click();
    await expect.poll(() => document.title).toBe('Créer une carte · Drop ici');
  });
});

import { useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { ref } from 'valtio';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { guestStrings } from '../../../app/account/guests-words.ts';
import { packStrings } from '../../../app/packs/packs-words.ts';
import { offlineMode } from '../../../app/page/offline.ts';
import { greet, welcome } from '../../../app/parcours/invite/welcome.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session, updateUser } from '../../../app/session/session.ts';
import { Menu } from '../../../app/shell/menu.tsx';
import { menuStrings } from '../../../app/shell/menu-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { ParcoursId, type Role, UserId } from '../../../contracts/vocabulary.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { faultsHereInBothLooks } from '../../support/accessibility/axe-here.ts';
import { packedMap } from '../../support/packs/kept-pack.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { requestList, roleRequest } from '../../support/samples/role-requests.ts';

const root = rootPerTest('main', () => {
  forgetSession();
  storage.forgetAll();
  session.user = null;
});
beforeEach(() => {
  answerCalls({});
});

const visitor = { name: 'Guest', email: 'guest-1@guest.invalid' };
const ana = { name: 'Ana', email: 'ana@example.org' };

function show(role: Role, who = role === 'guest' ? visitor : ana): void {
  updateUser({ id: UserId.parse(1), ...who, role, picture: null });
  root.render(
    <MemoryRouter initialEntries={['/home/parcours']}>
      <Shell />
    </MemoryRouter>,
  );
}

function Shell() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu open={isOpen} onOpenChange={setOpen} />
      <p>at {useLocation().pathname}</p>
    </>
  );
}

const toggle = page.getByRole('button', { name: menuStrings.open });
const menu = page.getByRole('dialog', { name: strings.app.name });
const entries = () =>
  menu
    .getByRole('link')
    .elements()
    .map((entry) => entry.textContent);

describe('the menu', () => {
  it('opens by its button, lists the screens, and returns the focus', async () => {
    show('user');
    await toggle.click();
    await expect.poll(entries).toEqual(['Home', 'Maps', 'Mon Profil', 'Mes Drops', 'A propos de Drop ici']);
    expect(await faultsHereInBothLooks()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(toggle).toHaveFocus();
  });

  it('leads a site’s admin to the requests, whose number is also in its button’s name', async () => {
    answerCalls({
      'GET /v1/user/role-requests': requestList(roleRequest()),
      'GET /v1/moderation/queue': { things: [], openCount: 2, suspended: [] },
    });
    show('admin');
    await page.getByRole('button', { name: 'Ouvrir le menu (Demandes : 1 en attente)' }).click();
    await expect
      .poll(entries)
      .toEqual([
        'Home',
        'Maps',
        'Mon Profil',
        'Mes Drops',
        'A propos de Drop ici',
        'Demandes11 en attente',
        'Signalements22 à traiter',
        'Administration',
      ]);
    await menu.getByRole('link', { name: 'Demandes 1 en attente' }).click();
    await expect.element(page.getByText('at /home/requests')).toBeVisible();
  });

  it('leads to the drops to approve, and counts those of all parcours', async () => {
    parcours.list = ref([
      { ...packedMap, privilege: 'editor', waiting_count: 2 },
      { ...packedMap, privilege: 'admin', id: ParcoursId.parse(8), waiting_count: 1 },
    ]);
    show('user');
    await page.getByRole('button', { name: 'Ouvrir le menu (À valider : 3)' }).click();
    await menu.getByRole('link', { name: 'À valider 3 en attente' }).click();
    await expect.element(page.getByText('at /home/avalider')).toBeVisible();
  });

  it('leaves the focus to a newly chosen screen, and takes it back if that is already shown', async () => {
    show('user');
    await toggle.click();
    await menu.getByRole('link', { name: 'Maps' }).click();
    await expect.element(toggle).toHaveFocus();
    await toggle.click();
    await menu.getByRole('link', { name: 'Home' }).click();
    await expect.element(page.getByText('at /home', { exact: true })).toBeVisible();
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(toggle).not.toHaveFocus();
  });

  it('switches off-line mode', async () => {
    show('guest');
    await toggle.click();
    const mode = menu.getByRole('switch', { name: packStrings.mode });
    await mode.click();
    expect(offlineMode.isOn).toBe(true);
    await mode.click();
    expect(offlineMode.isOn).toBe(false);
  });

  it('has no drops of guests, does not name them Guest, and logs in without ending the visit', async () => {
    show('guest');
    await toggle.click();
    await expect.poll(entries).toEqual(['Home', 'Maps', 'Mes données', 'A propos de Drop ici']);
    expect(menu.element().textContent).not.toContain('Guest');
    await menu.getByRole('button', { name: 'se connecter ?' }).click();
    await expect.element(page.getByText('at /login', { exact: true })).toBeVisible();
    expect(session.user).not.toBeNull();
  });

  it('names an account holder with the role guest, and logs them out', async () => {
    show('guest', ana);
    await toggle.click();
    await expect.element(menu.getByText(ana.name, { exact: true })).toBeVisible();
    await expect.element(menu.getByText(ana.email)).toBeVisible();
    expect(menu.getByText(guestStrings.name, { exact: true }).elements()).toEqual([]);
    await menu.getByRole('button', { name: menuStrings.logout }).click();
    await expect.poll(() => session.user).toBeNull();
  });

  it('ends a welcome by its entry for the list, which has the same path', async () => {
    show('user');
    const parcoursId = ParcoursId.parse(7);
    const quay = { id: parcoursId, name: 'Le quai', description: '', image_url: null, users: [], user_count: 1 };
    parcours.list = ref([{ ...quay, privilege: 'guest' }]);
    greet(parcoursId, true);
    await toggle.click();
    await menu.getByRole('link', { name: 'Home' }).click();
    expect(welcome.parcoursId).toBe(parcoursId);
    await toggle.click();
    await menu.getByRole('link', { name: 'Maps' }).click();
    expect(welcome.parcoursId).toBeNull();
  });
});

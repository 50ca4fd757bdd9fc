import { useSnapshot } from 'valtio';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { roleStrings } from '../../../../app/account/roles/roles-words.ts';
import { MemberList } from '../../../../app/parcours/members/member-list.tsx';
import { forgetMembers, members } from '../../../../app/parcours/members/members.ts';
import { parcoursPanes } from '../../../../app/parcours/panes-words.ts';
import { ParcoursId, type Privilege, UserId } from '../../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../../support/accessibility/axe-here.ts';
import { screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { PICTURE_URL } from '../../../support/samples/picture.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { rootPerTest } from '../../../support/page/react-root.ts';

const parcoursId = ParcoursId.parse(7);
const person = (id: number, name: string, privilege: Privilege, picture: string | null = null) => ({
  id: UserId.parse(id),
  name,
  picture,
  privilege,
});
const ana = person(1, 'Ana', 'admin');
const bruno = person(2, 'Bruno', 'drop', PICTURE_URL);

const root = rootPerTest('main', () => forgetMembers());

function show(isManaged: boolean): void {
  root.render(<MemberList parcoursId={parcoursId} list={[ana, bruno]} selfId={ana.id} isManaged={isManaged} />);
}

function Members() {
  return <MemberList parcoursId={parcoursId} list={useSnapshot(members).list} selfId={ana.id} isManaged />;
}

async function choose(name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Options : ${name}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

describe('the members of a map', () => {
  it('are shown with their privilege, and oneself is marked', async () => {
    show(false);
    await expect.element(page.getByText('Admin · vous')).toBeVisible();
    await expect.element(page.getByText('Fellow Dropper')).toBeVisible();
    expect(page.getByRole('button', { name: /^Options/ }).elements()).toEqual([]);
  });

  it('are found by a part of their name in a long list, whatever the accents', async () => {
    const many = Array.from({ length: 20 }, (_, index) => person(index + 10, `Élève ${index}`, 'drop'));
    const list = [ana, ...many, person(99, 'Zoé Lefèvre', 'editor')];
    root.render(<MemberList parcoursId={parcoursId} list={list} selfId={ana.id} isManaged />);
    const field = page.getByLabelText(parcoursPanes.members.find);
    await field.fill('LEFEVRE');
    await expect.element(page.getByRole('status').first()).toHaveTextContent('1 sur 22');
    expect(page.getByRole('listitem').elements()).toHaveLength(1);
    await field.fill('personne');
    await expect.element(page.getByText(parcoursPanes.members.found(0, 22))).toBeVisible();
    await field.fill('');
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(22);
    expect(await screenFaultsHere()).toEqual([]);
  });

  it.each([
    ['a picture', 'Bruno', 'IMG'],
    ['the default avatar', 'Ana', 'SPAN'],
  ])('show %s in full size after a tap, and the focus returns from it', async (_, name, tag) => {
    show(false);
    const face = page.getByRole('button', { name: `Voir la photo de ${name}` });
    await face.click();
    const dialog = page.getByRole('dialog', { name });
    await expect.element(dialog).toBeVisible();
    const portrait = dialog.getByRole('img', { name }).element();
    expect(portrait.tagName).toBe(tag);
    expect(await faultsHereInBothLooks()).toEqual([]);
    expect(portrait.getBoundingClientRect().width).toBeGreaterThan(200);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(face).toHaveFocus();
  });

  it('can be given another privilege by a manager of the map', async () => {
    const heard = answerCalls({
      'PUT /v1/map/map/7/users/2': { ...bruno, privilege: 'editor' },
      'GET /v1/map/maps-for-user': [],
    });
    members.parcoursId = parcoursId;
    members.list = [ana, bruno];
    show(true);
    await page.getByRole('button', { name: 'Options : Bruno' }).click();
    const act = page.getByRole('menuitem', { name: 'Changer les droits' });
    await expect.element(act).toBeVisible();
    expect(await faultsHereInBothLooks()).toEqual([]);
    await act.click();
    const sheet = page.getByRole('dialog', { name: 'Droits de Bruno' });
    await expect.element(sheet.getByRole('radio', { name: 'Fellow Dropper' })).toBeChecked();
    await expect.element(sheet.getByText('Modifie le contenu, sans gérer les personnes.')).toBeVisible();
    expect(await faultsHereInBothLooks()).toEqual([]);
    await sheet.getByRole('radio', { name: 'Editor' }).click();
    await sheet.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(heard[0]).toEqual({ call: 'PUT /v1/map/map/7/users/2', body: { privilege: 'editor' } });
    expect(members.list.map(({ privilege }) => privilege)).toEqual(['admin', 'editor']);
  });

  it.each([
    ['editor', 'editor', 'Editor', 'Bruno peut maintenant écouter la carte, y déposer des audios et la modifier.'],
    ['user', 'editor', 'Editor', 'Bruno peut maintenant écouter la carte et y déposer des audios.'],
    ['user', 'guest', 'Guest', 'Bruno peut maintenant écouter la carte.'],
  ] as const)(
    'of the role %s show in their row what %s allows, which is announced and stays',
    async (role, privilege, label, said) => {
      answerCalls({ 'PUT /v1/map/map/7/users/2': { ...bruno, role, privilege }, 'GET /v1/map/maps-for-user': [] });
      members.parcoursId = parcoursId;
      members.list = [ana, { ...bruno, role }];
      root.render(<Members />);
      const row = page.getByRole('listitem').filter({ hasText: 'Bruno' });
      await expect.element(row).toBeVisible();
      const status = row.getByRole('status').element();
      await choose('Bruno', 'Changer les droits');
      // A dialog must not hide from a screen reader where this will be said.
      expect(status.closest('[aria-hidden="true"]')).toBeNull();
      await page.getByRole('radio', { name: label }).click();
      await page.getByRole('button', { name: 'Enregistrer' }).click();
      await expect.element(status).toHaveTextContent(said);
      await choose('Ana', 'Changer les droits');
      await userEvent.keyboard('{Escape}');
      await expect.element(status).toHaveTextContent(said);
      expect(page.getByText(said).elements()).toHaveLength(1);
    },
  );

  it('whose account limits their privilege are marked for managers, with advice', async () => {
    const noe = { ...person(3, 'Noé', 'editor'), role: 'user' as const };
    const gast = { ...person(4, 'Guest', 'drop'), role: 'guest' as const };
    root.render(
      <MemberList parcoursId={parcoursId} list={[{ ...ana, role: 'admin' }, noe, gast]} selfId={ana.id} isManaged />,
    );
    await expect.element(page.getByText(`Editor · ${roleStrings.limits.row}`)).toBeVisible();
    expect(page.getByText(roleStrings.limits.row).elements()).toHaveLength(1);
    await choose('Noé', 'Changer les droits');
    const sheet = page.getByRole('dialog', { name: 'Droits de Noé' });
    await expect.element(sheet.getByText(roleStrings.limits.member('Noé', 'editor'))).toBeVisible();
    await expect.element(sheet.getByText(roleStrings.limits.advice('Noé'))).toBeVisible();
    await sheet.getByRole('radio', { name: 'Admin' }).click();
    await expect.element(sheet.getByText(roleStrings.limits.chosen('Noé', 'admin'))).toBeVisible();
    await sheet.getByRole('radio', { name: 'Guest' }).click();
    await expect.element(sheet.getByText(/ne permet pas encore/)).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await choose('Guest', 'Changer les droits');
    await page.getByRole('radio', { name: 'Editor' }).click();
    await expect.element(page.getByText(roleStrings.limits.adviceForGuest('Guest'))).toBeVisible();
  });

  it('must keep an admin: the sheet shows the refusal', async () => {
    answerCalls({ 'PUT /v1/map/map/7/users/1': refusal('last_admin', 409) });
    show(true);
    await choose('Ana', 'Changer les droits');
    const sheet = page.getByRole('dialog', { name: 'Droits de Ana' });
    await sheet.getByRole('radio', { name: 'Guest' }).click();
    await expect.element(sheet.getByText(/Ce sont vos propres droits/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.element(sheet.getByRole('alert')).toHaveTextContent('C’est le seul administrateur de cette carte');
  });

  it('are removed after a confirmation; oneself can’t be removed here', async () => {
    const heard = answerCalls({ 'DELETE /v1/map/map/7/users/2': { status: 'ok' }, 'GET /v1/map/maps-for-user': [] });
    show(true);
    await page.getByRole('button', { name: 'Options : Ana' }).click();
    expect(page.getByRole('menuitem').elements()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await choose('Bruno', 'Retirer de la carte');
    const dialog = page.getByRole('alertdialog', { name: 'Retirer Bruno de la carte ?' });
    await expect.element(dialog).toHaveAccessibleDescription(/^Cette personne n’y aura plus accès/);
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    expect(heard).toEqual([]);
    await choose('Bruno', 'Retirer de la carte');
    await dialog.getByRole('button', { name: 'Retirer' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(heard[0]?.call).toBe('DELETE /v1/map/map/7/users/2');
  });
});

import { MemoryRouter } from 'react-router-dom';
import { ref } from 'valtio';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { roleStrings } from '../../../app/account/roles/roles-words.ts';
import { approvalStrings } from '../../../app/moderation/approval/approval-words.ts';
import { editorTools } from '../../../app/parcours/editor-tools.ts';
import { forgetInvitations } from '../../../app/parcours/invite/invitations.ts';
import { sharingStrings } from '../../../app/parcours/invite/sharing-words.ts';
import { openingStrings } from '../../../app/parcours/opening/opening-words.ts';
import { parcoursPanes } from '../../../app/parcours/panes-words.ts';
import { parcours, selectParcours } from '../../../app/parcours/parcours.ts';
import { rehearsal } from '../../../app/rehearsal/rehearsal.ts';
import { forgetRehearsal } from '../../../app/rehearsal/rehearsal-tool.ts';
import { rehearsalStrings } from '../../../app/rehearsal/rehearsal-words.ts';
import { session } from '../../../app/session/session.ts';
import { SettingsPane } from '../../../app/shell/settings-pane.tsx';
import { signalSettings } from '../../../app/walk/pocket/pocket.ts';
import { pocketStrings } from '../../../app/walk/pocket/pocket-words.ts';
import { ParcoursId, type Privilege, type Role, UserId } from '../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../support/accessibility/axe-here.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { requestList } from '../../support/samples/role-requests.ts';

const id = ParcoursId.parse(7);
/** Everybody may listen. */
const LISTENING = ['sur place', 'Autoplay', ...Object.values(pocketStrings.signalNames)];
/** How a map's admins may open it. */
const OPENINGS = [openingStrings.members, openingStrings.link, openingStrings.catalogue];

const onShowMap = vi.fn();
const root = rootPerTest('main', () => {
  forgetSession();
  forgetInvitations();
  session.user = null;
});
beforeEach(() => {
  answerCalls({ 'GET /v1/invite?mapId=7': [] });
});

function show(role: Role, privilege: Privilege | null): void {
  session.user = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role, picture: null };
  const rest = { name: 'Le quai', description: '', image_url: null, users: [], user_count: 1 };
  parcours.list = ref(privilege === null ? [] : [{ ...rest, id, privilege }]);
  selectParcours(id);
  root.render(
    <MemoryRouter>
      <SettingsPane onShowMap={onShowMap} />
    </MemoryRouter>,
  );
}

const names = (role: 'switch' | 'radio') =>
  page
    .getByRole(role)
    .elements()
    .map((shown) => shown.getAttribute('aria-label') ?? document.querySelector(`[for="${shown.id}"]`)?.textContent);

describe('the map’s settings', () => {
  it.each([
    ['guest', 'admin', [...LISTENING], []],
    ['user', 'guest', [...LISTENING], []],
    ['user', 'admin', ['Drop mode', ...LISTENING, approvalStrings.switch], ['Fellow Dropper']],
    ['editor', 'guest', [...LISTENING, 'Editor tools'], ['Guest']],
    [
      'editor',
      'admin',
      ['Drop mode', ...LISTENING, approvalStrings.switch, 'Editor tools'],
      ['Editor', 'Fellow Dropper', 'Guest'],
    ],
    [
      'admin',
      'admin',
      ['Drop mode', ...LISTENING, approvalStrings.switch, 'Editor tools'],
      ['Admin', 'Editor', 'Fellow Dropper', 'Guest'],
    ],
    ['admin', null, [...LISTENING], []],
  ] as const)('for the role %s with the privilege %s are these', async (role, privilege, switches, offers) => {
    show(role, privilege);
    await expect.element(page.getByRole('heading', { name: 'MAP SETTINGS' })).toBeInTheDocument();
    const openings = role !== 'guest' && privilege === 'admin' ? OPENINGS : [];
    expect([names('switch'), names('radio')]).toEqual([switches, [...offers, ...openings]]);
    if (role === 'admin') expect(await faultsHereInBothLooks()).toEqual([]);
  });

  it('show an invitation’s link and QR code one over the other, each accessible at every size', async () => {
    const label = 'Classe de 5e B';
    const dates = { lastUsedAt: null, createdAt: '2026-11-02T12:00:00.000Z', expiresAt: null };
    const rest = { inviter: 'Ana', isOwn: true, link: '/invite?token=abc&privilege=guest', uses: 3, ...dates };
    const others = { ...rest, id: 2, privilege: 'drop', label: 'Atelier radio' };
    answerCalls({ 'GET /v1/invite?mapId=7': [{ ...rest, id: 1, privilege: 'guest', label }, others] });
    show('admin', 'admin');
    const opener = page.getByRole('button', { name: sharingStrings.showLinkOf(label) });
    await expect.element(opener).toBeVisible();
    expect([...(await screenFaultsHere({ maxWidth: 768 })), ...(await missedByTabHere())]).toEqual([]);
    await opener.click();
    const sheet = page.getByRole('dialog', { name: sharingStrings.showLinkOf(label) });
    await sheet.getByRole('button', { name: parcoursPanes.sharing.qr }).click();
    const code = page.getByRole('dialog', { name: sharingStrings.qrTitle('Le quai', 'guest') });
    await expect.element(code).toBeVisible();
    expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(code).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  it('explain why the account lacks the editor tools, and why there are fewer invitations', async () => {
    answerCalls({ 'GET /v1/invite?mapId=7': [], 'GET /v1/user/role-requests': requestList() });
    show('user', 'admin');
    await expect.element(page.getByText(roleStrings.limits.tools('admin'))).toBeVisible();
    await expect.element(page.getByRole('button', { name: roleStrings.request.ask })).toBeVisible();
    await expect
      .element(page.getByText(roleStrings.invite.limitedByRole('user', ['admin', 'editor', 'guest'])))
      .toBeVisible();
    show('editor', 'admin');
    await expect.element(page.getByText(roleStrings.limits.tools('admin'))).not.toBeInTheDocument();
  });

  it('switch each sound of pocket mode separately, and play one that is switched on', async () => {
    const started = vi.spyOn(OscillatorNode.prototype, 'start');
    show('user', 'guest');
    const lost = page.getByRole('switch', { name: pocketStrings.signalNames.lost });
    await lost.click();
    await expect.element(lost).not.toBeChecked();
    expect(signalSettings.silenced).toEqual(['lost']);
    expect(started).not.toHaveBeenCalled();
    await lost.click();
    expect(signalSettings.silenced).toEqual([]);
    await vi.waitFor(() => expect(started).toHaveBeenCalled(), { timeout: 10_000 });
    started.mockRestore();
  });

  it('lead an author to the rehearsal on the map, without the Spoofer, and out of the editor', async () => {
    show('editor', 'editor');
    const rehearse = page.getByRole('button', { name: rehearsalStrings.open });
    await page.getByRole('switch', { name: 'Editor tools' }).click();
    await page.getByRole('switch', { name: 'Draw tools' }).click();
    await rehearse.click();
    expect(rehearsal.isOpen).toBe(true);
    expect(editorTools).toEqual({ isOn: true, draws: false, spoofs: false });
    expect(onShowMap).toHaveBeenCalledTimes(1);
    forgetRehearsal();
    await page.getByRole('switch', { name: 'Editor tools' }).click();
    await expect.element(rehearse).not.toBeInTheDocument();
  });

  it('show each editor tool only while all are on, and none once the permission is gone', async () => {
    show('editor', 'editor');
    const all = page.getByRole('switch', { name: 'Editor tools' });
    await all.click();
    await page.getByRole('switch', { name: 'Spoofer' }).click();
    await page.getByRole('switch', { name: 'Draw tools' }).click();
    expect(editorTools).toEqual({ isOn: true, draws: true, spoofs: true });
    await all.click();
    await expect.element(page.getByRole('switch', { name: 'Spoofer' })).not.toBeInTheDocument();
    expect(editorTools.isOn).toBe(false);
    await all.click();
    await expect.element(page.getByRole('switch', { name: 'Spoofer' })).toBeChecked();
    show('user', 'editor');
    await expect.element(all).not.toBeInTheDocument();
    show('editor', 'editor');
    await expect.element(all).not.toBeChecked();
  });
});

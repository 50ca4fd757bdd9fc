import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { InvitationList } from '../../../../app/parcours/invite/invitation-list.tsx';
import { forgetInvitations } from '../../../../app/parcours/invite/invitations.ts';
import { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const parcoursId = ParcoursId.parse(7);
const LIST = 'GET /v1/invite?mapId=7';
const drop = {
  id: 1,
  privilege: 'drop',
  label: null,
  inviter: 'Ana',
  isOwn: true,
  link: '/invite?token=abc&privilege=drop',
  uses: 0,
  lastUsedAt: null,
  createdAt: '2026-11-02T12:00:00.000Z',
  expiresAt: '2026-12-02T12:00:00.000Z',
};
const guest = {
  ...drop,
  id: 2,
  privilege: 'guest',
  inviter: 'Bruno',
  isOwn: false,
  link: null,
  createdAt: '2026-11-03T12:00:00.000Z',
  expiresAt: null,
};
const labelled = {
  ...drop,
  id: 3,
  label: '<b>Classe</b> de 5e "B"',
  link: '/invite?token=def&privilege=drop',
  uses: 28,
  lastUsedAt: '2026-11-20T12:00:00.000Z',
};

const root = rootPerTest('div', () => forgetInvitations());

function show(): void {
  root.render(<InvitationList parcoursId={parcoursId} mapName="Le quai" />);
}

describe('the invitations to a map', () => {
  it('show a spinner while loading, and a hint if there are none', async () => {
    let answer: (list: unknown[]) => void = () => {};
    answerCalls({ [LIST]: () => new Promise((resolve) => (answer = resolve)) });
    show();
    await expect.element(page.getByRole('status', { name: 'Chargement des invitations' })).toBeInTheDocument();
    answer([]);
    await expect.element(page.getByText('Aucune invitation en cours.')).toBeInTheDocument();
    expect(page.getByRole('status').elements()).toEqual([]);
  });

  it('report that they could not be loaded, with a button to retry', async () => {
    answerCalls({ [LIST]: refusal('internal', 500) });
    show();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Failed to get share link: Une erreur est survenue.');
    answerCalls({ [LIST]: [guest] });
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(page.getByText('par Bruno')).toBeInTheDocument();
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  it('show who created them, the privilege and the expiry', async () => {
    answerCalls({ [LIST]: [drop, guest] });
    show();
    await expect.element(page.getByText('créée le 2 nov. 2026, jusqu’au 2 déc. 2026')).toBeInTheDocument();
    await expect.element(page.getByText('créée le 3 nov. 2026, sans date de fin')).toBeInTheDocument();
    await expect.element(page.getByRole('listitem').first()).toHaveTextContent('Fellow Dropper par Ana');
  });

  it('are distinguished by their labels, with their uses', async () => {
    answerCalls({ [LIST]: [labelled, drop, { ...drop, id: 4, uses: 1, lastUsedAt: '2026-11-21T12:00:00.000Z' }] });
    show();
    await expect.element(page.getByText(labelled.label, { exact: true })).toBeVisible();
    await expect.element(page.getByText(/28\u00a0personnes, la dernière le 20 nov\. 2026/)).toBeVisible();
    await expect.element(page.getByText(/utilisée par 1\u00a0personne, le 21 nov\. 2026/)).toBeVisible();
    await expect.element(page.getByText(/pas encore utilisée/)).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: `Révoquer l’invitation « ${labelled.label} »` }))
      .toBeVisible();
  });

  it('show their link again to their creator, and say if that is not possible', async () => {
    answerCalls({ [LIST]: [labelled, guest, { ...drop, id: 5, link: null }] });
    show();
    await page.getByRole('button', { name: 'Lien et QR code' }).click();
    const sheet = page.getByRole('dialog', { name: `Lien et QR code : ${labelled.label}` });
    await expect.element(sheet.getByLabelText(/Lien d’invitation/)).toHaveValue(location.origin + labelled.link);
    expect(page.getByRole('button', { name: 'Lien et QR code' }).elements()).toHaveLength(0);
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    expect(page.getByText(/date d’avant/).elements()).toHaveLength(1);
  });

  it('are revoked one at a time, after a confirmation', async () => {
    const heard = answerCalls({ [LIST]: [drop, guest], 'DELETE /v1/invite/1': { status: 'ok' } });
    show();
    await page.getByRole('button', { name: 'Révoquer l’invitation Fellow Dropper de Ana' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Révoquer cette invitation ?' });
    await dialog.getByRole('button', { name: 'Révoquer' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(heard.map(({ call }) => call)).toEqual([LIST, 'DELETE /v1/invite/1']);
    await expect.element(page.getByText('par Ana')).not.toBeInTheDocument();
    await expect.element(page.getByText('par Bruno')).toBeInTheDocument();
  });

  it('stay, with the reason, if revoking fails', async () => {
    answerCalls({ [LIST]: [drop], 'DELETE /v1/invite/1': refusal('forbidden', 403) });
    show();
    await page.getByRole('button', { name: /^Révoquer l’invitation/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Vous n’avez pas les droits nécessaires');
    await expect.element(page.getByText('par Ana')).toBeInTheDocument();
  });
});

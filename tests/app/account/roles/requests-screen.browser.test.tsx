import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { roleRequests } from '../../../../app/account/roles/account-role-requests.ts';
import { RequestsScreen } from '../../../../app/account/roles/requests-screen.tsx';
import { roleStrings } from '../../../../app/account/roles/roles-words.ts';
import { type Role, RoleRequestId, UserId } from '../../../../contracts/vocabulary.ts';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { missedByTabHere, screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { setUpRolePage } from '../../../support/page/role-page.tsx';
import { requestList, roleRequest } from '../../../support/samples/role-requests.ts';

const words = roleStrings.requests;
const REQUESTS = 'GET /v1/user/role-requests';
const ANSWER = 'PUT /v1/user/role-requests/1';
const lea = roleRequest({
  id: RoleRequestId.parse(2),
  account: { id: UserId.parse(3), name: 'Léa', email: 'lea@example.org', picture: null },
  map: null,
  words: null,
});

const showTo = setUpRolePage();

function show(role: Role = 'admin', screen: ReactNode = <Screen />): void {
  const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role, picture: null };
  showTo(ana, screen, '/home/requests');
}

function Screen() {
  const { pathname } = useLocation();
  return pathname === '/home/requests' ? <RequestsScreen /> : <p>at {pathname}</p>;
}

const answered = roleRequest({ state: 'granted', answeredAt: '2026-11-22T08:00:00.000Z' });
const noes = page.getByRole('listitem').filter({ hasText: 'Noé' });

describe('the requests screen', () => {
  it('shows who asks, for which map and privilege, since when and why', async () => {
    answerCalls({ [REQUESTS]: requestList(roleRequest(), lea) });
    show();
    await expect.element(noes).toHaveTextContent('noe@example.org');
    await expect.element(noes).toHaveTextContent('Pour « Le quai »');
    await expect.element(noes).toHaveTextContent('Editor, membre depuis le 2 nov. 2026');
    await expect.element(noes).toHaveTextContent(/Demandé le 21 nov\. 2026/);
    await expect.element(noes).toHaveTextContent('Pour dessiner les zones du quai.');
    await expect.element(page.getByText(words.noMap)).toBeVisible();
    expect(await faultsHere()).toEqual([]);
  });

  it('says that there are no requests', async () => {
    answerCalls({ [REQUESTS]: requestList() });
    show();
    await expect.element(page.getByText(words.none)).toBeVisible();
    await expect.element(page.getByText(words.noneHint)).toBeVisible();
  });

  it('grants a request; its row says what changed, has the focus, and stays until leaving', async () => {
    const heard = answerCalls({ [REQUESTS]: requestList(roleRequest(), lea), [ANSWER]: answered });
    show();
    await page.getByRole('button', { name: words.grantOne('Noé') }).click();
    await expect.element(noes.getByRole('status')).toHaveTextContent(words.granted('Noé'));
    expect(heard.find(({ call }) => call === ANSWER)?.body).toEqual({ answer: 'granted' });
    expect(noes.getByRole('button').elements()).toEqual([]);
    expect(page.getByText(words.granted('Noé')).elements()).toHaveLength(1);
    await expect.element(page.getByRole('button', { name: words.grantOne('Léa') })).toBeVisible();
    expect(
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((name) => name.textContent),
    ).toEqual(['Noé', 'Léa']);
    expect(roleRequests.openCount).toBe(1);
    await expect.poll(() => document.activeElement?.textContent).toBe(words.granted('Noé'));
    expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
    show('admin', null);
    await expect.element(noes).not.toBeInTheDocument();
    show();
    await expect.element(page.getByRole('button', { name: words.grantOne('Léa') })).toBeVisible();
    expect(page.getByText(words.granted('Noé')).elements()).toEqual([]);
  });

  it('refuses a request with a reason', async () => {
    const heard = answerCalls({ [REQUESTS]: requestList(roleRequest()), [ANSWER]: answered });
    show();
    await page.getByRole('button', { name: words.refuseOne('Noé') }).click();
    const sheet = page.getByRole('dialog', { name: words.refusal('Noé') });
    await sheet.getByLabelText(words.reason).fill('Pas cette saison.');
    await sheet.getByRole('button', { name: words.refuse }).click();
    await expect.element(noes.getByRole('status')).toHaveTextContent(words.refused('Noé'));
    await expect.element(sheet).not.toBeInTheDocument();
    expect(heard.find(({ call }) => call === ANSWER)?.body).toEqual({ answer: 'refused', words: 'Pas cette saison.' });
    await expect.poll(() => document.activeElement?.textContent).toBe(words.refused('Noé'));
  });

  it('refuses nothing if the dialog is closed, and returns the focus', async () => {
    const heard = answerCalls({ [REQUESTS]: requestList(roleRequest()) });
    show();
    const refuse = page.getByRole('button', { name: words.refuseOne('Noé') });
    await refuse.click();
    await expect.element(page.getByRole('dialog', { name: words.refusal('Noé') })).toBeVisible();
    expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(refuse).toHaveFocus();
    expect(heard.map(({ call }) => call)).not.toContain(ANSWER);
  });

  it('says so if another admin has answered meanwhile', async () => {
    let list = requestList(roleRequest(), lea);
    answerCalls({
      [REQUESTS]: () => list,
      [ANSWER]: () => {
        list = requestList(lea);
        return refusal('conflict', 409);
      },
    });
    show();
    await page.getByRole('button', { name: words.grantOne('Noé') }).click();
    await expect.element(noes.getByRole('status')).toHaveTextContent(words.answeredByOther);
    expect(noes.getByRole('button').elements()).toEqual([]);
  });

  it('says why an answer failed, and keeps the request', async () => {
    answerCalls({ [REQUESTS]: requestList(roleRequest()), [ANSWER]: refusal('internal', 500) });
    show();
    await page.getByRole('button', { name: words.grantOne('Noé') }).click();
    await expect.element(noes.getByRole('alert')).toHaveTextContent('Une erreur est survenue');
  });

  it('reports a list that could not be loaded, and loads it again', async () => {
    answerCalls({});
    show();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Les demandes n’ont pas pu être chargées.');
    answerCalls({ [REQUESTS]: requestList(roleRequest()) });
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(noes).toBeVisible();
  });

  it('shows how many more requests there are', async () => {
    answerCalls({ [REQUESTS]: { ...requestList(lea), total: 4 } });
    show();
    await expect.element(page.getByText(words.more(3))).toBeVisible();
  });

  it.each(['guest', 'user', 'editor'] as const)('is not available to the role %s', async (role) => {
    const heard = answerCalls({});
    show(role);
    await expect.element(page.getByText('at /home/parcours')).toBeVisible();
    expect(heard).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { CreatorNote, RoleLimits } from '../../../../app/account/roles/role-limits.tsx';
import { roleStrings } from '../../../../app/account/roles/roles-words.ts';
import { session } from '../../../../app/session/session.ts';
import { ParcoursId, type Privilege, type Role, UserId } from '../../../../contracts/vocabulary.ts';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { setUpRolePage } from '../../../support/page/role-page.tsx';
import { requestList, roleRequest } from '../../../support/samples/role-requests.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';

const words = roleStrings.request;
const REQUESTS = 'GET /v1/user/role-requests';
const ASK = 'POST /v1/user/role-requests';
const noe = { id: UserId.parse(2), name: 'Noé', email: 'noe@example.org', role: 'user', picture: null } as const;

const showTo = setUpRolePage();

function show(role: Role, privilege: Privilege, about: 'tools' | 'information' = 'tools'): void {
  showTo(
    { ...noe, role },
    <>
      <h1>Le quai</h1>
      <RoleLimits parcoursId={ParcoursId.parse(7)} privilege={privilege} about={about} />
    </>,
  );
}

const ask = page.getByRole('button', { name: words.ask });

describe('a privilege limited by the account on a map', () => {
  it.each([
    ['tools', /^Vous êtes Editor de cette carte, mais votre compte ne permet pas encore les outils d’édition\.$/],
    [
      'information',
      /^Vous êtes Editor de cette carte, mais votre compte ne permet pas encore d’en modifier les informations\.$/,
    ],
  ] as const)('is explained where the %s are missing, with a way to request it', async (about, sentence) => {
    answerCalls({ [REQUESTS]: requestList() });
    show('user', 'editor', about);
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(ask).toBeVisible();
    expect(await faultsHere()).toEqual([]);
  });

  it.each([
    ['user', 'drop'],
    ['user', 'guest'],
    ['editor', 'editor'],
    ['editor', 'admin'],
    ['admin', 'admin'],
  ] as const)('is absent for the role %s with the privilege %s', async (role, privilege) => {
    const heard = answerCalls({});
    show(role, privilege);
    await expect.poll(() => document.querySelectorAll('section')).toHaveLength(0);
    expect(heard).toEqual([]);
  });

  it('is requested in a few words, and the request is shown with its time', async () => {
    const heard = answerCalls({ [REQUESTS]: requestList(), [ASK]: roleRequest() });
    show('user', 'editor');
    await ask.click();
    const sheet = page.getByRole('dialog', { name: words.title });
    await sheet.getByLabelText(words.words).fill('Pour dessiner.');
    await sheet.getByRole('button', { name: words.send }).click();
    await expect.element(page.getByText(/^Demande envoyée le 21 nov\. 2026/)).toBeVisible();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(ask).not.toBeInTheDocument();
    expect(heard.find(({ call }) => call === ASK)?.body).toEqual({
      role: 'editor',
      words: 'Pour dessiner.',
      mapId: 7,
    });
  });

  it('keeps the written text if sending fails, and says why', async () => {
    answerCalls({ [REQUESTS]: requestList(), [ASK]: refusal('internal', 500) });
    show('user', 'editor');
    await ask.click();
    const text = page.getByLabelText(words.words);
    await text.fill('Pour dessiner.');
    await page.getByRole('button', { name: words.send }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Une erreur est survenue');
    await expect.element(text).toHaveValue('Pour dessiner.');
  });

  it('after a refusal shows the reason and the day from which it can be requested again', async () => {
    const answered = {
      state: 'refused',
      answeredAt: '2026-11-22T08:00:00.000Z',
      answerWords: 'Pas cette saison.',
    } as const;
    answerCalls({ [REQUESTS]: requestList(roleRequest({ ...answered, mayAskAgainAt: '2999-01-02T08:00:00.000Z' })) });
    show('user', 'editor');
    await expect.element(page.getByText('Demande refusée le 22 nov. 2026.')).toBeVisible();
    await expect.element(page.getByText('Pas cette saison.')).toBeVisible();
    await expect.element(page.getByText(words.againFrom('2 janv. 2999'))).toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
    answerCalls({ [REQUESTS]: requestList(roleRequest({ ...answered, mayAskAgainAt: '2026-11-22T08:00:00.000Z' })) });
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(page.getByRole('button', { name: words.again })).toBeVisible();
  });

  it('after a grant is there immediately, without a new login', async () => {
    answerCalls({ [REQUESTS]: requestList(roleRequest()) });
    show('user', 'editor');
    await expect.element(page.getByText(/^Demande envoyée/)).toBeVisible();
    answerCalls({
      [REQUESTS]: requestList(roleRequest({ state: 'granted', answeredAt: '2026-11-22T08:00:00.000Z' })),
      'GET /v1/user/me': { user: { ...noe, role: 'editor' } },
    });
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(page.getByText(words.granted)).toBeVisible();
    await expect.element(page.getByText(/^Vous êtes Editor/)).not.toBeInTheDocument();
    expect(session.user?.role).toBe('editor');
  });

  it('says whom to ask if the site has no admin', async () => {
    const identity = {
      associationName: null,
      associationContact: 'bureau@example.org',
      hostingName: null,
      dpoContact: null,
      websiteUrl: null,
      socialUrl: null,
    };
    answerCalls({
      [REQUESTS]: { requests: [], total: 0, hasAdmin: false },
      'GET /v1/config': {
        mapStyleUrl: 'https://example.org/style.json',
        mapStyleDarkUrl: null,
        mapTiles: null,
        geocoderUrl: 'https://example.org',
        googleClientId: null,
        hasPasskeys: false,
        sendsMail: false,
        uploadMaxBytes: 1,
        identity,
      },
    });
    show('user', 'editor');
    await expect.element(page.getByText(words.noAdmin('bureau@example.org'))).toBeVisible();
    await expect.element(ask).toBeVisible();
  });

  it('says so if the request could not be loaded, and loads it again', async () => {
    answerCalls({});
    show('user', 'editor');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Votre demande n’a pas pu être retrouvée.');
    answerCalls({ [REQUESTS]: requestList() });
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(ask).toBeVisible();
  });

  it('sends guests to the sign-up first, without any request to the server', async () => {
    const heard = answerCalls({});
    show('guest', 'editor');
    await expect.element(page.getByText(roleStrings.limits.guest)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: roleStrings.limits.signUp }))
      .toHaveAttribute('href', '/createaccount');
    expect(heard).toEqual([]);
  });
});

describe('a person who creates a map', () => {
  it('reads what their account will allow on it, and may request more without naming a map', async () => {
    const heard = answerCalls({ [REQUESTS]: requestList(), [ASK]: roleRequest({ map: null, words: null }) });
    showTo(noe, <CreatorNote />);
    const items = () =>
      page
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent);
    await expect
      .poll(items)
      .toEqual([
        'déposer des audios sur la carte',
        'gérer les membres et leurs droits, supprimer la carte',
        'inviter en tant que Fellow Dropper',
        'dessiner et modifier les lieux de la carte (Editor tools)',
        'modifier le nom, la description et l’image de la carte',
        'inviter en tant qu’Editor ou Guest',
      ]);
    await ask.click();
    await page.getByRole('button', { name: words.send }).click();
    await expect.element(page.getByText(/^Demande envoyée/)).toBeVisible();
    expect(heard.find(({ call }) => call === ASK)?.body).toEqual({ role: 'editor', words: '' });
  });

  it('reads nothing about it with the role editor', async () => {
    answerCalls({});
    showTo({ ...noe, role: 'editor' }, <CreatorNote />);
    await expect.poll(() => document.querySelectorAll('section')).toHaveLength(0);
  });
});

import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoginScreen } from '../../../app/account/login-screen.tsx';
import { PasswordlessLogins } from '../../../app/account/passwordless-logins.tsx';
import { googleStrings, passkeyStrings } from '../../../app/account/passwordless-words.ts';
import { fetchConfig } from '../../../app/platform/net/app-config.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session, startSession } from '../../../app/session/session.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { readFault } from '../../support/page/form-fault.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { configOf } from '../../support/samples/config.ts';

const LOGIN = 'POST /v1/user/login';
const words = strings.login;
const ana = { id: 3, name: 'Ana', email: 'ana@example.org', role: 'user', picture: null };
const accepted = { [LOGIN]: { user: ana, token: 'header.payload.signature' } };

const root = rootPerTest('div', () => {
  storage.forgetAll();
  session.user = null;
});

beforeEach(() => {
  answerCalls({});
  root.render(screen('first'));
});

/** With another key it begins anew. */
function screen(key: string) {
  return (
    <MemoryRouter key={key} initialEntries={['/login']}>
      <Routes>
        <Route path="/login" element={<LoginScreen />} />
        <Route path="*" element={<Landed />} />
      </Routes>
    </MemoryRouter>
  );
}

function Landed() {
  return <p>at {useLocation().pathname}</p>;
}

const email = page.getByRole('textbox', { name: words.email });
const password = page.getByLabelText(words.password, { exact: true });
const submit = page.getByRole('button', { name: words.submit, exact: true });

async function logIn(address: string, secret: string): Promise<void> {
  await userEvent.fill(email, address);
  await userEvent.fill(password, secret);
  await submit.click();
}

describe('the login', () => {
  it.each([
    ['', '', words.missing, 'email'],
    ['ana@example.org', '', words.missing, 'password'],
    ['ana at example.org', 'x', words.badEmail, 'email'],
  ])(
    'with %j and %j shows the error, and marks and focuses only that field',
    async (address, secret, message, field) => {
      const heard = answerCalls(accepted);
      await logIn(address, secret);
      await expect.poll(readFault).toEqual({ words: message, fields: [field], focus: field });
      expect(heard.filter(({ call }) => call === LOGIN)).toEqual([]);
    },
  );

  it.each([
    ['a refusal', refusal('invalid_credentials', 400), words.wrong],
    ['an unexplained error of the server', new Response('oops', { status: 500 }), words.failed],
  ])('reports %s, marks no field and stores no user', async (_, answer, message) => {
    answerCalls({ [LOGIN]: answer });
    await logIn('ana@example.org', 'x');
    await expect.poll(readFault).toEqual({ words: message, fields: [], focus: 'alert' });
    expect(storage.read('token')).toBeNull();
  });

  it('reports a missing network, and works once the network is back', async () => {
    await logIn('ana@example.org', 'x');
    await expect.poll(readFault).toEqual({ words: strings.errors.network, fields: [], focus: 'alert' });
    answerCalls(accepted);
    await submit.click();
    await expect.element(page.getByText('at /home')).toBeVisible();
    expect(session.user?.name).toBe('Ana');
  });

  it('is accessible at every size while it names a fault, with the login by a passkey', async () => {
    const accessibility = {
      state: 'partial',
      ratePercent: null,
      auditor: null,
      date: null,
      gaps: null,
      planUrl: null,
    } as const;
    answerCalls({ 'GET /v1/config': configOf({ hasPasskeys: true, accessibility }) });
    await fetchConfig();
    root.render(screen('again'));
    await expect.element(page.getByRole('button', { name: passkeyStrings.login.submit })).toBeVisible();
    await expect.element(page.getByRole('link', { name: strings.app.accessibility('partial') })).toBeVisible();
    await submit.click();
    await expect.poll(readFault).toMatchObject({ words: words.missing });
    expect(await screenFaultsHere()).toEqual([]);
  });

  it('offers Google’s button accessibly at every size', async () => {
    root.render(
      <MemoryRouter>
        <main>
          <h1>{words.title}</h1>
          <PasswordlessLogins googleClientId="a client" hasPasskeys={false} formId="login" onLoggedIn={() => {}} />
        </main>
      </MemoryRouter>,
    );
    await expect.element(page.getByRole('button', { name: googleStrings.submit })).toBeVisible();
    await expect.element(page.getByText(googleStrings.agrees)).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
  });

  it('shows that it is busy, and is sent only once', async () => {
    const heard = answerCalls({ [LOGIN]: () => new Promise(() => {}) });
    await logIn('ana@example.org', 'x');
    await expect.element(page.getByRole('button', { name: words.sending })).toBeDisabled();
    email.element().focus();
    await userEvent.keyboard('{Enter}');
    expect(heard.filter(({ call }) => call === LOGIN)).toHaveLength(1);
  });

  it.each([
    ['the map', null, '/home'],
    ['the pending invitation', 'a-token', '/invite'],
  ])('follows a login in another tab to %s', async (_, inviteToken, path) => {
    const scope = new Scope();
    // Before any screen, as the app does: the first to hear of another tab's login.
    startSession(scope);
    root.render(screen('again'));
    if (inviteToken !== null) storage.write('inviteToken', inviteToken);
    const payload = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }));
    // A frame shares the page's storage, and its changes reach the page like those of another tab.
    const tab = document.body.appendChild(document.createElement('iframe'));
    const stored = tab.contentWindow?.localStorage;
    stored?.setItem('currentUser', JSON.stringify(ana));
    stored?.setItem('token', `header.${payload}.signature`);
    await expect.element(page.getByText(`at ${path}`)).toBeVisible();
    expect(session.user?.name).toBe('Ana');
    scope.dispose();
  });

  it('is recognized by password managers', async () => {
    await expect.element(email).toHaveAttribute('autocomplete', 'username');
    await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
  });
});

import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { guestStrings, visitEnded } from '../../../app/account/guests-words.ts';
import { LoginScreen } from '../../../app/account/login-screen.tsx';
import { SignUpScreen } from '../../../app/account/sign-up-screen.tsx';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session, updateUser } from '../../../app/session/session.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const LOOK = 'POST /v1/invite/look';
const looked = { mapId: 7, name: 'Le quai', privilege: 'drop', inviter: 'Ana' };
const guest = {
  id: UserId.parse(4),
  name: 'Guest',
  email: 'guest-4@guest.invalid',
  role: 'guest' as const,
  picture: null,
};

const root = rootPerTest('div', () => {
  storage.forgetAll();
  Object.assign(session, { user: null, ended: null });
});
beforeEach(() => {
  storage.forgetAll();
});

function open(path: string): void {
  root.render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/login" element={<LoginScreen />} />
        <Route path="/createaccount" element={<SignUpScreen />} />
        <Route path="*" element={<Landed />} />
      </Routes>
    </MemoryRouter>,
  );
}

function Landed() {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
}

const email = page.getByRole('textbox', { name: strings.login.email });
const isAt = (path: string) => expect.element(page.getByText(`at ${path}`, { exact: true })).toBeVisible();

describe('a pending invitation', () => {
  it.each(['/login', '/createaccount'])('explains at %s what it is for, with the map’s name', async (path) => {
    storage.write('inviteToken', 'precious');
    const heard = answerCalls({ [LOOK]: looked });
    open(path);
    await expect
      .element(
        page.getByText(/^Pour déposer des drops sur «\u00a0Le quai\u00a0», il faut un compte\. Votre invitation/),
      )
      .toBeVisible();
    expect(heard.find(({ call }) => call === LOOK)?.body).toEqual({ token: 'precious' });
    expect(storage.read('inviteToken')).toBe('precious');
  });

  it('that needs an account offers at the login to create one first', async () => {
    storage.write('inviteToken', 'precious');
    answerCalls({ [LOOK]: looked });
    open('/login');
    await expect.element(page.getByText(guestStrings.orLogIn)).toBeVisible();
    expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
    await page.getByRole('button', { name: guestStrings.signUp }).click();
    await expect.element(page.getByRole('heading', { name: strings.signUp.title })).toBeVisible();
    expect(storage.read('inviteToken')).toBe('precious');
  });

  it('is announced as pending if nothing more is known', async () => {
    storage.write('inviteToken', 'precious');
    answerCalls({});
    open('/login');
    await expect.element(page.getByText(strings.login.inviteWaiting)).toBeVisible();
    expect(storage.read('inviteToken')).toBe('precious');
  });

  it('is reported as expired before a password is typed, and removed', async () => {
    storage.write('inviteToken', 'spent');
    answerCalls({ [LOOK]: refusal('invite_expired', 410) });
    open('/login');
    await expect.element(page.getByRole('alert')).toHaveTextContent(strings.errors.inviteExpired);
    expect(storage.read('inviteToken')).toBeNull();
    await expect.element(email).toBeVisible();
  });

  it.each([
    ['the login', '/login', null],
    ['the sign-up', '/createaccount', null],
    ['the end of a visit', '/login', 'visit' as const],
  ])('for guests is followed without an account from %s, in its own words', async (_, path, ended) => {
    storage.write('inviteToken', 'precious');
    answerCalls({ [LOOK]: { ...looked, privilege: 'guest' } });
    session.ended = ended;
    open(path);
    await expect
      .element(page.getByText('Vous pouvez écouter «\u00a0Le quai\u00a0» avec ou sans compte.', { exact: true }))
      .toBeVisible();
    await page.getByRole('link', { name: guestStrings.listen }).click();
    await isAt('/invite?privilege=guest');
  });
});

describe('a guest at the login', () => {
  it('whose visit has ended reads what to do, and sees the password form only on request', async () => {
    answerCalls({});
    session.ended = 'visit';
    open('/login');
    await expect.element(page.getByRole('heading', { name: 'Votre visite est terminée' })).toBeVisible();
    await expect.element(page.getByText(visitEnded.open)).toBeVisible();
    await expect.element(page.getByText(visitEnded.ask)).toBeVisible();
    expect([page.getByRole('textbox').elements(), page.getByRole('alert').elements()]).toEqual([[], []]);
    expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
    await page.getByRole('button', { name: guestStrings.logIn }).click();
    await expect.element(email).toBeVisible();
    expect(page.getByText(strings.errors.tokenExpired).elements()).toEqual([]);
  });

  it('whose visit has ended may sign up', async () => {
    answerCalls({});
    session.ended = 'visit';
    open('/login');
    await page.getByRole('button', { name: guestStrings.signUp }).click();
    await expect.element(page.getByRole('heading', { name: strings.signUp.title })).toBeVisible();
  });

  it('with a current visit reads that it is kept at login, and may return to it', async () => {
    answerCalls({});
    updateUser(guest);
    open('/login');
    await expect.element(page.getByText(guestStrings.follows)).toBeVisible();
    await page.getByRole('link', { name: guestStrings.stay }).click();
    await isAt('/home');
    expect(session.user).toEqual(guest);
  });

  it('with a current visit may end it', async () => {
    answerCalls({});
    updateUser(guest);
    open('/login');
    await page.getByRole('button', { name: guestStrings.end }).click();
    await expect.poll(() => session.user).toBeNull();
    await expect.element(page.getByText(guestStrings.follows)).not.toBeInTheDocument();
  });
});

import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { InviteScreen } from '../../../../app/parcours/invite/invite-screen.tsx';
import { inviteStrings } from '../../../../app/parcours/invite/invite-words.ts';
import { parcours } from '../../../../app/parcours/parcours.ts';
import { connectApi } from '../../../../app/platform/net/api.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { session, updateUser } from '../../../../app/session/session.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import type { ErrorCode } from '../../../../contracts/errors.ts';
import type { User } from '../../../../contracts/user.ts';
import { UserId } from '../../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { forgetSession } from '../../../support/page/forget-session.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const words = inviteStrings;
const ACCEPT = 'POST /v1/invite/accept';
const VISIT = 'POST /v1/invite/visit';
const LOOK = 'POST /v1/invite/look';
const ana = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const guest = { ...ana, id: UserId.parse(4), email: 'guest-4@guest.invalid', role: 'guest' as const };
const token = `header.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }))}.signature`;
const quay = { id: 7, name: 'Le quai', description: '', image_url: null, privilege: 'guest', users: [], user_count: 1 };
const joins = {
  [ACCEPT]: { mapId: quay.id, hasGained: true },
  [VISIT]: { user: guest, token, mapId: quay.id },
  'GET /v1/map/maps-for-user': [quay],
};

const root = rootPerTest('div', () => {
  forgetSession();
  session.user = null;
  session.ended = null;
});
beforeEach(() => storage.forgetAll());

/** Follows a link without an account, as Ana, or as another user. */
function follow(link: string, isLoggedIn: boolean, who: User = ana): void {
  if (isLoggedIn) {
    storage.write('token', token);
    updateUser(who);
  }
  root.render(
    <MemoryRouter initialEntries={[link]}>
      <Routes>
        <Route path="/invite" element={<InviteScreen />} />
        <Route path="*" element={<Landed />} />
      </Routes>
    </MemoryRouter>,
  );
}

function Landed() {
  return <p>at {useLocation().pathname}</p>;
}

const heading = page.getByRole('heading', { name: 'Processing link <3.' });
const alert = page.getByRole('alert');
const retry = page.getByRole('button', { name: strings.app.retry });
const isAt = (path: string) => expect.element(page.getByText(`at ${path}`, { exact: true })).toBeVisible();

describe('an invitation link', () => {
  it('without a token reports that, and links to the login', async () => {
    const heard = answerCalls({});
    follow('/invite', false);
    await expect.element(heading).toBeVisible();
    await expect.element(alert).toHaveTextContent(words.noToken);
    expect(await screenFaultsHere()).toEqual([]);
    await page.getByRole('button', { name: words.toLogin }).click();
    await isAt('/login');
    expect(heard).toEqual([]);
  });

  it('shows the parcours embedded in the page while it is accepted', async () => {
    answerCalls({ ...joins, [VISIT]: () => new Promise<never>(() => {}) });
    root.render(
      <MemoryRouter initialEntries={['/invite?token=abc&privilege=guest']}>
        <InviteScreen invited={{ name: 'Le quai', description: 'Trois histoires au bord de l’eau.' }} />
      </MemoryRouter>,
    );
    await expect.element(page.getByRole('heading', { name: 'Le quai' })).toBeVisible();
    await expect.element(page.getByText('Trois histoires au bord de l’eau.')).toBeVisible();
    await expect.element(heading).toBeVisible();
    // What the sign stands for.
    await expect.element(page.getByTitle(words.heart)).toHaveTextContent('<3');
  });

  it('creates no account for a person who is logged in', async () => {
    const heard = answerCalls(joins);
    follow('/invite?token=precious&privilege=guest', true);
    await isAt('/home/parcours');
    expect(heard[0]).toEqual({ call: ACCEPT, body: { token: 'precious' } });
    expect(heard.map(({ call }) => call)).not.toContain(VISIT);
    expect(session.user).toEqual(ana);
    expect([parcours.selectedIds, storage.read('inviteToken')]).toEqual([[quay.id], null]);
  });

  const dead: readonly (readonly [ErrorCode, number, string])[] = [
    ['invite_revoked', 410, strings.errors.inviteRevoked],
    ['invite_expired', 410, strings.errors.inviteExpired],
    ['invite_invalid', 404, strings.errors.inviteInvalid],
  ];
  for (const [who, isLoggedIn] of [
    ['who is logged in', true],
    ['whom it finds without an account', false],
  ] as const) {
    it.each(dead)(
      `rejected as %s reports it to ${who}, is removed, and offers a way to continue`,
      async (code, status, why) => {
        answerCalls({ [VISIT]: refusal(code, status), [ACCEPT]: refusal(code, status) });
        follow('/invite?token=spent&privilege=guest', isLoggedIn);
        await expect.element(heading).toBeVisible();
        await expect.element(alert).toHaveTextContent(why);
        expect(storage.read('inviteToken')).toBeNull();
        expect(retry.elements()).toEqual([]);
        expect(session.user).toEqual(isLoggedIn ? ana : null);
        await page.getByRole('button', { name: isLoggedIn ? words.toMaps : words.toLogin }).click();
        await isAt(isLoggedIn ? '/home/parcours' : '/login');
      },
    );
  }

  it('opened without a network keeps its token, reports why, and works on the next attempt', async () => {
    answerCalls({});
    follow('/invite?token=precious&privilege=drop', true);
    await expect.element(alert).toHaveTextContent(strings.errors.network);
    expect(storage.read('inviteToken')).toBe('precious');
    answerCalls(joins);
    await retry.click();
    await isAt('/home/parcours');
    expect(storage.read('inviteToken')).toBeNull();
  });

  it('for guests is sent with the same key at the next attempt, so that no second guest is made', async () => {
    const before = answerCalls({});
    follow('/invite?token=precious&privilege=guest', false);
    await expect.element(alert).toHaveTextContent(strings.errors.network);
    expect(storage.read('inviteToken')).toBe('precious');
    const after = answerCalls(joins);
    await retry.click();
    await isAt('/home/parcours');
    expect(after[0]).toEqual({
      call: VISIT,
      body: { token: 'precious', key: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect(after[0]).toEqual(before[0]);
    expect(session.user).toEqual(guest);
  });

  it('for guests creates a new guest if the account is gone, without asking for a password', async () => {
    const heard = answerCalls({ ...joins, [ACCEPT]: refusal('unauthenticated', 401) });
    endAtRefusal();
    follow('/invite?token=precious&privilege=guest', true, guest);
    await isAt('/home/parcours');
    expect(heard.map(({ call }) => call).slice(0, 2)).toEqual([ACCEPT, VISIT]);
  });

  it('that needs an account tells a guest why, and waits for it', async () => {
    const looked = { mapId: quay.id, name: 'Le quai', privilege: 'drop', inviter: 'Ana' };
    answerCalls({ [ACCEPT]: refusal('account_needed', 403), [LOOK]: looked });
    follow('/invite?token=precious&privilege=drop', true, guest);
    await expect
      .element(page.getByText('Pour déposer des drops sur «\u00a0Le quai\u00a0», il faut un compte.'))
      .toBeVisible();
    await expect.element(page.getByText('Invitation de Ana.')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Il vous faut un compte' })).toHaveFocus();
    expect([storage.read('inviteToken'), session.user]).toEqual(['precious', guest]);
    expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
    await page.getByRole('button', { name: 'Créer un compte' }).click();
    await isAt('/createaccount');
    expect(storage.read('inviteToken')).toBe('precious');
  });

  it.each([
    ['Se connecter', '/login'],
    ['Plus tard', '/home/parcours'],
  ])('that needs an account leads by %s to %s, even if nothing more is known about it', async (name, path) => {
    answerCalls({ [ACCEPT]: refusal('account_needed', 403) });
    follow('/invite?token=precious&privilege=drop', true, guest);
    await expect.element(page.getByText(strings.errors.accountNeeded)).toBeVisible();
    await page.getByRole('button', { name }).click();
    await isAt(path);
    expect(session.user).toEqual(guest);
  });

  it('that needs an account but has expired reports that below a heading', async () => {
    answerCalls({ [ACCEPT]: refusal('account_needed', 403), [LOOK]: refusal('invite_expired', 410) });
    follow('/invite?token=spent&privilege=drop', true, guest);
    await expect.element(alert).toHaveTextContent(strings.errors.inviteExpired);
    await expect.element(heading).toBeVisible();
    await page.getByRole('button', { name: words.toMaps }).click();
    await isAt('/home/parcours');
  });

  it('whose privilege was changed meanwhile leads a person without an account to the login', async () => {
    answerCalls({ [VISIT]: refusal('account_needed', 403) });
    follow('/invite?token=precious&privilege=guest', false);
    await isAt('/login');
    expect(storage.read('inviteToken')).toBe('precious');
  });
});

/** Ends the session at a 401, as the page's own connection does. */
function endAtRefusal(): void {
  connectApi({
    baseUrl: '',
    readToken: () => storage.read('token'),
    onRefused: () => {
      storage.forget('token', 'currentUser', 'userData');
      Object.assign(session, { user: null, ended: 'visit' });
    },
  });
}

import type { Root } from 'react-dom/client';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { InviteScreen } from '../../../../app/features/invite/invite-screen.tsx';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { parcours } from '../../../../app/state/maps/parcours.ts';
import { session, updateUser } from '../../../../app/state/session/session.ts';
import { strings } from '../../../../app/words/strings.ts';
import type { ErrorCode } from '../../../../contracts/errors.ts';
import { UserId } from '../../../../contracts/vocabulary.ts';
import { answerCalls, refusal } from '../../../support/answers.ts';
import { forgetSession } from '../../../support/forget-session.ts';
import { freshRoot } from '../../../support/react-root.ts';

const words = strings.invite;
const ACCEPT = 'POST /v1/invite/accept';
const CREATE = 'POST /v1/user/createaccount';
const LOGIN = 'POST /v1/user/login';
const ana = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const guest = { ...ana, id: UserId.parse(4), role: 'guest' as const };
const token = `header.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }))}.signature`;
const makesGuest = { [CREATE]: { user: guest }, [LOGIN]: { user: guest, token } };
const quay = { id: 7, name: 'Le quai', description: '', image_url: null, privilege: 'guest', users: [], user_count: 1 };
const joins = { [ACCEPT]: { mapId: quay.id }, 'GET /v1/map/maps-for-user': [quay] };

let root: Root | null = null;
beforeEach(() => storage.forgetAll());
afterEach(() => {
  root?.unmount();
  vi.unstubAllGlobals();
  forgetSession();
  session.user = null;
});

/** Follows a link, as somebody without an account or as Ana. */
function follow(link: string, isLoggedIn: boolean): void {
  if (isLoggedIn) {
    storage.write('token', token);
    updateUser(ana);
  }
  root = freshRoot();
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
    await page.getByRole('button', { name: words.toLogin }).click();
    await isAt('/login');
    expect(heard).toEqual([]);
  });

  it('creates no account for somebody who is logged in', async () => {
    const heard = answerCalls(joins);
    follow('/invite?token=precious&privilege=guest', true);
    await isAt('/home/parcours');
    expect(heard[0]).toEqual({ call: ACCEPT, body: { token: 'precious' } });
    expect(heard.map(({ call }) => call)).not.toContain(CREATE);
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
      `that is refused as %s reports it to ${who}, is forgotten, and offers a way on`,
      async (code, status, why) => {
        answerCalls({ ...makesGuest, [ACCEPT]: refusal(code, status) });
        follow('/invite?token=spent&privilege=guest', isLoggedIn);
        await expect.element(heading).toBeVisible();
        await expect.element(alert).toHaveTextContent(why);
        expect(storage.read('inviteToken')).toBeNull();
        expect(retry.elements()).toEqual([]);
        await page.getByRole('button', { name: words.toMaps }).click();
        await isAt('/home/parcours');
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

  it('for guests that fails after the guest was created creates no second one on the next attempt', async () => {
    const before = answerCalls(makesGuest);
    follow('/invite?token=precious&privilege=guest', false);
    await expect.element(alert).toHaveTextContent(strings.errors.network);
    expect(before.map(({ call }) => call)).toEqual([CREATE, LOGIN, ACCEPT]);
    expect(storage.read('inviteToken')).toBe('precious');
    const after = answerCalls({ ...makesGuest, ...joins });
    await retry.click();
    await isAt('/home/parcours');
    expect(after.map(({ call }) => call)).not.toContain(CREATE);
    expect(session.user?.role).toBe('guest');
  });
});

import { expect, it } from 'vitest';
import { decideInvite } from '../../../../app/features/invite/decide-invite.ts';

it.each([
  [{ token: null, privilege: 'guest' as const }, false, 'nothing'],
  [{ token: null, privilege: null }, true, 'nothing'],
  [{ token: 't', privilege: 'guest' as const }, true, 'join'],
  [{ token: 't', privilege: 'admin' as const }, true, 'join'],
  [{ token: 't', privilege: 'guest' as const }, false, 'join'],
  [{ token: 't', privilege: 'drop' as const }, false, 'login'],
  [{ token: 't', privilege: null }, false, 'login'],
])('a link with %j, somebody logged in: %s, leads to %s', (link, isLoggedIn, step) => {
  expect(decideInvite(link, isLoggedIn)).toBe(step);
});

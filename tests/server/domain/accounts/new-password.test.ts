import { describe, expect, test } from 'vitest';
import { createNewPasswordCheck } from '../../../../server/domain/accounts/new-password.ts';

const ana = { email: 'ana.martin@example.org', name: 'Ana Martin' };
const checkNewPassword = createNewPasswordCheck('Les Amis du Quai');
const faultOf = (password: string): unknown => {
  try {
    checkNewPassword(password, ana);
    return null;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('a new password', () => {
  test.each([
    ['a', 'password_short'],
    ['123456789', 'password_short'],
    // Nine characters of two code units each.
    ['🎧'.repeat(9), 'password_short'],
    ['1234567890', 'password_common'],
    ['qwertyuiop', 'password_common'],
    ['azertyuiop', 'password_common'],
    ['MotDePasse', 'password_common'],
    ['Password123', 'password_common'],
    [' password123 ', 'password_common'],
    ['ana.martin@example.org', 'password_own'],
    ['ANA.MARTIN@EXAMPLE.ORG', 'password_own'],
    ['ana.martin', 'password_own'],
    ['ana martin', 'password_own'],
    ['ana martin le soir', null],
    ['tout petit', null],
    ['🎧'.repeat(10), null],
    ['Drop-ici 2026 !', 'password_common'],
    ['dropicidropici', 'password_common'],
    ['Éditeur12345', 'password_common'],
    ['les amis du quai', 'password_common'],
    ['AmisDuQuai du drop', null],
    ['drop ici, la voix', null],
    ['2026-11-24 08:41', null],
  ])('%j results in %s', (password, fault) => {
    expect(faultOf(password)).toBe(fault);
  });
});

import { describe, expect, it } from 'vitest';
import { checkSignUp } from '../../../app/account/credential-checks.ts';
import { passwordStrings, wordsForFault } from '../../../app/account/credentials-words.ts';
import { checkLogin } from '../../../app/account/login-screen.tsx';

describe('the login form', () => {
  it.each([
    ['', '', 'email', 'Please fill in all fields'],
    ['   ', 'secret', 'email', 'Please fill in all fields'],
    ['ana@example.org', '', 'password', 'Please fill in all fields'],
    ['not-an-email', '', 'password', 'Please fill in all fields'],
    ['not-an-email', 'secret', 'email', 'Please enter a valid email address'],
    ['a na@example.org', 'secret', 'email', 'Please enter a valid email address'],
    ['ana@example', 'secret', 'email', 'Please enter a valid email address'],
  ])('with %j and %j marks %s: %s', (email, password, field, message) => {
    expect(checkLogin({ email, password })).toEqual({ field, message });
  });

  it('may be sent with both fields', () => {
    expect(checkLogin({ email: ' ana@example.org ', password: ' ' })).toBeNull();
  });
});

describe('the sign-up form', () => {
  const good = {
    username: 'Ana',
    email: 'ana@example.org',
    password: 'a long one',
    confirmation: 'a long one',
    terms: true,
  };
  const EMPTY = 'Veuillez remplir tous les champs';

  it.each([
    // Each row breaks its own rule and every later one: the first one counts.
    [
      { terms: false, username: '', email: '', password: 'x' },
      'terms',
      'Vous devez accepter les CGU pour créer un compte',
    ],
    [{ username: ' ', email: 'nope', password: 'x' }, 'username', EMPTY],
    [{ email: '', password: 'x' }, 'email', EMPTY],
    [{ email: 'nope', password: '' }, 'password', EMPTY],
    [{ email: 'nope', confirmation: '' }, 'confirmation', EMPTY],
    [{ email: 'ana@example', confirmation: 'b' }, 'email', 'Veuillez entrer une adresse email valide'],
    [{ email: 'x<ana@example.org>', confirmation: 'b' }, 'email', 'Veuillez entrer une adresse email valide'],
    [{ password: 'a', confirmation: 'b' }, 'confirmation', 'Les mots de passe ne correspondent pas'],
    [{ password: 'a', confirmation: 'a' }, 'password', passwordStrings.short],
    [{ email: 'Ana.M@b.org', password: 'ana.m@B.org', confirmation: 'ana.m@B.org' }, 'password', passwordStrings.own],
    [{ username: 'Ana Martin', password: 'ana martin', confirmation: 'ana martin' }, 'password', passwordStrings.own],
  ])('with %j marks %s: %s', (faults, field, message) => {
    expect(wordsForFault(checkSignUp({ ...good, ...faults }))).toEqual({ field, message });
  });

  it('may be sent with all fields valid', () => {
    expect(checkSignUp(good)).toBeNull();
  });
});

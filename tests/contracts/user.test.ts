import { describe, expect, test } from 'vitest';
import { Credentials, EMAIL_PATTERN, Email, Member, NewAccount, User } from '../../contracts/user.ts';

describe('an email', () => {
  test('is normalized', () => {
    expect(Email.parse('  Ana@Example.ORG ')).toBe('ana@example.org');
  });

  test.each([
    '',
    'ana',
    'ana@example',
    '@example.org',
    'a na@example.org',
    'ana@@example.org',
    `${'a'.repeat(250)}@b.cd`,
  ])('is not %j', (text) => {
    expect(Email.safeParse(text).success).toBe(false);
  });

  test('is rejected at once, however long the text, even by the pattern alone', () => {
    const nonsense = `a@${'.'.repeat(100_000)}@`;
    const startMs = performance.now();
    expect(EMAIL_PATTERN.test(nonsense)).toBe(false);
    expect(Email.safeParse(nonsense).error?.issues).toHaveLength(1);
    // A quadratic pattern would take half a minute.
    expect(performance.now() - startMs).toBeLessThan(5000);
  });
});

describe('a sign-up', () => {
  const account = { name: ' Ana ', email: 'ana@example.org', password: ' with spaces ' };

  test('trims the name and keeps the password as typed', () => {
    expect(NewAccount.parse(account)).toEqual({ ...account, name: 'Ana' });
  });

  test.each([
    '<ana@example.org>',
    '<<ana@example.org>>',
    'x<ana@example.org>',
    'ana@example.org>',
    'ana(1)@example.org',
    'ana@example.org(1)',
    '"ana"@example.org',
    'a:ana@example.org;',
    'ana,eve@example.org',
    'ana;eve@example.org',
    '\\ana@example.org',
    'ana@[127.0.0.1]',
    'ana@example.org.',
    'ana@example..org',
    'ana@example.org?cc=eve',
    'ana@example.org/eve',
  ])('rejects an email that a mail server may read as another mailbox: %j', (email) => {
    expect(NewAccount.safeParse({ ...account, email }).success).toBe(false);
  });

  test.each([
    "o'neil+tours.2026@example.co.uk",
    'ana_b=c/d!e#f%g&h*i@a-b.example.org',
    'zoé@musée.example',
    'ана@пример.рф',
    '1@2.example',
    'अ@उदाहरण.भारत',
  ])('accepts the email %j', (email) => {
    expect(NewAccount.parse({ ...account, email }).email).toBe(email);
  });

  test('has one of four roles', () => {
    expect(NewAccount.safeParse({ ...account, role: 'guest' }).success).toBe(true);
    expect(NewAccount.safeParse({ ...account, role: 'root' }).success).toBe(false);
  });

  test('drops unknown fields', () => {
    expect(NewAccount.parse({ ...account, id: 1, verified_email: true })).not.toHaveProperty('verified_email');
  });
});

test('a login without a password, or with one too long to hash, is rejected', () => {
  for (const password of [undefined, '', 'x'.repeat(1025)]) {
    expect(Credentials.safeParse({ email: 'ana@example.org', password }).success).toBe(false);
  }
});

test('an account contains no secrets, and other members see neither email nor role', () => {
  const row = { id: 1, name: 'Ana', email: 'ana@example.org', role: 'user', picture: null, password_hash: 'x' };
  expect(User.parse(row)).not.toHaveProperty('password_hash');
  expect(Member.parse(row)).toEqual({ id: 1, name: 'Ana', picture: null });
});

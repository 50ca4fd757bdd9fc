import { expect, test } from 'vitest';
import { plainBlock, plainLine } from '../../contracts/text/lines.ts';
import { NewAccount } from '../../contracts/user.ts';

test.each([
  ['  Île de la Cité ', 'Île de la Cité'],
  ['Ana\u202Egpj.exe', 'Anagpj.exe'],
  ['Noé\u001b[31m\u0000 \u2066Martin\u2069', 'Noé[31m Martin'],
  ['trois\n\nlignes\nen\tun', 'trois lignes en un'],
  ['Prix\u00a0: 2\u202f€', 'Prix\u00a0: 2\u202f€'],
  ['👩\u200d🚒 et می\u200cخواهم', '👩\u200d🚒 et می\u200cخواهم'],
])('the line %j is %j', (text, line) => {
  expect(plainLine(text)).toBe(line);
});

test('a block keeps its lines, and nothing else that is not seen', () => {
  expect(plainBlock(' Le quai\r\nde la\u2028Seine\u0007\u202E ')).toBe('Le quai\nde la\nSeine');
});

test('a name of invisible characters alone is none', () => {
  const account = { email: 'ana@example.org', password: 'a long password' };
  expect(NewAccount.safeParse({ ...account, name: '\u202E\u200B' }).success).toBe(false);
  expect(NewAccount.parse({ ...account, name: 'Ana\u202E' }).name).toBe('Ana');
});

test.each(['ana\u202E@example.org', 'ana\u001b[31m@example.org', 'ana@exa\u200bmple.org'])(
  'the email %j, which shows as another, makes no account',
  (email) => {
    const account = { name: 'Ana', password: 'a long password' };
    expect(NewAccount.safeParse({ ...account, email }).success).toBe(false);
    expect(NewAccount.parse({ ...account, email: 'ana.müller+quai@example.org' }).email).toBe(
      'ana.müller+quai@example.org',
    );
  },
);

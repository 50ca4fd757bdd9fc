import { expect, test } from 'vitest';
import { createRandom } from '../../app/rehearsal/seeded-random.ts';
import { blockOf, plainBlock, plainLine } from '../../contracts/lines.ts';
import { NewAccount } from '../../contracts/user.ts';
import { timesAsLong } from '../support/processor-time.ts';

test.each([
  ['  Île de la Cité ', 'Île de la Cité'],
  ['Ana\u202Egpj.exe', 'Anagpj.exe'],
  ['Noé\u001b[31m\u0000 \u2066Martin\u2069', 'Noé[31m Martin'],
  ['trois\n\nlignes\nen\tun', 'trois lignes en un'],
  ['Prix\u00a0: 2\u202f€', 'Prix\u00a0: 2\u202f€'],
  ['👩\u200d🚒 et می\u200cخواهم', '👩\u200d🚒 et می\u200cخواهم'],
  ['Co\u00adle\u3164tte\u115f \u{e0041}\u{e007f}et\ufff9 Noé', 'Colette et Noé'],
  ['braille\u2800\u2800', 'braille'],
  ['\u200d\ufe0f Ana \u200d', 'Ana'],
  [
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ❤\ufe0f\u200d🔥',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ❤\ufe0f\u200d🔥',
  ],
])('the line %j becomes %j', (text, line) => {
  expect(plainLine(text)).toBe(line);
});

test('a block keeps its line breaks and loses all other invisible characters', () => {
  expect(plainBlock(' Le quai\r\nde la\u2028Seine\u0007\u202E ')).toBe('Le quai\nde la\nSeine');
});

test('a name of only invisible characters counts as empty', () => {
  const account = { email: 'ana@example.org', password: 'a long password' };
  for (const name of ['\u202E\u200B', '\u3164', '\u00ad\u200d\ufe0f', '\u2800', '\u{e0061}\u{e0062}']) {
    expect([name, NewAccount.safeParse({ ...account, name }).success]).toEqual([name, false]);
  }
  expect(NewAccount.parse({ ...account, name: 'Ana\u202E' }).name).toBe('Ana');
});

test('a text is refused as it was sent if it is far too long, and else measured without what it loses', () => {
  const words = blockOf(1, 100);
  expect(words.parse(`${' '.repeat(700)}Ana`)).toBe('Ana');
  expect(words.safeParse(`${' '.repeat(800)}Ana`).error?.issues).toMatchObject([{ code: 'too_big' }]);
});

test.each([
  ['joiners between letters', `a${'\u200d'.repeat(20_000)}b`],
  ['selectors between letters', `a${'\ufe0f'.repeat(20_000)}b`],
  ['joiners after spaces', ' \u200d'.repeat(10_000)],
  ['flags without an end', '🏴\u{e0067}'.repeat(5000)],
  ['line breaks', `a${'\r\n'.repeat(10_000)}b`],
])('%s take no longer than their length allows', (_, text) => {
  const usual = 'Le quai. '.repeat(text.length / 9);
  expect(
    timesAsLong(
      () => plainLine(text),
      () => plainLine(usual),
    ),
  ).toBeLessThan(30);
});

test('plain text stays unchanged, and no output contains hidden characters', () => {
  const random = createRandom(33);
  const letters = [...'aé "<😀\u200d\ufe0f\u00ad\u3164\u2800\u{e0041}\u{1f3f4}\u202e\n\t\ud800'];
  for (let turn = 0; turn < 2000; turn++) {
    const text = Array.from({ length: 8 }, () => letters[Math.floor(random() * letters.length)]).join('');
    const line = plainLine(text);
    expect(plainLine(line)).toBe(line);
    expect(line).not.toMatch(/[\u00ad\u3164\u2800\u202e\p{Cc}]|(^|\s)[\u200d\ufe0f]|\u200d(\s|$)/u);
  }
});

test.each([
  'ana\u202E@example.org',
  'ana\u001b[31m@example.org',
  'ana@exa\u200bmple.org',
  'an\u00ada@example.org',
  'ana\u3164@example.org',
  'ana\u200d@example.org',
  'ana@example\u2800.org',
  'ana@example.org\u{e0061}',
  'ana\ufe0f@example.org',
])('the email %j, which looks like another one, is rejected at sign-up', (email) => {
  const account = { name: 'Ana', password: 'a long password' };
  expect(NewAccount.safeParse({ ...account, email }).success).toBe(false);
  expect(NewAccount.parse({ ...account, email: 'ana.müller+quai@example.org' }).email).toBe(
    'ana.müller+quai@example.org',
  );
});

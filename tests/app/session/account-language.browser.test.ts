import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseLanguage } from '../../../app/page/language.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { followAccountLanguage } from '../../../app/session/account-language.ts';
import { session } from '../../../app/session/session.ts';
import { type Language, UserId } from '../../../contracts/vocabulary.ts';
import { answerCalls } from '../../support/page/answers.ts';

const CHOOSE = 'PUT /v1/user/me/language';
const ana = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
  session.user = ana;
});
afterEach(async () => {
  scope.dispose();
  session.user = null;
  await chooseLanguage('fr');
  storage.forgetAll();
});

const known = () => session.user?.language;
const toldOf = (heard: ReturnType<typeof answerCalls>) =>
  heard.map(({ body }) => (body as { readonly language: Language }).language);

it('the server is told the language shown, then each choice', async () => {
  const heard = answerCalls({ [CHOOSE]: { status: 'ok' } });
  followAccountLanguage(scope);
  await expect.poll(known).toBe('fr');
  await chooseLanguage('en');
  await expect.poll(known).toBe('en');
  expect(toldOf(heard)).toEqual(['fr', 'en']);
});

it('a choice that did not reach the server is told at the next start', async () => {
  const lost = answerCalls({});
  await chooseLanguage('en');
  followAccountLanguage(scope);
  await expect.poll(() => lost.length).toBe(1);
  scope.dispose();
  scope = new Scope();
  expect(known()).toBe(undefined);
  const heard = answerCalls({ [CHOOSE]: { status: 'ok' } });
  followAccountLanguage(scope);
  await expect.poll(known).toBe('en');
  expect(toldOf(heard)).toEqual(['en']);
});

it('a browser in another language changes nothing of an account that has one', async () => {
  const heard = answerCalls({ [CHOOSE]: { status: 'ok' } });
  session.user = { ...ana, language: 'en' };
  followAccountLanguage(scope);
  await Promise.resolve();
  expect([heard, known()]).toEqual([[], 'en']);
});

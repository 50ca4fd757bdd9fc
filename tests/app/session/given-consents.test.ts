import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { legalStrings } from '../../../app/legal/legal-words.ts';
import { connectApi } from '../../../app/platform/net/api.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { hasOlderTerms, noteConsent } from '../../../app/session/given-consents.ts';
import { session } from '../../../app/session/session.ts';
import { TERMS_VERSION } from '../../../contracts/terms.ts';
import { call } from '../../support/server/api.ts';
import { type Person, signUp } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let ana: Person;
beforeAll(async () => {
  ana = await signUp(server.origin, 'Ana');
});
beforeEach(() => {
  session.user = ana.user;
  storage.write('token', ana.token);
  connect(server.origin);
});
afterEach(() => {
  session.user = null;
  storage.forgetAll();
});

function connect(baseUrl: string): void {
  connectApi({ baseUrl, readToken: () => ana.token, onRefused: () => undefined });
}

const noted = () => storage.read('notedConsents');

test('a consent that did not reach the server is sent at the next opportunity, then once', async () => {
  connect('http://localhost:1');
  noteConsent('voice');
  await expect.poll(noted).toEqual([]);
  connect(server.origin);
  await expect
    .poll(() => {
      noteConsent('voice');
      return noted();
    })
    .toEqual([`${ana.user.id} voice ${TERMS_VERSION}`]);
  const { consents } = await call(server.origin, 'readChoices', {}, ana.token);
  expect(consents).toMatchObject([{ kind: 'voice', version: TERMS_VERSION }]);
});

test('the terms say the month of their version', () => {
  const month = new Date(`${TERMS_VERSION}-15`).toLocaleDateString('fr', { month: 'long', year: 'numeric' });
  expect(legalStrings.updated).toContain(month);
});

test('only a known acceptance of another version counts as older terms', () => {
  expect(hasOlderTerms(null)).toBe(false);
  expect(hasOlderTerms({})).toBe(false);
  expect(hasOlderTerms({ termsVersion: TERMS_VERSION })).toBe(false);
  expect(hasOlderTerms({ termsVersion: '2020-01' })).toBe(true);
});

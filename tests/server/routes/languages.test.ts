import { afterAll, describe, expect, test } from 'vitest';
import type { Language } from '../../../contracts/vocabulary.ts';
import { unzip } from '../../support/formats/zip.ts';
import { startMailServer } from '../../support/network/mail-server.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const mailServer = await startMailServer();
afterAll(mailServer.stop);
const server = useServer(mailServer.env);

const choose = (person: Person, language: Language) =>
  call(server.origin, 'chooseLanguage', { body: { language } }, person.token);
/** The subjects of the mails to an address, once there are `count` of them. */
const subjects = async (email: string, count = 1) =>
  (await mailServer.mailsTo(email, undefined, count)).map(({ subject }) => subject.replace('Drop ici', '')).sort();

describe('the language of an account', () => {
  test('is the one of the sign-up until another is chosen, and the account has it at each login', async () => {
    const body = { name: 'Ada', email: 'ada@example.org', password: 'a password of Ada' };
    await call(server.origin, 'createAccount', { body: { ...body, language: 'en' } });
    const { user, token } = await call(server.origin, 'login', { body });
    expect(user.language).toBe('en');
    await call(server.origin, 'chooseLanguage', { body: { language: 'fr' } }, token);
    expect((await call(server.origin, 'readMe', {}, token)).user.language).toBe('fr');
    expect(await subjects(body.email)).toEqual([': confirm your address']);
  });

  test('is that of its export, whose data names it', async () => {
    const zoe = await signUp(server.origin, 'Zoe');
    await choose(zoe, 'en');
    const { link } = await call(server.origin, 'requestExport', {}, zoe.token);
    const response = await fetch(server.origin + link);
    expect(response.headers.get('Content-Disposition')).toMatch(/drop-ici-my-data-[\d-]+\.zip/);
    const files = await unzip(Buffer.from(await response.arrayBuffer()));
    expect(String(files.get('README.txt'))).toMatch(/^DROP ICI: THE DATA OF Zoe/);
    expect(JSON.parse(String(files.get('data.json'))).compte.langue).toBe('en');
  });
});

describe('a mail', () => {
  test('about a password is in the account’s language, else in the one in which it was asked for', async () => {
    const [eve, lou] = [await signUp(server.origin, 'Eve'), await signUp(server.origin, 'Lou')];
    await choose(lou, 'fr');
    const verify = ' : confirmer votre adresse';
    for (const { email } of [eve, lou]) {
      await call(server.origin, 'requestReset', { body: { email, language: 'en' } });
    }
    expect(await subjects(eve.email, 2)).toEqual([verify, ': choose a new password']);
    expect(await subjects(lou.email, 2)).toEqual([' : choisir un nouveau mot de passe', verify]);
  });

  test('to somebody who has chosen no language is in the sender’s', async () => {
    const chief = await signUpAs(server, 'Chief', 'admin');
    await choose(chief, 'en');
    const [ana, stranger] = [await signUp(server.origin, 'Ana'), 'stranger@example.org'];
    await choose(ana, 'fr');
    await call(server.origin, 'vouchForAddress', { params: { userId: chief.user.id } }, chief.token);
    const mapId = await makeParcours(server.origin, chief);
    const emails = [ana.email, stranger];
    await call(server.origin, 'mailInvites', { body: { mapId, privilege: 'guest', emails } }, chief.token);
    expect(await subjects(stranger)).toEqual([': an invitation']);
    expect(await subjects(ana.email, 2)).toContain(' : une invitation');
    const made = { name: 'New', email: 'new@example.org', role: 'user' } as const;
    await call(server.origin, 'makeAccount', { body: made }, chief.token);
    expect(await subjects(made.email)).toEqual([': your account is waiting for you']);
  });
});

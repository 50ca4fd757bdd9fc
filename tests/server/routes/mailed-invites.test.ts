import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVITE_MAILS_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { INVITE_MAILS_PER_RECIPIENT, INVITE_MAILS_PER_SENDER } from '../../../server/http/account-throttles.ts';
import { startGoogle } from '../../support/network/google.ts';
import { startMailServer } from '../../support/network/mail-server.ts';
import { call } from '../../support/server/api.ts';
import { lastOf } from '../../support/server/audit-log.ts';
import { makeParcours, type Person, signUp, signUpAs, signUpMember } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const mailServer = await startMailServer();
const google = await startGoogle();
afterAll(() => Promise.all([mailServer.stop(), google.stop()]));
const server = useServer({ ...mailServer.env, ...google.env });

let siteAdmin: Person;
beforeAll(async () => {
  siteAdmin = await signUpAs(server, 'Chief', 'admin');
});

const isInvitation = ({ subject }: { readonly subject: string }) => subject.includes('invitation');
const mail = (
  by: Person,
  mapId: ParcoursId,
  emails: string[],
  privilege: 'editor' | 'drop' | 'guest' = 'drop',
  key?: string,
) => call(server.origin, 'mailInvites', { body: { mapId, privilege, emails, label: 'Mail du jour' } }, by.token, key);
const verify = (person: Person) =>
  call(server.origin, 'vouchForAddress', { params: { userId: person.user.id } }, siteAdmin.token);
const author = async (name: string): Promise<[Person, ParcoursId]> => {
  const person = await signUp(server.origin, name);
  await verify(person);
  return [person, await makeParcours(server.origin, person)];
};

describe('invitations that an admin of a map mails', () => {
  test('bring one link to each address once, with or without an account, and are noted without addresses', async () => {
    const [ana, mapId] = await author('Ana');
    const noe = await signUp(server.origin, 'Noé');
    const stranger = 'nobody.yet@example.org';
    const sent = await mail(ana, mapId, [noe.email, stranger, stranger.toUpperCase()]);
    expect(sent).toEqual({ mailed: 2, skipped: [] });
    const [[toNoe], [toStranger]] = [
      await mailServer.mailsTo(noe.email, isInvitation),
      await mailServer.mailsTo(stranger, isInvitation),
    ];
    expect(toStranger?.text).toBe(toNoe?.text);
    expect(toNoe?.text).toMatch(/^Ana vous invite sur la carte « .+ » .+ Vous pourrez écouter .+ enregistrements\.$/m);
    const token = /[?&]token=([\w-]+)/.exec(toNoe?.text ?? '')?.[1] ?? '';
    expect(await call(server.origin, 'acceptInvite', { body: { token } }, noe.token)).toEqual({
      mapId,
      hasGained: true,
    });
    const open = await call(server.origin, 'listInvites', { query: { mapId } }, ana.token);
    expect(open).toMatchObject([{ label: 'Mail du jour', privilege: 'drop', uses: 1 }]);
    expect(open[0]?.expiresAt).not.toBeNull();
    const entry = await lastOf(server.origin, siteAdmin, { action: 'invitations_mailed' });
    expect(entry).toMatchObject({ actor: { id: ana.user.id }, map: { id: mapId }, detail: '2 addresses, drop' });
  });

  test('are mailed once by a repeated request, whose answer is the first', async () => {
    const [ana, mapId] = await author('Eve');
    const often = 'full@example.org';
    for (let sent = 0; sent < INVITE_MAILS_PER_RECIPIENT; sent++) await mail(ana, mapId, [often]);
    const again = () => mail(ana, mapId, [often, 'once@example.org'], 'drop', 'mail-once');
    expect([await again(), await again()]).toEqual(Array(2).fill({ mailed: 1, skipped: [often] }));
    expect(await mailServer.mailsTo('once@example.org', isInvitation)).toHaveLength(1);
    const open = await call(server.origin, 'listInvites', { query: { mapId } }, ana.token);
    expect(open).toHaveLength(INVITE_MAILS_PER_RECIPIENT + 1);
    const fewer = mail(ana, mapId, ['a@example.org'], 'drop', 'mail-once');
    await expect(fewer).rejects.toMatchObject({ code: 'conflict' });
  });

  test('need an admin of the map, a privilege that the account may give, and an address that was verified', async () => {
    const [ana, mapId] = await author('Bea');
    const lou = await signUpMember(server, ana, mapId, 'Lou', 'drop');
    await verify(lou);
    const to = ['x@example.org'];
    const refused = { code: 'forbidden' };
    await expect(mail(lou, mapId, to)).rejects.toMatchObject(refused);
    await expect(mail(siteAdmin, mapId, to)).rejects.toMatchObject(refused);
    await expect(mail(ana, mapId, to, 'editor')).rejects.toMatchObject(refused);
    const kim = await signUp(server.origin, 'Kim');
    const own = await makeParcours(server.origin, kim);
    await expect(mail(kim, own, to)).rejects.toMatchObject({ code: 'address_unverified' });
    // Google vouches for the person, not for an address whose mailbox it doesn't run.
    const accessToken = google.grant('sub-gil', 'gil@example.org');
    const { user, token } = await call(server.origin, 'loginWithGoogle', { body: { accessToken } });
    const gil: Person = { user, token, email: user.email, password: '' };
    const { emailVerified, mayMailInvites } = await call(server.origin, 'readSecurity', {}, token);
    expect({ emailVerified, mayMailInvites }).toEqual({ emailVerified: false, mayMailInvites: true });
    expect(await mail(gil, await makeParcours(server.origin, gil), ['y@example.org'])).toMatchObject({ mailed: 1 });
    await expect(mail(ana, mapId, ['x@example.org, y@example.org'])).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(mail(ana, mapId, [])).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await call(server.origin, 'listInvites', { query: { mapId } }, ana.token)).toHaveLength(1);
  });

  test('are few a day, for each address and each sender', async () => {
    const often = 'often@example.org';
    const [ana, mapId] = await author('Cleo');
    const [bea, other] = await author('Dora');
    for (let sent = 0; sent < INVITE_MAILS_PER_RECIPIENT; sent++) await mail(ana, mapId, [often]);
    expect(await mail(bea, other, [often, 'rare@example.org'])).toEqual({ mailed: 1, skipped: [often] });
    const open = async () => (await call(server.origin, 'listInvites', { query: { mapId: other } }, bea.token)).length;
    const before = await open();
    expect(await mail(bea, other, [often])).toEqual({ mailed: 0, skipped: [often] });
    expect(await open()).toBe(before);
    const many = Array.from({ length: INVITE_MAILS_MAX }, (_, index) => `m${index}@example.org`);
    for (let sent = INVITE_MAILS_MAX; sent + 3 <= INVITE_MAILS_PER_SENDER; sent += INVITE_MAILS_MAX) {
      await mail(bea, other, many);
    }
    await expect(mail(bea, other, many)).rejects.toMatchObject({ code: 'too_many_requests' });
    // A refused list costs nothing.
    expect((await mail(bea, other, ['few@example.org'])).mailed).toBe(1);
    expect((await mail(ana, mapId, ['another@example.org'])).mailed).toBe(1);
  });
});

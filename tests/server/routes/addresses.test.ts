import { afterAll, describe, expect, test } from 'vitest';
import { linkIn, startMailServer, tokenIn } from '../../support/network/mail-server.ts';
import { call } from '../../support/server/api.ts';
import { makeGuest, makeParcours, type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;

const mailServer = await startMailServer();
afterAll(mailServer.stop);
const server = useServer(mailServer.env);

const isVerified = async ({ token }: { readonly token: string }) =>
  (await call(server.origin, 'readSecurity', {}, token)).emailVerified;
const verify = (token: string) => call(server.origin, 'verifyEmail', { body: { token } });

/** Waits until this address has `count` mails and returns them. */
const mailsOf = ({ email }: Pick<Person, 'email'>, count = 1) => mailServer.mailsTo(email, undefined, count);

describe('an address', () => {
  test('is verified by the link in the sign-up mail, which works once', async () => {
    const ana = await signUp(server.origin, 'Ana');
    const [mail] = await mailsOf(ana);
    if (mail === undefined) throw new Error('Expected a mail');
    expect(linkIn(mail).href).toMatch(/^https:\/\/drop\.example\/verifyemail#[\w-]{43}$/);
    // A stranger may have signed up with this address, so the mail contains no text of theirs.
    expect(mail.text).not.toContain('Ana');
    expect(await isVerified(ana)).toBe(false);
    expect(await verify(tokenIn(mail))).toEqual({ status: 'ok' });
    expect(await isVerified(ana)).toBe(true);
    await expect(verify(tokenIn(mail))).rejects.toMatchObject({ status: 410, code: 'mail_link_ended' });
  });

  test('can get a new link, which expires after a week, but none after its verification', async () => {
    const own = await startServer(mailServer.env);
    try {
      const bob = await signUp(own.origin, 'Bob');
      await call(own.origin, 'requestVerification', {}, bob.token);
      const [, second] = (await mailsOf(bob, 2)).map(tokenIn);
      await call(own.origin, 'verifyEmail', { body: { token: second ?? '' } });
      await call(own.origin, 'requestVerification', {}, bob.token);
      const carl = await signUp(own.origin, 'Carl');
      const [late] = (await mailsOf(carl)).map(tokenIn);
      expect(await mailsOf(bob)).toHaveLength(2);
      own.advance(WEEK_MS);
      const attempt = call(own.origin, 'verifyEmail', { body: { token: late ?? '' } });
      await expect(attempt).rejects.toMatchObject({ code: 'mail_link_ended' });
    } finally {
      await own.stop();
    }
  });

  test('is not verified by a password reset link', async () => {
    const cleo = await signUp(server.origin, 'Cleo');
    await call(server.origin, 'requestReset', { body: { email: cleo.email } });
    const reset = (await mailsOf(cleo, 2)).find(({ subject }) => subject.includes('mot de passe'));
    if (reset === undefined) throw new Error('Expected a mail');
    await expect(verify(tokenIn(reset))).rejects.toMatchObject({ code: 'mail_link_ended' });
  });

  test('gets only a few mails an hour', async () => {
    const dan = await signUp(server.origin, 'Dan');
    for (let count = 0; count < 5; count++) await call(server.origin, 'requestVerification', {}, dan.token);
    const attempt = call(server.origin, 'requestVerification', {}, dan.token);
    await expect(attempt).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  test('of an invited guest, made up by the server, gets no mail', async () => {
    const owner = await signUpAs(server, 'Map Owner', 'admin');
    const parcoursId = await makeParcours(server.origin, owner);
    const guest = await makeGuest(server.origin, owner, parcoursId);
    const attempt = call(server.origin, 'requestVerification', {}, guest.token);
    await expect(attempt).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  });
});

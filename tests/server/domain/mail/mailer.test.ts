import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSendMail } from '../../../../server/domain/mail/mailer.ts';
import { type MailServer, startMailServer } from '../../../support/network/mail-server.ts';

const MAIL = { to: 'ana@example.org', subject: 'Bonjour', text: 'Bonjour' };

let mailServer: MailServer;
beforeAll(async () => {
  // This server offers no encryption.
  mailServer = await startMailServer();
});
afterAll(() => mailServer.stop());

test('a mail leaves this machine encrypted or not at all, unless the settings say otherwise', async () => {
  const { MAIL_FROM: from, SMTP_URL: here } = mailServer.env;
  // The same server at an address that is not recognizable as local.
  const elsewhere = here.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  await expect(createSendMail({ from, smtpUrl: elsewhere })(MAIL)).rejects.toMatchObject({ code: 'ETLS' });
  expect(mailServer.mails).toEqual([]);
  await createSendMail({ from, smtpUrl: `${elsewhere}/?requireTLS=false` })(MAIL);
  await createSendMail({ from, smtpUrl: here })(MAIL);
  expect(await mailServer.mailsTo(MAIL.to, undefined, 2)).toHaveLength(2);
});

test('a mail is sent to its exact address, or refused', async () => {
  const { MAIL_FROM: from, SMTP_URL: smtpUrl } = mailServer.env;
  const send = createSendMail({ from, smtpUrl });
  const sent = mailServer.mails.length;
  for (const to of ['<ana@example.org>', 'x<ana@example.org>', '"x"<ana@example.org>', 'ana(1)@example.org'])
    await expect(send({ ...MAIL, to })).rejects.toThrow('needs no quotes');
  await send({ ...MAIL, to: "o'neil+1@example.org" });
  expect(mailServer.mails.slice(sent).map(({ to }) => to)).toEqual([["o'neil+1@example.org"]]);
});

import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { passwordStrings } from '../../app/account/credentials-words.ts';
import { profileStrings } from '../../app/account/profile-words.ts';
import { securityStrings } from '../../app/account/security/security-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { linkIn, type ReceivedMail, startMailServer } from '../support/network/mail-server.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { isAt, logIn, visit } from './steps.ts';

const FRESH = 'une belle promenade';

const mailServer = await startMailServer();
afterAll(() => mailServer.stop());
const server = useServer(mailServer.env);
const open = usePhones(server);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const type = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

/** Where a mail's link leads on this server. */
function pathIn(mail: ReceivedMail | undefined): string {
  if (mail === undefined) throw new Error('Expected a mail');
  const { pathname, hash } = linkIn(mail);
  return pathname + hash;
}

test('a forgotten password is replaced from the login by the link of a mail', async () => {
  const ana = await signUp(server.origin, 'Ana');
  const page = await open('/login');
  await page.getByRole('link', { name: strings.login.forgotten }).click();
  await type(page, passwordStrings.forgotten.email, ana.email);
  await press(page, passwordStrings.forgotten.submit);
  await page.getByText(passwordStrings.forgotten.sent(ana.email)).waitFor();
  const [mail] = await mailServer.mailsTo(ana.email, ({ subject }) => subject.includes('mot de passe'));

  await page.goto(pathIn(mail));
  await type(page, passwordStrings.fresh, FRESH);
  await type(page, passwordStrings.confirmation, FRESH);
  await press(page, passwordStrings.reset.submit);
  await page.getByText(passwordStrings.reset.done).waitFor();
  await isAt(page, '/login');
  await logIn(page, { email: ana.email, password: FRESH });
});

test('the address is verified by the link of the mail, the password changed, and devices end: others, one, and all', async () => {
  const bob = await signUp(server.origin, 'Bob');
  const page = await open('/home/securite', { person: bob });
  await page.getByText(securityStrings.email.notVerified).waitFor();
  await press(page, securityStrings.email.send);
  await page.getByText(securityStrings.email.sent(bob.email)).waitFor();
  const mails = await mailServer.mailsTo(bob.email, undefined, 2);
  await page.goto(pathIn(mails.at(-1)));
  await press(page, passwordStrings.verify.submit);
  await page.getByText(passwordStrings.verify.done).waitFor();

  const other = await call(server.origin, 'login', { body: { email: bob.email, password: bob.password } });
  await visit(page, '/home/profile');
  await page.getByRole('heading', { name: profileStrings.title, exact: true }).waitFor();
  await page.getByRole('link', { name: securityStrings.title }).click();
  await page.getByText(securityStrings.email.verified).waitFor();
  await type(page, securityStrings.password.current, 'wrong');
  await type(page, passwordStrings.fresh, FRESH);
  await type(page, passwordStrings.confirmation, FRESH);
  await press(page, securityStrings.password.submit);
  await page.getByRole('alert').getByText(securityStrings.password.wrong).waitFor();
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(1);
  await type(page, securityStrings.password.current, bob.password);
  await press(page, securityStrings.password.submit);
  await page.getByText(securityStrings.password.done).waitFor();
  await isEnded(other);

  const login = () => call(server.origin, 'login', { body: { email: bob.email, password: FRESH } });
  const one = await login();
  await visit(page, '/home/profile');
  await page.getByRole('link', { name: securityStrings.title }).click();
  const unknown = securityStrings.sessions.device(null, null);
  await page.getByText(securityStrings.sessions.current, { exact: true }).waitFor();
  await press(page, securityStrings.sessions.endOne(unknown));
  await page.getByText(securityStrings.sessions.ended(unknown)).waitFor();
  await isEnded(one);
  const another = await login();
  await press(page, securityStrings.sessions.endAll);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: securityStrings.sessions.question.confirm }).click();
  await isAt(page, '/login');
  await isEnded(another);
});

async function isEnded({ token }: { readonly token: string }): Promise<void> {
  await expect(call(server.origin, 'readMe', {}, token)).rejects.toMatchObject({ code: 'unauthenticated' });
}

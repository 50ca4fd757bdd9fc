import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetInvitations, invitations, prepareInvitation } from '../../../../app/parcours/invite/invitations.ts';
import { mailInviteStrings } from '../../../../app/parcours/invite/mail-invite-words.ts';
import { MailInvites } from '../../../../app/parcours/invite/mail-invites.tsx';
import { fetchConfig } from '../../../../app/platform/net/app-config.ts';
import { session } from '../../../../app/session/session.ts';
import { IDEMPOTENCY_HEADER } from '../../../../contracts/call.ts';
import { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { configOf } from '../../../support/samples/config.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { rootPerTest } from '../../../support/page/react-root.ts';

const words = mailInviteStrings;
const parcoursId = ParcoursId.parse(7);
const SEND = 'POST /v1/invite/mail';
const SECURITY = 'GET /v1/user/security';
const VERIFY = 'POST /v1/user/email/verification';
const root = rootPerTest('main', () => {
  forgetInvitations();
  session.user = null;
});

async function open(answer: unknown, sendsMail = true, mayMailInvites = () => true) {
  const heard = answerCalls({
    'GET /v1/config': configOf({ sendsMail }),
    [SECURITY]: () => ({
      ...{ hasPassword: true, emailVerified: false, mayMailInvites: mayMailInvites() },
      ...{ sessions: [], passkeys: [] },
    }),
    [VERIFY]: { status: 'ok' },
    [SEND]: () => answer,
  });
  await fetchConfig();
  root.render(<MailInvites parcoursId={parcoursId} offers={['admin', 'editor', 'drop']} />);
  if (sendsMail) await page.getByRole('button', { name: words.open }).click();
  return heard;
}

/** Has the server refuse each list. @returns the keys of the requests so far */
function refuseAll(): readonly (string | null)[] {
  const keys: (string | null)[] = [];
  answerCalls({
    [SEND]: ({ headers }: RequestInit) => {
      keys.push(new Headers(headers).get(IDEMPOTENCY_HEADER));
      return refusal('busy', 503);
    },
  });
  return keys;
}

const field = page.getByLabelText(words.addresses);
const send = page.getByRole('dialog').getByRole('button', { name: /^Envoyer/ });

describe('inviting by a list of addresses', () => {
  it('says what was read, sends it with the chosen privilege, and leaves what was no address', async () => {
    const heard = await open({ mailed: 2, skipped: ['lou@example.org'] });
    await field.fill('Ana <ana@example.org>, noe@example.org; lou@example.org\nANA@example.org\nClasse de 5e B');
    await expect.element(page.getByText('3\u00a0adresses lues, 1\u00a0en double')).toBeVisible();
    await expect.element(page.getByRole('listitem').getByText('Classe de 5e B')).toBeVisible();
    await page.getByRole('radio', { name: 'Editor' }).click();
    expect(page.getByRole('radio').elements()).toHaveLength(2);
    await send.click();
    await expect.element(page.getByText(words.skipped(1))).toBeVisible();
    await expect.element(field).toHaveValue('Classe de 5e B');
    expect(heard.find(({ call }) => call === SEND)?.body).toMatchObject({
      mapId: 7,
      privilege: 'editor',
      emails: ['ana@example.org', 'noe@example.org', 'lou@example.org'],
    });
    expect(await screenFaultsHere()).toEqual([]);
  });

  it.each([
    ['address_unverified', 403, words.notYet],
    ['too_many_requests', 429, words.enough],
  ] as const)('says what to do about %s, and stays open', async (code, status, said) => {
    await open(refusal(code, status));
    await send.click();
    await expect.element(page.getByText(words.none)).toBeVisible();
    await field.fill('ana@example.org');
    await send.click();
    await expect.element(page.getByRole('alert').getByText(said)).toBeVisible();
    await expect.element(field).toHaveValue('ana@example.org');
  });

  it('says before anything is typed that the own address has to be verified, mails the link, and sees that it was', async () => {
    session.user = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
    let isVerified = false;
    const heard = await open(null, true, () => isVerified);
    await expect.element(page.getByText(words.unverified)).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
    await page.getByRole('button', { name: words.verify }).click();
    await expect.element(page.getByText(words.verifySent('ana@example.org'))).toBeVisible();
    expect(heard.some(({ call }) => call === VERIFY)).toBe(true);
    isVerified = true;
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(page.getByRole('button', { name: words.verifyAgain })).not.toBeInTheDocument();
  });

  it('takes over the right chosen for the link, and keeps what was typed until it is sent', async () => {
    prepareInvitation(parcoursId, { chosen: 'editor' });
    await open({ mailed: 1, skipped: [] });
    await expect.element(page.getByRole('radio', { name: 'Editor' })).toBeChecked();
    await page.getByRole('radio', { name: 'Fellow Dropper' }).click();
    await field.fill('ana@example.org');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    expect(invitations.chosen).toBe('drop');
    await page.getByRole('button', { name: words.open }).click();
    await expect.element(field).toHaveValue('ana@example.org');
    await send.click();
    await expect.poll(() => invitations.addresses).toBe('');
  });

  it('sends the same list again as a retry, and another list as a new one', async () => {
    await open(null);
    const keys = refuseAll();
    for (const list of ['ana@example.org', 'ana@example.org', 'noe@example.org']) {
      const before = keys.length;
      await field.fill(list);
      await send.click();
      await expect.poll(() => keys.length).toBe(before + 1);
      await expect.element(page.getByRole('alert')).toBeVisible();
    }
    expect(keys[0]).toBeTruthy();
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  it('retries after the dialog was closed, and stays where the person corrects', async () => {
    await open(null);
    const keys = refuseAll();
    await field.click();
    await userEvent.keyboard('aa@example.org{Home}{ArrowRight}nx{Backspace}');
    await expect.element(field).toHaveValue('ana@example.org');
    await send.click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    await page.getByRole('button', { name: words.open }).click();
    await send.click();
    await expect.poll(() => keys.length).toBe(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it('is not offered where no mail can be sent', async () => {
    await open(null, false);
    await expect.element(page.getByRole('main')).toBeEmptyDOMElement();
  });
});

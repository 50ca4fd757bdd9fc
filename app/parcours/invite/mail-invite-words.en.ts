import { INVITE_MAIL_DAYS, INVITE_MAILS_MAX } from '../../../contracts/limits.ts';
import { plural } from '../../ui/plural.ts';
import type { AddressList } from './address-list.ts';
import type { MailInviteWords } from './mail-invite-words.ts';

export const english = {
  open: 'Invite by email',
  lead: `Each address gets an email with the same link, valid for ${INVITE_MAIL_DAYS}\u00a0days, which you can revoke. The email says your name, the map’s, and what one can do there. The addresses aren’t stored.`,
  addresses: 'Email addresses',
  addressesHint: 'Paste your list: one address per line, or separated by commas.',
  describe: ({ read, doubled }: Pick<AddressList, 'read' | 'doubled'>) => {
    const addresses = `${read.length}\u00a0${plural(read.length, 'address', 'addresses')} read`;
    return doubled.length === 0
      ? addresses
      : `${addresses}, ${doubled.length}\u00a0${plural(doubled.length, 'duplicate', 'duplicates')}`;
  },
  wrong: (count: number) => plural(count, 'This isn’t an address:', 'These aren’t addresses:'),
  send: (count: number) => plural(count, 'Send the invitation', `Send ${count}\u00a0invitations`),
  none: 'Paste at least one address.',
  tooMany: (count: number) =>
    `At most ${INVITE_MAILS_MAX}\u00a0addresses at a time: there are ${count}. Send them in several goes.`,
  label: (day: string) => `Email of ${day}`,
  sent: (count: number) =>
    plural(count, 'The invitation is leaving by email.', `${count}\u00a0invitations are leaving by email.`),
  skipped: (count: number) =>
    plural(
      count,
      'This address has had enough invitations today. Try again tomorrow, or pass on a link.',
      'These addresses have had enough invitations today. Try again tomorrow, or pass on a link.',
    ),
  unverified: 'Verify your own address first: open the link that you get, then come back here. Your list stays.',
  notYet: 'Your own address isn’t verified yet.',
  verify: 'Send the verification link',
  verifyAgain: 'Send the link again',
  verifySent: (email: string) => `A message is on its way to ${email}. Open its link, then come back here.`,
  noMail: 'This site doesn’t send emails.',
  enough: 'You have sent enough invitations for today. Try again tomorrow, or share a link.',
} satisfies MailInviteWords;

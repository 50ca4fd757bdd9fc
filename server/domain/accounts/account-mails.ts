import type { AccountRow, LinkPurpose } from '../../store/accounts.ts';
import type { Afterwards } from '../afterwards.ts';
import { AppError } from '../app-error.ts';
import { mailWords } from '../mail/mail-words.ts';
import { createSendMail, type MailCounts, type MailSettings } from '../mail/mailer.ts';

/** Mails a link, given as a path, to an account's owner. */
export type SendLink = (purpose: LinkPurpose, owner: Pick<AccountRow, 'email'>, linkPath: string) => Promise<void>;

/** Mails to the owners of accounts. */
export interface AccountMails {
  /** Whether mails can be sent. */
  readonly isOn: boolean;
  /** @throws AppError `mail_not_configured` unless mails can be sent. */
  expectOn(): void;
  /**
   * Does work that sends a mail, after the current response.
   *
   * @throws AppError as `expectOn`, before anything is done.
   */
  later(work: (send: SendLink) => Promise<void>): void;
}

/**
 * @param settings null if no mail server is configured.
 * @param counts incremented with each mail.
 */
export function createAccountMails(
  settings: MailSettings | null,
  afterwards: Afterwards,
  counts: MailCounts,
): AccountMails {
  if (settings === null) {
    const refuse = (): never => {
      throw new AppError('mail_not_configured', 'No mail server is configured here');
    };
    return { isOn: false, expectOn: refuse, later: refuse };
  }
  const sendMail = createSendMail(settings, counts);
  const send: SendLink = (purpose, { email }, linkPath) =>
    sendMail({ to: email, ...mailWords[purpose](`${settings.publicUrl}${linkPath}`) });
  return { isOn: true, expectOn: () => undefined, later: (work) => afterwards.run(() => work(send)) };
}

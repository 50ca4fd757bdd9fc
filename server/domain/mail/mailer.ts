import { createTransport } from 'nodemailer';
import { isPlainEmail } from '../../../contracts/user.ts';

/** Time limit of each step: a hanging mail server must not delay the stop of our server. */
const STEP_MAX_MS = 15_000;

/** Names of this machine: nobody can intercept a connection to it. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** What a mail says, in plain text. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

interface Mail extends MailText {
  readonly to: string;
}

/** How mails are sent. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password if required, and options of nodemailer as its query. */
  readonly smtpUrl: string;
  /** The sender, `name@host` or `Name <name@host>`. */
  readonly from: string;
  /** The origin of the app as people reach it, for the links in mails. Never taken from a request. */
  readonly publicUrl: string;
}

/** The number of mails that the mail server accepted, and of those that could not be sent. */
export interface MailCounts {
  sent: number;
  failed: number;
}

/** Sends a mail through the mail server. Rejects if the mail server doesn't accept it. */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * Creates a sender. Each mail has its own connection, which is encrypted unless the mail server is on this machine or
 * the URL says `requireTLS=false`: anybody who intercepts a link can take over the account.
 * @param counts incremented with each mail.
 */
export function createSendMail(
  { smtpUrl, from }: Pick<MailSettings, 'smtpUrl' | 'from'>,
  counts: MailCounts = { sent: 0, failed: 0 },
): SendMail {
  const transport = createMailTransport(smtpUrl);
  return async ({ to, subject, text }) => {
    // Older accounts may have such an address: `x<b@c.org>` would go to b, and evade the limit of mails to b.
    if (!isPlainEmail(to)) throw new Error('Expected an address that needs no quotes');
    // An address in an object is not parsed, so it can't become two.
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        // Prevents automatic replies, such as holiday notices.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      counts.sent++;
    } catch (error) {
      counts.failed++;
      throw error;
    }
  };
}

/** Connects to the mail server as for a mail, logs in, and sends nothing. Rejects if that fails. */
export async function tryMailServer({ smtpUrl }: Pick<MailSettings, 'smtpUrl'>): Promise<void> {
  await createMailTransport(smtpUrl).verify();
}

/** Advice to the operator, by nodemailer's error codes. */
const ADVICE: Readonly<Record<string, string>> = {
  EAUTH: 'Check the user and the password in SMTP_URL, with %40 for an @ in them',
  ETLS: 'Use smtps:// for a port that begins with TLS (465), smtp:// for one that turns it on (587)',
  EENVELOPE: 'MAIL_FROM must be an address that this user may send from, and the recipient one that exists',
};
const UNREACHED = 'Check host and port in SMTP_URL, and that the firewall lets this machine reach them';

/** Explains a failure to the operator in a sentence, which names the mail server and maybe the recipient. */
export function explainMailFailure({ smtpUrl }: Pick<MailSettings, 'smtpUrl'>, error: unknown): string {
  const message = error instanceof Error ? error.message.replace(/\s+/g, ' ').trim() : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const { host } = new URL(smtpUrl);
  return `Cannot send mails by ${host} (SMTP_URL): ${message.replace(/\.$/, '')}. ${ADVICE[code] ?? UNREACHED}`;
}

function createMailTransport(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    requireTLS: !LOOPBACK.test(new URL(smtpUrl).hostname),
    connectionTimeout: STEP_MAX_MS,
    greetingTimeout: STEP_MAX_MS,
    socketTimeout: STEP_MAX_MS,
    dnsTimeout: STEP_MAX_MS,
    // Our mails are plain text: nothing in them names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

import { randomBytes } from 'node:crypto';
import type { UserId } from '../../../contracts/vocabulary.ts';
import {
  type AccountRow,
  findMailLink,
  insertMailLink,
  type LinkPurpose,
  type MailLinkRow,
} from '../../store/accounts.ts';
import type { Reader, Transactor } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import { type Clock, stamp } from '../clock.ts';
import { sha256Of } from '../keys.ts';
import { createSendMail, type MailCounts, type MailSettings, type MailText } from '../mail/mailer.ts';

/** Mails a link, given as a path, in words that contain it. */
type SendLink = (to: Pick<AccountRow, 'email'>, linkPath: string, words: (link: string) => MailText) => Promise<void>;

/** Mails with links to the app. */
export interface AccountMails {
  /** Whether mails can be sent. */
  readonly isOn: boolean;
  /** @throws AppError `mail_not_configured` unless mails can be sent. */
  expectOn(): void;
  /**
   * Does work that sends a mail, after the current response.
   * @throws AppError as `expectOn`, before anything is done.
   */
  later(work: (send: SendLink) => Promise<void>): void;
}

/** @param settings null if no mail server is configured. @param counts incremented with each mail. */
export function createAccountMails(
  settings: MailSettings | null,
  background: BackgroundWork,
  counts: MailCounts,
): AccountMails {
  if (settings === null) {
    const refuse = (): never => {
      throw new AppError('mail_not_configured', 'No mail server is configured here');
    };
    return { isOn: false, expectOn: refuse, later: refuse };
  }
  const sendMail = createSendMail(settings, counts);
  const send: SendLink = ({ email }, linkPath, words) =>
    sendMail({ to: email, ...words(`${settings.publicUrl}${linkPath}`) });
  return { isOn: true, expectOn: () => undefined, later: (work) => background.run(() => work(send)) };
}

/** Paths of the app's screens for these links (`app/paths.ts`); the token follows as the fragment, which no server logs. */
const LINK_PATHS = { reset: '/resetpassword', verify: '/verifyemail' } as const;

/** 256 bits: cannot be guessed, so one round of SHA-256 is enough for the stored hash. */
const TOKEN_BYTES = 32;

/** The account and the purpose of a new link. */
interface NewMailLink {
  readonly accountId: UserId;
  readonly purpose: LinkPurpose;
  /** Whether a mail brings it to the account's address. */
  readonly isMailed: boolean;
  readonly lifetimeMs: number;
}

/** Adds a link for an account and returns its path, with the token as the fragment. Only the token's hash is stored. */
export async function makeMailLink(tx: Transactor, clock: Clock, link: NewMailLink): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await insertMailLink(tx, {
    token_hash: sha256Of(token),
    account_id: link.accountId,
    purpose: link.purpose,
    is_mailed: link.isMailed,
    created_at: stamp(clock),
    expires_at: stamp(() => clock() + link.lifetimeMs),
  });
  return `${LINK_PATHS[link.purpose]}#${token}`;
}

/**
 * Finds the link that a token belongs to.
 * @throws AppError `mail_link_ended` if there is none for this purpose, such as a used, replaced or expired one.
 */
export async function expectMailLink(
  reader: Reader,
  clock: Clock,
  token: string,
  purpose: LinkPurpose,
): Promise<MailLinkRow> {
  const link = await findMailLink(reader, sha256Of(token), purpose, stamp(clock));
  if (link === undefined) throw new AppError('mail_link_ended', 'This link has ended or was used');
  return link;
}

/** Work that continues after the response of its call, so that the response time reveals nothing about it. */
interface BackgroundWork {
  /** Starts the work once the current response is sent. Failures are reported and not thrown. */
  run(work: () => Promise<void>): void;
  /** Resolves when no work is running any more. */
  close(): Promise<void>;
}

/** @param onFailure called with each error that the work throws. */
export function createBackgroundWork(onFailure: (error: unknown) => void): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    run: (work) => {
      // The response is sent in the event-loop turn in which its handler ends.
      const started = new Promise<void>((resolve) => setImmediate(resolve)).then(work).catch(onFailure);
      running.add(started);
      void started.finally(() => running.delete(started));
    },
    close: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

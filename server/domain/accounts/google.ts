import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { plainLine } from '../../../contracts/lines.ts';
import { NewEmail } from '../../../contracts/user.ts';
import {
  type AccountRow,
  deleteMailLinksOf,
  findAccountByEmail,
  insertAccount,
  updateAccount,
} from '../../store/accounts.ts';
import type { Transactor } from '../../store/database.ts';
import { deletePasskeysOf } from '../../store/passkeys.ts';
import { addConsent } from '../../store/rights.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { type Clock, stamp } from '../clock.ts';
import type { Sessions } from './sessions.ts';

/** Time limit for both of Google's responses. */
const TIME_MAX_MS = 8000;
/** Google's responses have about 500 bytes. */
const RESPONSE_BYTES_MAX = 64 * 1024;
/** Google's subjects have at most 255 characters. */
const SUBJECT_MAX = 255;

/** Our application's id at Google, and the endpoints. */
interface GoogleSettings {
  /** Null if Google sign-in is not configured. */
  readonly googleClientId: string | null;
  readonly googleTokenInfoUrl: string;
  readonly googleUserInfoUrl: string;
}

/** A Google account. */
interface GoogleProfile {
  /** Google's id of the account; it never changes and is never reused. */
  readonly subject: string;
  /** Trimmed and in lower case; verified by Google at some time. */
  readonly email: string;
  /** Whether Google runs the mailbox, so that the account still owns the address. */
  readonly ownsEmail: boolean;
  readonly name: string;
}

/** Looks up access tokens at Google. */
export type Google = ReturnType<typeof createGoogle>;

/** Creates a client of the endpoints in the settings. */
export function createGoogle(settings: GoogleSettings, clock: Clock) {
  const { googleClientId: clientId, googleTokenInfoUrl, googleUserInfoUrl } = settings;
  return {
    /**
     * Returns the owner of an access token that was made for our application.
     * @throws AppError `google_not_configured`; `google_refused` if the token is unknown, expired or made for another
     * application, or the email is not verified; `google_unreachable` without a valid response from Google.
     */
    profileOf: async (accessToken: string): Promise<GoogleProfile> => {
      if (clientId === null) throw new AppError('google_not_configured', 'Google sign-in is not configured here');
      const signal = AbortSignal.timeout(TIME_MAX_MS);
      const info = await request('POST', googleTokenInfoUrl, accessToken, signal);
      if (info.aud !== clientId || (info.azp !== undefined && info.azp !== clientId)) {
        throw new AppError('google_refused', 'Expected an access token made for this application, got one for another');
      }
      const expiresAtS = Number(info.exp);
      if (!(expiresAtS * 1000 > clock())) throw new AppError('google_refused', 'The access token has expired');
      const person = await request('GET', googleUserInfoUrl, accessToken, signal);
      if (info.sub !== undefined && info.sub !== person.sub) {
        throw new AppError('google_refused', 'Expected one subject of the access token, got two');
      }
      return readProfile(person);
    },
  };
}

function readProfile({ sub, email, email_verified, hd, name }: Record<string, unknown>): GoogleProfile {
  if (typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_MAX) {
    throw new AppError('google_unreachable', "Google's response has no subject");
  }
  const address = NewEmail.safeParse(email);
  if (!address.success || (email_verified !== true && email_verified !== 'true')) {
    throw new AppError('google_refused', 'Expected a Google account with a verified email, and the scope email');
  }
  const [local = '', domain = ''] = address.data.split('@');
  const fullName = typeof name === 'string' ? plainLine(name).slice(0, TEXT_LINE_MAX) : '';
  return {
    subject: sub,
    email: address.data,
    ownsEmail: domain === 'gmail.com' || (typeof hd === 'string' && hd.toLowerCase() === domain),
    name: fullName === '' ? local : fullName,
  };
}

async function request(
  method: 'GET' | 'POST',
  url: string,
  accessToken: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  let status: number;
  let text: string;
  try {
    const headers = { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' };
    // A redirect could send the token elsewhere.
    const response = await fetch(url, { method, headers, redirect: 'error', signal });
    status = response.status;
    text = await readText(response);
  } catch (cause) {
    throw new AppError('google_unreachable', 'Google did not respond', { cause });
  }
  if (status === 400 || status === 401) throw new AppError('google_refused', 'Google does not know this access token');
  const body = status === 200 ? parseObject(text) : undefined;
  if (body === undefined) throw new AppError('google_unreachable', `Google responded with ${status} and no profile`);
  return body;
}

/** Reads the body as text. Rejects if it is too long. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // An error in the loop also aborts the transfer.
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > RESPONSE_BYTES_MAX) throw new Error(`Expected at most ${RESPONSE_BYTES_MAX} bytes, got more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates or links the account at the first login through Google.
 * @throws AppError `email_taken` if another person's account has the email.
 */
export async function createOrLink(
  tx: Transactor,
  profile: GoogleProfile,
  sessions: Sessions,
  clock: Clock,
  { address, termsVersion }: { readonly address: string; readonly termsVersion?: string | undefined },
): Promise<AccountRow> {
  const { subject, email, name, ownsEmail } = profile;
  const known = await findAccountByEmail(tx, email);
  if (known === undefined) {
    const row = { email, name, role: 'user', password_hash: '', google_subject: subject, picture: null } as const;
    const account = await insertAccount(tx, { ...row, created_at: stamp(clock) });
    if (account !== undefined) {
      const by = { id: account.id, address };
      await addToAuditLog(tx, clock, { action: 'signed_up', by, account: account.id, detail: 'Google' });
      if (termsVersion === undefined) return account;
      await addConsent(tx, { account_id: account.id, kind: 'terms', version: termsVersion, given_at: stamp(clock) });
      await addToAuditLog(tx, clock, {
        action: 'consent_given',
        by,
        account: account.id,
        detail: `terms ${termsVersion}`,
      });
      return { ...account, terms_version: termsVersion };
    }
  } else if (known.google_subject === null && ownsEmail) {
    // A sign-up doesn't wait for a verified email, so a stranger may have made the account, waiting for the email's owner: whatever
    // lets them in goes, and the work stays. Where Google doesn't run the mailbox, the person may be a former owner of the address.
    const role = known.role === 'guest' ? 'user' : known.role;
    await updateAccount(tx, known.id, { google_subject: subject, password_hash: '', role });
    await deleteMailLinksOf(tx, known.id, 'reset');
    await deletePasskeysOf(tx, known.id);
    await sessions.endAll(tx, known.id);
    await addToAuditLog(tx, clock, { action: 'google_linked', by: { id: known.id, address }, account: known.id });
    return { ...known, role };
  }
  throw new AppError('email_taken', 'An account with this email exists; log in with its password');
}

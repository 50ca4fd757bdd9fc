import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { Email } from '../../../contracts/user.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';

/** How long Google may take for both of its answers. */
const TIME_MAX_MS = 8000;
/** Google's answers have some 500 bytes. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** Google says that its subjects have 255 characters at the most. */
const SUBJECT_MAX = 255;

/** Which application is ours at Google, and where to ask. */
export interface GoogleSettings {
  /** Null where Google sign-in is not configured. */
  readonly googleClientId: string | null;
  readonly googleTokenInfoUrl: string;
  readonly googleUserInfoUrl: string;
}

/** Somebody as Google knows them. */
export interface GoogleProfile {
  /** Google's own name for the account; it never changes and is never given to another. */
  readonly subject: string;
  /** Trimmed and in lower case; verified by Google at some time. */
  readonly email: string;
  /** Whether Google itself runs the mailbox, so that whoever signs in owns the address now and not only once. */
  readonly ownsEmail: boolean;
  readonly name: string;
}

/** Asks Google whom an access token belongs to. */
export interface Google {
  /**
   * The person behind an access token that was made for our application.
   *
   * @throws AppError `google_not_configured`; `google_refused` for a token that is unknown, expired or made for somebody
   *   else, or an email that is not verified; `google_unreachable` where Google gives no answer that could be read.
   */
  profileOf(accessToken: string): Promise<GoogleProfile>;
}

/** Google, or what stands at the addresses of the settings. */
export function createGoogle(settings: GoogleSettings, clock: Clock): Google {
  const { googleClientId: clientId, googleTokenInfoUrl, googleUserInfoUrl } = settings;
  return {
    profileOf: async (accessToken) => {
      if (clientId === null) throw new AppError('google_not_configured', 'Google sign-in is not configured here');
      const signal = AbortSignal.timeout(TIME_MAX_MS);
      const info = await ask('POST', googleTokenInfoUrl, accessToken, signal);
      if (info.aud !== clientId || (info.azp !== undefined && info.azp !== clientId)) {
        throw new AppError('google_refused', 'Expected an access token made for this application, got one for another');
      }
      const expiresAtS = Number(info.exp);
      if (!(expiresAtS * 1000 > clock())) throw new AppError('google_refused', 'The access token has expired');
      const person = await ask('GET', googleUserInfoUrl, accessToken, signal);
      if (info.sub !== undefined && info.sub !== person.sub) {
        throw new AppError('google_refused', 'Expected one person behind the access token, got two');
      }
      return readProfile(person);
    },
  };
}

function readProfile({ sub, email, email_verified, hd, name }: Record<string, unknown>): GoogleProfile {
  if (typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_MAX) {
    throw new AppError('google_unreachable', "Google's answer has no subject");
  }
  const address = Email.safeParse(email);
  if (!address.success || (email_verified !== true && email_verified !== 'true')) {
    throw new AppError('google_refused', 'Expected a Google account with a verified email, and the scope email');
  }
  const [local = '', domain = ''] = address.data.split('@');
  const told = typeof name === 'string' ? name.trim().slice(0, TEXT_LINE_MAX) : '';
  return {
    subject: sub,
    email: address.data,
    ownsEmail: domain === 'gmail.com' || (typeof hd === 'string' && hd.toLowerCase() === domain),
    name: told === '' ? local : told,
  };
}

async function ask(
  method: 'GET' | 'POST',
  url: string,
  accessToken: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  let status: number;
  let text: string;
  try {
    const headers = { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' };
    // A redirect would carry the token to wherever it leads.
    const response = await fetch(url, { method, headers, redirect: 'error', signal });
    status = response.status;
    text = await readText(response);
  } catch (cause) {
    throw new AppError('google_unreachable', 'Google gave no answer', { cause });
  }
  if (status === 400 || status === 401) throw new AppError('google_refused', 'Google does not know this access token');
  const answer = status === 200 ? parseObject(text) : undefined;
  if (answer === undefined) throw new AppError('google_unreachable', `Google answered ${status}, and no profile`);
  return answer;
}

/** The body as text, as far as it is no longer than it should be. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop by an error ends the transfer too.
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > ANSWER_BYTES_MAX) throw new Error(`Expected at most ${ANSWER_BYTES_MAX} bytes, got more`);
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

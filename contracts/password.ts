import * as z from 'zod/mini';
import { PASSWORD_MAX, PASSWORD_MIN, TOKEN_MAX } from './limits.ts';
import { Email } from './user.ts';
import { Language } from './vocabulary.ts';

/** Why a new password is refused: too short, or the owner's own email or name. */
type PasswordFault = 'password_short' | 'password_own';

/**
 * Returns why this can't be the new password of an account; null if it can. The server also refuses the commonest
 * passwords. There are no rules about kinds of characters.
 */
export function findPasswordFault(
  password: string,
  { email, name }: { readonly email: string; readonly name: string },
): PasswordFault | null {
  if ([...password].length < PASSWORD_MIN) return 'password_short';
  const plain = password.trim().toLowerCase();
  const own = [email, email.split('@')[0] ?? '', name].map((text) => text.trim().toLowerCase());
  return own.includes(plain) ? 'password_own' : null;
}

/** A password as sent. New ones are checked by {@link findPasswordFault}, because those rules have their own errors. */
export const SentPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX));

const LinkToken = z.string().check(z.minLength(1), z.maxLength(TOKEN_MAX));

/** Body of a change of one's own password. */
export const PasswordChange = z.object({ current: SentPassword, password: SentPassword });

/** Body of a request for a link to reset a password. */
export const ResetRequest = z.object({
  email: Email,
  /** The language of the mail to an account without one; French by default. */
  language: z.optional(Language),
});

/** Body of a password reset with such a link. */
export const PasswordReset = z.object({ token: LinkToken, password: SentPassword });

/** Body of the verification of an address with a link. */
export const AddressProof = z.object({ token: LinkToken });

import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN } from '../../../contracts/limits.ts';
import { findPasswordFault } from '../../../contracts/security/password.ts';
import { AppError } from '../app-error.ts';

/** The commonest passwords that are long enough to be chosen: of the package's 49,000, in lower case. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN).map((text) => text.toLowerCase()),
);

const MESSAGES = {
  password_short: `Expected a password of ${PASSWORD_MIN} characters or more`,
  password_own: 'Expected a password other than the email or the name of the account',
} as const;

/**
 * Checks a password that somebody chooses for their account. Existing ones may be weaker.
 *
 * @throws AppError `password_short`, `password_own`, `password_common`.
 */
export function checkNewPassword(password: string, owner: { readonly email: string; readonly name: string }): void {
  const fault = findPasswordFault(password, owner);
  if (fault !== null) throw new AppError(fault, MESSAGES[fault]);
  if (COMMON.has(password.trim().toLowerCase())) {
    throw new AppError('password_common', 'Expected a password that is not one of the commonest');
  }
}

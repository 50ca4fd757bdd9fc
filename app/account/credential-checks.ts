import { findPasswordFault } from '../../contracts/password.ts';
import { isPlainEmail } from '../../contracts/user.ts';
import { ApiError } from '../platform/net/api.ts';
import { strings } from '../ui/common-words.ts';
import type { FormError } from '../ui/use-form.ts';
import { passwordStrings, signUpStrings } from './credentials-words.ts';

/** The values of the sign-up form. */
export interface SignUpValues {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly terms: boolean;
}

/**
 * Returns the first error of a sign-up form, null if it may be sent: in the specification's order, then the password's
 * faults.
 */
export function checkSignUp(values: SignUpValues): FormError<keyof SignUpValues> | null {
  const words = strings.signUp;
  if (!values.terms) return { field: 'terms', message: signUpStrings.termsMissing };
  for (const field of ['username', 'email', 'password', 'confirmation'] as const) {
    // A password may be blank; a name or an address may not.
    const value = field === 'username' || field === 'email' ? values[field].trim() : values[field];
    if (value === '') return { field, message: words.missing };
  }
  if (!isPlainEmail(values.email.trim())) return { field: 'email', message: words.badEmail };
  if (values.password !== values.confirmation) return { field: 'confirmation', message: words.mismatch };
  return checkNewPassword(values.password, { email: values.email, name: values.username });
}

const WORDS: Readonly<Partial<Record<ApiError['code'], string>>> = {
  password_short: passwordStrings.short,
  password_common: passwordStrings.common,
  password_own: passwordStrings.own,
};

/** A new password, typed twice. */
interface NewPassword {
  readonly password: string;
  readonly confirmation: string;
}

/** Returns why the server refused a new password, at the field `password`; null for other failures. */
export function passwordRefusal(error: unknown): FormError<'password'> | null {
  const message = error instanceof ApiError ? WORDS[error.code] : undefined;
  return message === undefined ? null : { field: 'password', message };
}

/**
 * Returns why this can't be a new password, as far as the app can tell: only the server has the list of common ones.
 */
function checkNewPassword(
  password: string,
  owner: { readonly email: string; readonly name: string },
): FormError<'password'> | null {
  const fault = findPasswordFault(password, owner);
  return fault === null ? null : { field: 'password', message: WORDS[fault] ?? passwordStrings.short };
}

/** Returns the first error of a new password that is typed twice. */
export function checkTypedTwice(
  { password, confirmation }: NewPassword,
  owner: { readonly email: string; readonly name: string },
): FormError<keyof NewPassword> | null {
  if (password === '') return { field: 'password', message: strings.signUp.missing };
  if (confirmation === '') return { field: 'confirmation', message: strings.signUp.missing };
  if (password !== confirmation) return { field: 'confirmation', message: strings.signUp.mismatch };
  return checkNewPassword(password, owner);
}

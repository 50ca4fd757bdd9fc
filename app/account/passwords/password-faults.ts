import { findPasswordFault } from '../../../contracts/password.ts';
import { ApiError } from '../../platform/net/api.ts';
import { strings } from '../../ui/common-words.ts';
import type { FormError } from '../../ui/use-form.ts';
import { passwordStrings } from './passwords-words.ts';

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
export function checkNewPassword(
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

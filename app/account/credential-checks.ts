import { findPasswordFault } from '../../contracts/password.ts';
import { isPlainEmail } from '../../contracts/user.ts';
import { ApiError } from '../platform/net/api.ts';

/** Why a sign-up or a new password is refused. */
export type CredentialFault =
  | 'terms-missing'
  | 'missing'
  | 'bad-email'
  | 'mismatch'
  | NonNullable<ReturnType<typeof findPasswordFault>>
  | 'password_common';

/** The first invalid field of a form, and why. */
export interface FieldFault<Field extends string> {
  readonly field: Field;
  readonly why: CredentialFault;
}

/** The values of the sign-up form. */
export interface SignUpValues {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly terms: boolean;
}

/** Returns the first fault of a sign-up form, in the specification's order, then the password's; null if there is none. */
export function checkSignUp(values: SignUpValues): FieldFault<keyof SignUpValues> | null {
  if (!values.terms) return { field: 'terms', why: 'terms-missing' };
  for (const field of ['username', 'email', 'password', 'confirmation'] as const) {
    // A password may be blank; a name or an address may not.
    const value = field === 'username' || field === 'email' ? values[field].trim() : values[field];
    if (value === '') return { field, why: 'missing' };
  }
  if (!isPlainEmail(values.email.trim())) return { field: 'email', why: 'bad-email' };
  return checkTypedTwice(values, { email: values.email, name: values.username });
}

/** Returns the first fault of a new password that is typed twice; only the server has the list of common ones. */
export function checkTypedTwice(
  { password, confirmation }: Pick<SignUpValues, 'password' | 'confirmation'>,
  owner: Parameters<typeof findPasswordFault>[1],
): FieldFault<'password' | 'confirmation'> | null {
  if (password === '') return { field: 'password', why: 'missing' };
  if (confirmation === '') return { field: 'confirmation', why: 'missing' };
  if (password !== confirmation) return { field: 'confirmation', why: 'mismatch' };
  const why = findPasswordFault(password, owner);
  return why && { field: 'password', why };
}

/** Returns why the server refused a new password; null for other failures. */
export function passwordRefusal(error: unknown): FieldFault<'password'> | null {
  const code = error instanceof ApiError ? error.code : null;
  const isRefusal = code === 'password_short' || code === 'password_common' || code === 'password_own';
  return isRefusal ? { field: 'password', why: code } : null;
}

import { isPlainEmail } from '../../contracts/user.ts';
import { strings } from '../ui/common-words.ts';
import type { FormError } from '../ui/use-form.ts';
import { checkNewPassword } from './passwords/password-faults.ts';
import { signUpStrings } from './sign-up-words.ts';

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

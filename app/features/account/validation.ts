import { EMAIL_PATTERN } from '../../../contracts/user.ts';
import type { FormError } from '../../ui/use-form.ts';
import { strings } from '../../words/strings.ts';

/** The values of the login form. */
export interface LoginValues {
  readonly email: string;
  readonly password: string;
}

/** The first error of a login form, null where it may be sent. */
export function checkLogin(values: LoginValues): FormError<keyof LoginValues> | null {
  const words = strings.login;
  if (values.email.trim() === '') return { field: 'email', message: words.missing };
  if (values.password === '') return { field: 'password', message: words.missing };
  if (!looksLikeEmail(values.email)) return { field: 'email', message: words.badEmail };
  return null;
}

/** The values of the sign-up form. */
export interface SignUpValues {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly terms: boolean;
}

/** The first error of a sign-up form, in the order of the specification, null where it may be sent. */
export function checkSignUp(values: SignUpValues): FormError<keyof SignUpValues> | null {
  const words = strings.signUp;
  if (!values.terms) return { field: 'terms', message: words.termsMissing };
  for (const field of ['username', 'email', 'password', 'confirmation'] as const) {
    // A password may be blank; a name or an address may not.
    const value = field === 'username' || field === 'email' ? values[field].trim() : values[field];
    if (value === '') return { field, message: words.missing };
  }
  if (!looksLikeEmail(values.email)) return { field: 'email', message: words.badEmail };
  if (values.password !== values.confirmation) return { field: 'confirmation', message: words.mismatch };
  return null;
}

function looksLikeEmail(text: string): boolean {
  return EMAIL_PATTERN.test(text.trim());
}

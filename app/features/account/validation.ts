import { EMAIL_PATTERN } from '../../../contracts/user.ts';
import type { Fault } from '../../ui/use-form.ts';
import { strings } from '../../words/strings.ts';

/** What the login form holds. */
export interface LoginValues {
  readonly email: string;
  readonly password: string;
}

/** The first fault of a login form, null where it may be sent. */
export function checkLogin(values: LoginValues): Fault<keyof LoginValues> | null {
  const words = strings.login;
  if (values.email.trim() === '') return { field: 'email', message: words.missing };
  if (values.password === '') return { field: 'password', message: words.missing };
  if (!looksLikeEmail(values.email)) return { field: 'email', message: words.badEmail };
  return null;
}

/** What the sign-up form holds. */
export interface SignUpValues {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly terms: boolean;
}

/** The first fault of a sign-up form in the order the product checks them, null where it may be sent. */
export function checkSignUp(values: SignUpValues): Fault<keyof SignUpValues> | null {
  const words = strings.signUp;
  if (!values.terms) return { field: 'terms', message: words.termsMissing };
  for (const field of ['username', 'email', 'password', 'confirmation'] as const) {
    // A password of blanks is somebody's choice; a name or an address of blanks is none.
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

import { EMAIL_PATTERN } from '../../contracts/user.ts';
import { strings } from '../ui/common-words.ts';
import type { FormError } from '../ui/use-form.ts';

/** The values of the login form. */
interface LoginValues {
  readonly email: string;
  readonly password: string;
}

/** Returns the first error of a login form, null if it may be sent. */
export function checkLogin(values: LoginValues): FormError<keyof LoginValues> | null {
  const words = strings.login;
  if (values.email.trim() === '') return { field: 'email', message: words.missing };
  if (values.password === '') return { field: 'password', message: words.missing };
  if (!EMAIL_PATTERN.test(values.email.trim())) return { field: 'email', message: words.badEmail };
  return null;
}

import { wordsFor } from '../page/error-words.ts';
import { ApiError, NetworkError } from '../platform/net/api.ts';
import { strings } from '../ui/common-words.ts';

/** Throws why a login failed; for a suspended account the message itself, whose code is loaded only in that case. */
export async function explainLogin(error: Partial<ApiError>): Promise<never> {
  throw error.code === 'suspended' ? await (await import('./suspended.ts')).explainSuspension(error) : error;
}

/** Returns the message of a failed login. */
export function wordsForLoginFailure(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error instanceof ApiError && error.code === 'invalid_credentials') return strings.login.wrong;
  if (error instanceof ApiError && error.status === 400) return strings.login.refused;
  if (error instanceof NetworkError) return wordsFor(error);
  return strings.login.failed;
}

/** Returns the message of a failed sign-up, below its heading: the server's words if it sent some. */
export function wordsForSignUpFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return wordsFor(error);
  if (error.code === 'email_taken') return strings.signUp.emailTaken;
  if (error.status === 400) return error.said ?? strings.signUp.emailTaken;
  const said = error.said ?? wordsFor(error);
  if (error.status === 500) return strings.signUp.serverError(said);
  return strings.signUp.otherError(error.status, said);
}

import { wordsFor } from '../page/error-words.ts';
import { ApiError, NetworkError } from '../platform/net/api.ts';
import { strings } from '../ui/common-words.ts';

/** Throws why a login failed; for a suspended account the message itself, whose code is loaded only in that case. */
export async function explainLogin(error: Partial<ApiError>): Promise<never> {
  throw error.code === 'suspended' ? await (await import('./suspended-words.ts')).explainSuspension(error) : error;
}

/** Returns the message of a failed login. */
export function wordsForLoginFailure(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error instanceof ApiError && error.code === 'invalid_credentials') return strings.login.wrong;
  if (error instanceof ApiError && error.status === 400) return strings.login.refused;
  if (error instanceof NetworkError) return wordsFor(error);
  return strings.login.failed;
}

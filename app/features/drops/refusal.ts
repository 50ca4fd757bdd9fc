import { ApiError } from '../../platform/api.ts';

/** Who asks, how slowly or how often: refused before what was asked for was looked at. */
const NOT_READ = [401, 408, 429];

/** True where the server read the request and refused it; not where it may have heard an earlier one and not this. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && !NOT_READ.includes(error.status);
}

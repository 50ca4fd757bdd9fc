import { AppError } from '../../app-error.ts';

/** The site that passkeys are made for: they work on this host name only. */
export interface RelyingParty {
  readonly id: string;
  /** The one origin that may use them; null for http://localhost with any port, in development. */
  readonly origin: string | null;
}

/** @throws AppError `passkeys_not_configured` if there are no passkeys here. */
export function expectPasskeys(relyingParty: RelyingParty | null): RelyingParty {
  if (relyingParty === null) throw new AppError('passkeys_not_configured', 'There are no passkeys here');
  return relyingParty;
}

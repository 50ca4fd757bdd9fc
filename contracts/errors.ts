import * as z from 'zod/mini';

/** The failures of calls that clients may need to distinguish. Only the server's http layer maps them to statuses. */
export const ERROR_CODES = [
  'invalid_request',
  'invalid_audio',
  'invalid_image',
  'invalid_credentials',
  'password_short',
  'password_common',
  'password_own',
  'email_taken',
  'google_refused',
  'google_not_configured',
  'google_unreachable',
  'unauthenticated',
  'token_expired',
  'forbidden',
  'suspended',
  'account_needed',
  'address_unverified',
  'not_found',
  'conflict',
  'already_filled',
  'last_admin',
  'invite_invalid',
  'invite_expired',
  'invite_revoked',
  'guest_ended',
  'link_expired',
  'mail_link_ended',
  'mail_not_configured',
  'recent_login_needed',
  'passkey_refused',
  'passkeys_full',
  'passkeys_not_configured',
  'last_way_in',
  'too_large',
  'too_many_requests',
  'too_many',
  'busy',
  'map_full',
  'quota_exceeded',
  'disk_full',
  'internal',
] as const;
/** One of {@link ERROR_CODES}. */
export const ErrorCode = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** The message of the error `suspended` if the site's admins wrote none of their own. */
export const SUSPENDED_MESSAGE = 'This account is suspended';

/** One fault in a request: its path, and what was expected there. */
export const RequestFault = z.object({ path: z.string(), message: z.string() });
export type RequestFault = z.infer<typeof RequestFault>;

/** The body of every failed response. */
export const ErrorBody = z.object({
  error: z.object({
    code: ErrorCode,
    /**
     * One English sentence that says what was expected and what was received, without secrets. For `suspended`, the
     * site admins' message to the person if they wrote one.
     */
    message: z.string(),
    /** Present for `invalid_request`. */
    faults: z.optional(z.array(RequestFault)),
    requestId: z.optional(z.string()),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

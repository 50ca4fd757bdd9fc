import * as z from 'zod/mini';
import { Ignored } from './call.ts';
import { GOOGLE_TOKEN_MAX, PASSWORD_MAX, TEXT_LINE_MAX, TOKEN_MAX } from './limits.ts';
import { hidesNothing, lineOf } from './lines.ts';
import { TermsVersion } from './terms.ts';
import { Language, Role, UserId } from './vocabulary.ts';

/** The simple form x@y.z without spaces. `y` ends at the first possible dot, so that the match takes linear time. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** An email address, trimmed and in lower case, so that one person has one account. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(TEXT_LINE_MAX, { abort: true }),
    z.regex(EMAIL_PATTERN, { error: 'Expected an email address', abort: true }),
  );

/** An address that needs no quotes: in others, a program that sends mails may read a comment or another address. */
const PLAIN_EMAIL = /^[^\s@"(),:;<>[\]\\]+@(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+$/u;

/** Whether every program reads the address unchanged; false for `a<b@c.org>`, for instance. */
export function isPlainEmail(text: string): boolean {
  return hidesNothing(text) && PLAIN_EMAIL.test(text);
}

/** The email of a new account: an admin reads it to identify the person, and mails to it must reach nobody else. */
export const NewEmail = Email.check(z.refine(isPlainEmail, { error: 'Expected an email address' }));

/** An account as its owner sees it. */
export const User = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  role: Role,
  /** Path or URL of the avatar; null if there is none. */
  picture: z.nullable(z.string()),
  /** The newest version of the terms that they agreed to; missing if none is recorded. */
  termsVersion: z.optional(z.string()),
  /** Set if they refuse statistics of their visits: the app records no events, and the server accepts none. */
  noStatistics: z.optional(z.literal(true)),
  /** The language of their mails and their export; missing until the app has told it. */
  language: z.optional(Language),
});
export type User = z.infer<typeof User>;

/** An account and the token of its new session. */
export const SignedIn = z.object({ user: User, token: z.string() });
export type SignedIn = z.infer<typeof SignedIn>;

/** Domain of the addresses of throwaway accounts: reserved (RFC 2606), so nobody has a mailbox there. */
export const GUEST_DOMAIN = 'guest.invalid';

/** Whether an invitation created this account for a guest: nobody chose its address or knows a password. */
export function isThrowaway({ role, email }: Pick<User, 'role' | 'email'>): boolean {
  return role === 'guest' && email.endsWith(`@${GUEST_DOMAIN}`);
}

/** An account as the other members of a parcours see it. */
export const Member = z.pick(User, { id: true, name: true, picture: true });
export type Member = z.infer<typeof Member>;

/** Body of a sign-up. Every role creates a `user`, except `guest`, which is refused. */
export const NewAccount = z.object({
  name: lineOf(1, TEXT_LINE_MAX),
  email: NewEmail,
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
  role: z.optional(Role),
  /** The version of the terms that were shown and agreed to. */
  termsVersion: z.optional(TermsVersion),
  /** The language of the first mails; French by default. */
  language: z.optional(Language),
});
export type NewAccount = z.input<typeof NewAccount>;

/** Body of a login. `stayLoggedIn` requests a longer session. */
export const Credentials = z.object({
  email: Email,
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
  stayLoggedIn: z.optional(z.boolean()),
});
export type Credentials = z.input<typeof Credentials>;

/**
 * Body of a sign-in through Google. The server requests the profile from Google with the access token; the profile fields
 * of the body are ignored.
 */
export const GoogleCredentials = z.object({
  /** Visible ASCII, because the server sends it in a header. */
  accessToken: z.string().check(z.maxLength(GOOGLE_TOKEN_MAX, { abort: true }), z.regex(/^[\x21-\x7e]+$/)),
  stayLoggedIn: z.optional(z.boolean()),
  /** The version of the terms shown beside the button: a first sign-in, which creates the account, accepts them. */
  termsVersion: z.optional(TermsVersion),
  email: Ignored,
  name: Ignored,
  googleId: Ignored,
  picture: Ignored,
  verified_email: Ignored,
});
export type GoogleCredentials = z.input<typeof GoogleCredentials>;

/** Body of an adoption: the token of the guest's session. */
export const GuestToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(TOKEN_MAX)) });
export type GuestToken = z.infer<typeof GuestToken>;

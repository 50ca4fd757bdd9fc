/** Paths of the screens that links in mails open; the token follows as the fragment, which no server logs. */
export const MAIL_LINK_PATHS = { reset: '/resetpassword', verify: '/verifyemail' } as const;

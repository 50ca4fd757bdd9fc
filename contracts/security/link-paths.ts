/** Paths of the app's screens that links in mails lead to; the token follows as the fragment, which no server logs. */
export const MAIL_LINK_PATHS = { reset: '/resetpassword', verify: '/verifyemail' } as const;

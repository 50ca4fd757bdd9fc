/** The message of the error `suspended` where the site's admins wrote nothing to the person; otherwise it is their words. */
export const SUSPENDED_MESSAGE = 'This account is suspended';

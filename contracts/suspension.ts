/** The message of the error `suspended` if the site's admins wrote none of their own. */
export const SUSPENDED_MESSAGE = 'This account is suspended';

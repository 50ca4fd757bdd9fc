/** The paths of the app's screens. */
export const paths = {
  root: '/',
  login: '/login',
  createAccount: '/createaccount',
  invite: '/invite',
  forgotten: '/forgotpassword',
  reset: '/resetpassword',
  verify: '/verifyemail',
  code: '/q/:code',
  home: '/home',
  parcours: '/home/parcours',
  createParcours: '/home/createparcours',
  drops: '/home/drops',
  profile: '/home/profile',
  security: '/home/securite',
  toApprove: '/home/avalider',
  requests: '/home/requests',
  reports: '/home/signalements',
  myData: '/home/donnees',
  admin: '/home/admin',
  about: '/home/propos',
  terms: '/home/terms',
  licences: '/home/licences',
  accessibility: '/home/accessibilite',
} as const;

/** A second path that redirects to {@link paths.about}. */
export const OTHER_ABOUT_PATH = '/Propos';

/** Normalizes a path as in `paths`: the router ignores case and a trailing slash. */
export function plainPath(pathname: string): string {
  return pathname.toLowerCase().replace(/(.)\/+$/, '$1');
}

/** Whether a path shows only the map. */
export function isMapPath(pathname: string): boolean {
  const path = plainPath(pathname);
  return path === paths.root || path === paths.home;
}

/** Whether a path belongs to the home shell: the map, the screens beside it, and the pages of codes. */
export function isHomePath(pathname: string): boolean {
  return isMapPath(pathname) || /^\/(home|q)\//i.test(pathname);
}

/**
 * Whether a path of the home shell needs no login: nobody can accept terms that they can't read, and licences and the
 * declaration of accessibility are for everyone.
 */
export function isOpenPath(pathname: string): boolean {
  const path = plainPath(pathname);
  return [paths.about, paths.terms, paths.licences, paths.accessibility].some((open) => open === path);
}

/** Returns the slug in the path of an open parcours' page, or of a screen of its visit; null in other paths. */
export function slugIn(pathname: string): string | null {
  return /^\/p\/([^/]+)/i.exec(pathname)?.[1] ?? null;
}

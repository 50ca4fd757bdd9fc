/** The addresses of the app's screens. */
export const paths = {
  root: '/',
  login: '/login',
  createAccount: '/createaccount',
  invite: '/invite',
  home: '/home',
  parcours: '/home/parcours',
  createParcours: '/home/createparcours',
  drops: '/home/drops',
  profile: '/home/profile',
  about: '/home/propos',
  terms: '/home/terms',
} as const;

/** The second address of {@link paths.about}, which leads to the first. */
export const OTHER_ABOUT_PATH = '/Propos';

/** An address as `paths` has it: the router takes capitals and a slash at the end for the same address. */
export function plainPath(pathname: string): string {
  return pathname.toLowerCase().replace(/(.)\/+$/, '$1');
}

/** True on the two addresses that show the map and nothing beside it. */
export function isMapPath(pathname: string): boolean {
  const path = plainPath(pathname);
  return path === paths.root || path === paths.home;
}

/** True on the addresses of the home shell: the map, and what stands beside it. */
export function isHomePath(pathname: string): boolean {
  return isMapPath(pathname) || plainPath(pathname).startsWith(`${paths.home}/`);
}

/** True on the addresses inside the home shell that everybody may read: nobody can accept terms that they can't see. */
export function isOpenPath(pathname: string): boolean {
  const path = plainPath(pathname);
  return path === paths.about || path === paths.terms;
}

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
} as const;

/** True on the two addresses that show the map and nothing beside it. */
export function isMapPath(pathname: string): boolean {
  return pathname === paths.root || pathname.replace(/\/+$/, '') === paths.home;
}

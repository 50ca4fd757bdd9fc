import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { mapTitle } from '../page/map-title.ts';
import { isMapPath, paths, plainPath } from '../paths.ts';
import { setPageTitle } from '../platform/page/page-events.ts';
import { strings } from '../ui/common-words.ts';
import { titles } from '../ui/title-words.ts';

const TITLES: Readonly<Record<string, string>> = {
  [paths.login]: strings.login.submit,
  [paths.createAccount]: strings.signUp.title,
  [paths.invite]: strings.invite.title,
  [paths.forgotten]: titles.password,
  [paths.reset]: titles.password,
  [paths.verify]: titles.verify,
  [paths.parcours]: titles.parcours,
  [paths.createParcours]: titles.createParcours,
  [paths.drops]: titles.myDrops,
  [paths.profile]: titles.profile,
  [paths.security]: titles.security,
  [paths.requests]: titles.requests,
  [paths.reports]: titles.reports,
  [paths.myData]: titles.myData,
  [paths.admin]: titles.admin,
  [paths.about]: strings.menu.about,
  [paths.terms]: titles.terms,
  [paths.licences]: titles.licences,
};

/** Sets the page's title to the screen, or to the parcours on the map or of the welcome. Renders nothing. */
export function PageTitle() {
  const pathname = plainPath(useLocation().pathname);
  const { name, welcomed } = useSnapshot(mapTitle);
  const screen = isMapPath(pathname)
    ? (name ?? titles.map)
    : ((pathname === paths.parcours ? welcomed : null) ?? TITLES[pathname] ?? strings.shell.notFound);
  useEffect(() => setPageTitle(strings.app.titled(screen)), [screen]);
  return null;
}

import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { isMapPath, paths, plainPath } from '../paths.ts';
import { setPageTitle } from '../platform/page/page-events.ts';
import { mapTitle } from '../state/page/map-title.ts';
import { strings } from '../words/strings.ts';
import { titles } from '../words/titles.ts';

const TITLES: Readonly<Record<string, string>> = {
  [paths.login]: strings.login.submit,
  [paths.createAccount]: strings.signUp.title,
  [paths.invite]: strings.invite.title,
  [paths.parcours]: titles.parcours,
  [paths.createParcours]: titles.createParcours,
  [paths.drops]: titles.myDrops,
  [paths.profile]: titles.profile,
  [paths.requests]: titles.requests,
  [paths.about]: strings.menu.about,
  [paths.terms]: titles.terms,
};

/** Sets the page's title to the screen, or to the parcours on the map. Renders nothing. */
export function PageTitle() {
  const pathname = plainPath(useLocation().pathname);
  const chosen = useSnapshot(mapTitle).name ?? titles.map;
  const screen = isMapPath(pathname) ? chosen : (TITLES[pathname] ?? strings.shell.notFound);
  useEffect(() => setPageTitle(strings.app.titled(screen)), [screen]);
  return null;
}

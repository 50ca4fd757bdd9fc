import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { isMapPath, paths, plainPath } from '../paths.ts';
import { setPageTitle } from '../platform/page/page-events.ts';
import { findSelected, parcours } from '../state/maps/parcours.ts';
import { strings } from '../words/strings.ts';

const TITLES: Readonly<Record<string, string>> = {
  [paths.login]: strings.login.submit,
  [paths.createAccount]: strings.signUp.title,
  [paths.invite]: strings.invite.title,
  [paths.parcours]: strings.parcours.title,
  [paths.createParcours]: strings.createParcours.title,
  [paths.drops]: strings.myDrops.title,
  [paths.profile]: strings.profile.title,
  [paths.about]: strings.menu.about,
  [paths.terms]: strings.legal.termsTitle,
};

/** Sets the page's title to the screen, or to the parcours on the map. Renders nothing. */
export function PageTitle() {
  const pathname = plainPath(useLocation().pathname);
  const chosen = findSelected(useSnapshot(parcours))?.name ?? strings.panes.map;
  const screen = isMapPath(pathname) ? chosen : (TITLES[pathname] ?? strings.shell.notFound);
  useEffect(() => setPageTitle(strings.app.titled(screen)), [screen]);
  return null;
}

import { proxy } from 'valtio';

interface MapTitle {
  /** The parcours on the map; null without one. */
  name: string | null;
  /** The parcours to which the person is welcomed, in place of the list; null without one. */
  welcomed: string | null;
}

/**
 * The names in the page's title. Set by the home shell, so that the login screen doesn't load the parcours for its
 * title.
 */
export const mapTitle = proxy<MapTitle>({ name: null, welcomed: null });

import { proxy } from 'valtio';

/** The names that are the page's title. */
interface MapTitle {
  /** The parcours on the map; null without one. */
  name: string | null;
  /** The parcours that the person is welcomed to, in the place of the list; null without one. */
  welcomed: string | null;
}

/**
 * The names that are the page's title. Set by the home shell, so that the title doesn't load the parcours with the login
 * screen.
 */
export const mapTitle = proxy<MapTitle>({ name: null, welcomed: null });

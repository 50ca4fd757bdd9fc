import { proxy } from 'valtio';

/**
 * The name of the parcours on the map; null without one. Set by the map's screen, so that the page's title doesn't load the
 * parcours with the login screen.
 */
export const mapTitle = proxy<{ name: string | null }>({ name: null });

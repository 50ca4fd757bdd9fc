/** Zoom on the first position fix. */
export const FIRST_FIX_ZOOM = 18;
/** Zoom on a place, and on the first place of a parcours. */
export const PLACE_ZOOM = 17;
/** Zoom on a search result. */
export const SEARCH_ZOOM = 16;

/** Shown for a place without a name. */
export const UNTITLED_PLACE = 'Untitled';

/** Circle radius of a point place. */
export const PLACE_CIRCLE_RADIUS_PX = 8;
/** Circle radius of a selected or highlighted point place. */
export const PLACE_CIRCLE_RADIUS_SELECTED_PX = 12;
/** Opacity of place circles. */
export const PLACE_CIRCLE_OPACITY = 0.7;
/** Opacity of polygon fills. */
export const PLACE_FILL_OPACITY = 0.6;

/**
 * Every constant of the product that a person can feel, with its unit in its name. Values are the specification's;
 * where it gives none, the reason stands beside the value.
 */

/** How often a stored token's expiry is looked at. */
export const TOKEN_CHECK_INTERVAL_MS = 5 * 60 * 1000;
/** How long the loading screen stays, once per browser. */
export const LOADING_SCREEN_MS = 2000;

/** From selecting a place to loading its audio. */
export const AUDIO_LOAD_DELAY_MS = 100;
/** From audio being ready to its starting by itself. */
export const AUTOPLAY_DELAY_MS = 300;
/** From the start of the app to the automatic request for a position. */
export const LOCATION_REQUEST_DELAY_MS = 500;

/** Radius around a point within which it counts as reached; half the accuracy where that is larger. */
export const POINT_RADIUS_M = 7;
/** A detection result stands for this long ... */
export const DETECTION_CACHE_MS = 2000;
/** ... provided that the walker moved less than this. */
export const DETECTION_CACHE_MOVE_M = 1;
/** Positions up to this accuracy are `active`; worse ones are `low_accuracy`. */
export const HIGH_ACCURACY_M = 100;

/** `PositionOptions.maximumAge` of a watch. */
export const WATCH_MAX_AGE_MS = 5000;
/** `PositionOptions.timeout` where no platform rule applies. */
export const POSITION_TIMEOUT_MS = 10_000;

/** Zoom on the first position fix. */
export const FIRST_FIX_ZOOM = 18;
/** Zoom on a place, and on the first place of a parcours. */
export const PLACE_ZOOM = 17;

/** Circle radius of a point place. */
export const PLACE_CIRCLE_RADIUS_PX = 8;
/** Circle radius of a selected or highlighted point place. */
export const PLACE_CIRCLE_RADIUS_SELECTED_PX = 12;
/** Opacity of place circles. */
export const PLACE_CIRCLE_OPACITY = 0.7;
/** Opacity of polygon fills. */
export const PLACE_FILL_OPACITY = 0.6;

/** Waveform bars on the map screen and in the drop popup. */
export const WAVEFORM_BAR_WIDTH_PX = 2;
/** Space between two waveform bars. */
export const WAVEFORM_BAR_GAP_PX = 1;
/** Height of a waveform. */
export const WAVEFORM_HEIGHT_PX = 50;

/** Sample rate of all audio that is kept. */
export const AUDIO_SAMPLE_RATE_HZ = 44_100;
/** Most channels that kept audio may have. */
export const AUDIO_MAX_CHANNELS = 2;
/** Bits a sample of kept audio has. */
export const AUDIO_BITS_PER_SAMPLE = 16;
/** Duration sent with an upload when decoding did not tell one. */
export const UNKNOWN_DURATION_S = 999;

/** Title given to a place that is saved without one. */
export const DEFAULT_PLACE_TITLE = 'drop';
/** Shown for a place without a name. */
export const UNTITLED_PLACE = 'Untitled';

/** Member avatars shown on a parcours row. */
export const AVATARS_PER_ROW = 2;

/** Longest text in a one-line field (names, titles, emails): an email address is at most 254 characters (RFC 5321). */
export const TEXT_LINE_MAX = 254;
/** Longest text in a many-line field (descriptions). */
export const TEXT_BLOCK_MAX = 5000;
/** Longest password read: hashing time grows with its length, so an unbounded one would be a way to exhaust the server. */
export const PASSWORD_MAX = 1024;
/** Most positions in all rings of one polygon: a detailed city district has a few thousand. */
export const POLYGON_POSITIONS_MAX = 10_000;
/** Most numbers in one position: longitude, latitude, altitude, and a measure (time, for instance) as some tools add. */
export const POSITION_NUMBERS_MAX = 4;
/** Most parcours asked for in one call. */
export const MAP_IDS_MAX = 500;

/** Analytics events kept until they are sent, the newest ones: a day's walk enters some hundred places. */
export const EVENTS_WAITING_MAX = 500;

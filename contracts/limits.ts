/**
 * Constants that the server shares with the app or the app with its workers, with their units in their names. What tunes one
 * part alone stands beside that part. Values are the specification's; where it gives none, the reason stands beside the value.
 */

/** Radius around a point within which it counts as reached; half the accuracy where that is larger. */
export const POINT_RADIUS_M = 7;

/** Sample rate of all audio that is kept. */
export const AUDIO_SAMPLE_RATE_HZ = 44_100;
/** Most channels that kept audio may have. */
export const AUDIO_MAX_CHANNELS = 2;
/** Bits a sample of kept audio has. */
export const AUDIO_BITS_PER_SAMPLE = 16;
/** Largest recording that a server receives unless its operator says otherwise: 1 h 41 of stereo. */
export const UPLOAD_DEFAULT_MAX_BYTES = 2 ** 30;
/** Duration sent with an upload when decoding did not tell one. */
export const UNKNOWN_DURATION_S = 999;

/** Title given to a place that is saved without one. */
export const DEFAULT_PLACE_TITLE = 'drop';

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

/** Days after which an invitation ends unless its maker says otherwise; null lets it stand: a guest's may hang on a wall. */
export const INVITE_DAYS = { guest: null, drop: 30, editor: 30, admin: 30 } as const;
/** Most days that an invitation may be given. */
export const INVITE_DAYS_MAX = 3650;

/** Longest access token read of Google, whose own are some 250 characters and may grow to 2048. */
export const GOOGLE_TOKEN_MAX = 2048;

/** Side of the square at which an avatar is kept: twice the largest that the app shows. */
export const AVATAR_SIDE_PX = 512;

/** Days for which a repeat of a request with an Idempotency-Key gets the first answer: a phone may lie off for a month. */
export const IDEMPOTENCY_DAYS = 30;

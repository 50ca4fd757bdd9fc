/**
 * Constants shared by the server and the app, or by the app and its workers; units are in their names. Values are from
 * the specification unless a reason is given. Constants that only one part uses are defined there.
 */

/** Radius around a point within which it counts as reached; half the fix's accuracy if that is larger. */
export const POINT_RADIUS_M = 7;

/** Sample rate of stored audio. */
export const AUDIO_SAMPLE_RATE_HZ = 44_100;
/** Most channels of stored audio. */
export const AUDIO_MAX_CHANNELS = 2;
/** Bits per sample of stored audio. */
export const AUDIO_BITS_PER_SAMPLE = 16;
/** Default size of the largest accepted recording: 1 h 41 of stereo. */
export const UPLOAD_DEFAULT_MAX_BYTES = 2 ** 30;
/** Duration sent with an upload if it is unknown. */
export const UNKNOWN_DURATION_S = 999;

/** Title of a place that is saved without one. */
export const DEFAULT_PLACE_TITLE = 'drop';

/** Member avatars shown on a parcours row. */
export const AVATARS_PER_ROW = 2;

/**
 * Longest text in a single-line field (names, titles, emails): an email address has at most 254 characters (RFC 5321).
 */
export const TEXT_LINE_MAX = 254;
/** Longest text in a multi-line field (descriptions). */
export const TEXT_BLOCK_MAX = 5000;
/** Fewest characters of a new password. Older passwords may be shorter. */
export const PASSWORD_MIN = 10;
/** Longest password: hashing time grows with its length. */
export const PASSWORD_MAX = 1024;
/** Longest part of an authenticator's response, in base64url: a key with a certificate has some 2,000 characters. */
export const PASSKEY_BYTES_MAX = 8192;
/** Most positions in all rings of one polygon: a detailed city district has a few thousand. */
export const POLYGON_POSITIONS_MAX = 10_000;
/** Narrower zones are refused: nobody can stand in them, and no phone could tell. */
export const ZONE_WIDTH_MIN_M = 0.2;
/** Most numbers in one position: longitude, latitude, altitude, and a measure (such as time) that some tools add. */
export const POSITION_NUMBERS_MAX = 4;
/** Most bundles: all of them are listed at once for people who manage them. */
export const BUNDLES_MAX = 500;
/** Most sessions of one account: one more ends the least recently used session. */
export const SESSIONS_MAX = 100;
/**
 * Most open invitations of one account to one parcours, and most stored ended ones: a school prints one for each class.
 */
export const INVITES_OPEN_MAX = 200;
/** Most parcours in one call, per account, and in a bundle. */
export const PARCOURS_IDS_MAX = 500;

/** Most analytics events stored until they are sent; the newest stay. A day's walk enters about a hundred places. */
export const EVENTS_WAITING_MAX = 500;

/** Most numbered places of a parcours: nobody walks past more in an order. */
export const STEPS_MAX = 500;

/** Most places in one request that changes several: nobody else writes meanwhile. */
export const PLACES_AT_ONCE_MAX = 200;

/** Default lifetime of an invitation in days; null for unlimited, because a guest invitation may be on a poster. */
export const INVITE_DAYS = { guest: null, drop: 30, editor: 30, admin: 30 } as const;
/** Longest lifetime of an invitation. */
export const INVITE_DAYS_MAX = 3650;

/** Longest text with a request for another role, and with the answer to it. */
export const ROLE_REQUEST_WORDS_MAX = 500;
/** Days after a refusal until the same account may ask again. */
export const ROLE_REQUEST_PAUSE_DAYS = 7;
/** Most open requests for another role in one response. */
export const ROLE_REQUESTS_LISTED_MAX = 100;

/** Days during which a deleted place or parcours can be restored. */
export const UNDELETE_DAYS = 30;

/** Most former slugs of one parcours: who changes it more often gives the oldest ones back to all. */
export const FORMER_SLUGS_MAX = 20;

/** Days for which an earlier version of a place is stored. */
export const VERSION_DAYS = 30;
/** Most earlier versions of one place: a further one replaces the oldest. */
export const VERSIONS_MAX = 20;

/** Longest text with a report, a measure or its answer, an approval or a refusal. */
export const MODERATION_WORDS_MAX = 1000;
/** Most reported items, messages or deleted items in one response. */
export const MODERATION_LISTED_MAX = 200;
/** Most open reports about one thing by people without an account: they are free to make. */
export const OUTSIDE_REPORTS_MAX = 30;
/** The same about all things of a site. */
export const OUTSIDE_REPORTS_OF_SITE_MAX = 2000;
/** Most characters of texts and of transcripts that a report retains: each of an item's tellings has an equal share. */
export const REPORTED_TEXTS_MAX = 20_000;
/** Most open remarks about one place: nobody reads more, and each visitor may send several. */
export const REMARKS_OPEN_MAX = 30;

/** Longest accepted token of an invitation. */
export const INVITE_TOKEN_MAX = 200;

/** Most addresses in one call that mails an invitation. */
export const INVITE_MAILS_MAX = 50;
/** Days after which a mailed invitation expires. */
export const INVITE_MAIL_DAYS = 30;

/** Longest label of an invitation. */
export const INVITE_LABEL_MAX = 80;

/** Longest access token of Google, which documents up to 2048 characters; today they have about 250. */
export const GOOGLE_TOKEN_MAX = 2048;

/** Longest of our own tokens that a body may hold; they have about 250 characters. */
export const TOKEN_MAX = 2048;

/** Side of a stored avatar: twice the largest size that the app shows. */
export const AVATAR_SIDE_PX = 512;

/** How long a draft holds a planned place for its author: after that others may fill it. */
export const DRAFT_HOLDS_DAYS = 1;

/** Days for which a retry with an Idempotency-Key gets the first response: a phone may be off for a month. */
export const IDEMPOTENCY_DAYS = 30;

/** Deepest zoom of map tiles in requests and packs: that of the Protomaps schema. Higher zooms enlarge them. */
export const MAP_TILES_ZOOM_MAX = 15;

/** Most tellings of one place, and translations of one parcours' name. */
export const TELLINGS_MAX = 40;
/** Longest text of a telling, in characters: ten minutes of reading. */
export const TELLING_TEXT_MAX = 20_000;
/** Longest transcript in WebVTT, in characters: three hours of speech. */
export const TRANSCRIPT_MAX = 300_000;
/** Longest web address that a place's page links to. */
export const LINK_MAX = 2000;
/** Most pictures of one place. */
export const PICTURES_MAX = 8;
/** Longest description of a picture. */
export const PICTURE_WORDS_MAX = 500;
/** Longest credit of a picture. */
export const PICTURE_CREDIT_MAX = 200;
/** Most cues of one transcript. */
export const CUES_MAX = 5000;
/** Samples in a second, of one channel, from which speech is recognised. */
export const SPEECH_RATE_HZ = 16_000;

/**
 * Every constant of the product that a person can feel, with its unit in its name. Values are the specification's;
 * where it gives none, the reason stands beside the value.
 */

/** How often a stored token's expiry is looked at. */
export const TOKEN_CHECK_INTERVAL_MS = 5 * 60 * 1000;
/** How long the loading screen stays, once per browser. */
export const LOADING_SCREEN_MS = 2000;
/** How far a finger goes for a swipe. */
export const SWIPE_MIN_PX = 10;

/** From selecting a place to loading its audio. */
export const AUDIO_LOAD_DELAY_MS = 100;
/** From audio being ready to its starting by itself. */
export const AUTOPLAY_DELAY_MS = 300;
/** How long audio may take to tell what it is before it counts as failed: longer, and a listener thinks the app hangs. */
export const AUDIO_LOAD_MAX_MS = 20_000;
/** How long the server may take to say why audio failed: the failure is told without its reason then. */
export const AUDIO_REASON_MAX_MS = 8000;
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

/** A worse fix moves nothing: half of it is 30 m, within which a town's parcours has several places. */
export const STEADY_ACCURACY_MAX_M = 60;
/** A fix that took this much longer to arrive than others did tells of the past: three times what a watch may answer from. */
export const STEADY_FIX_AGE_MAX_MS = 15_000;
/** Faster than this the walker did not get from one fix to the next: a runner's speed. A reflected signal does. */
export const STEADY_SPEED_MAX_MPS = 4;
/** For longer than this nobody on foot keeps a runner's speed up ... */
export const STEADY_SPRINT_MS = 3000;
/** ... but this one, a fast walker's: the first fix after a gap is else free to be a reflection 40 m away. */
export const STEADY_PACE_MAX_MPS = 2;
/** Part of the accuracy that two fixes may be apart at any speed: errors wander, and seldom by more within a second. */
export const STEADY_JUMP_ACCURACY_PART = 0.3;
/** A jump that nothing contradicts for so long is believed: reflections pass within 4 s, a walker who stands stays. */
export const STEADY_JUMP_CONFIRM_MS = 4200;
/** Where fixes are rare a jump waits for the next one, but no longer than this: the slowest phones send one in 5 s. */
export const STEADY_JUMP_CONFIRM_MAX_MS = 6000;
/** Fixes that come within this of each other, so many in a row, are a stream; a phone ends it only by losing reception. */
export const STEADY_STREAM_PERIOD_MS = 3000;
/** See {@link STEADY_STREAM_PERIOD_MS}. */
export const STEADY_STREAM_FIXES = 5;
/** An accuracy is this many deviations of the error: the circle that holds 95 % of a normal one, east and north each. */
export const STEADY_ACCURACY_SIGMAS = Math.sqrt(-2 * Math.log(0.05));
/** For so long errors remember where they were: satellites and walls change their share within 20 to 30 s of walking. */
export const STEADY_ERROR_MEMORY_MS = 25_000;
/** Accuracies that differ by more are of different errors: those of one waver by a fifth, and 1.2 is 1.5 times 0.8. */
export const STEADY_ERROR_SAME_FACTOR = 1.5;
/** The part of the error that each fix has of its own; the rest wanders. Receivers round and smooth to about this. */
export const STEADY_ERROR_QUICK_M = 0.5;
/** How much speeds differ, east and north each: walkers stand, or go at 1.4 m/s somewhere. */
export const STEADY_SPEED_SPREAD_MPS = 1;
/** For so long walkers keep their pace and direction, until a place, a corner or somebody stops them. */
export const STEADY_SPEED_MEMORY_MS = 8000;
/** After a longer gap nothing of the past is used: the walker may be 20 m on. */
export const STEADY_GAP_MAX_MS = 15_000;
/** Part of the time between fixes that the walker is seen ahead: a border is crossed half-way between two, on average. */
export const STEADY_LEAD_PART = 0.5;
/** A walker who gets no new fix for so long stands where the last one says; a walking one gets it each second or so. */
export const STEADY_STILL_MS = 2000;
/** A place is come upon within so many metres, about half of the 7 m: for one who is at it is that far in, on average ... */
export const STEADY_ENTER_MARGIN_M = 4;
/** ... and this part of the accuracy more, 1.7 deviations: with half of it, as raw fixes have, many are passed unnoticed. */
export const STEADY_ENTER_ACCURACY_PART = 0.7;
/** Deadband: a place is left only so far beyond the radius at which it is entered ... */
export const STEADY_LEAVE_MARGIN_M = 5;
/** ... or by this part of the accuracy, where that is more: noise alone must not lead out and in again. */
export const STEADY_LEAVE_ACCURACY_PART = 0.25;
/** Dwell: a place counts as entered after so long within it for each metre of accuracy above the next constant. */
export const STEADY_DWELL_MS_PER_M = 50;
/** Up to this accuracy, which a street with some sky allows, a place counts as entered at once. */
export const STEADY_DWELL_FREE_M = 8;
/** The longest dwell: one or two fixes must agree; more, and a story comes late that can be told again. */
export const STEADY_DWELL_MAX_MS = 1500;
/**
 * Within this part of the accuracy, or within 12 m where that is more, the walker is taken to be at a place surely
 * enough for its story to count as told there.
 */
export const STEADY_SURE_ACCURACY_PART = 0.35;
/**
 * A story that started by itself counts as heard once so much of a telling sounded while the walker was surely at its
 * place: of 5 s there, which tell what the place is, some are lost to the error's wandering.
 */
export const HEARD_MS = 10_000;

/** Accuracy that a position set by hand is given: what a phone tells under open sky. */
export const FALSE_POSITION_ACCURACY_M = 5;
/** Paces that a rehearsal offers, in m/s: from a stroll to a bicycle. */
export const REHEARSAL_SPEED_MPS = { least: 0.8, usual: 1.3, walkersMost: 2, most: 5 } as const;
/** Deviations of a rehearsed position's error, east and north each: none, open sky, a street, a narrow one. */
export const REHEARSAL_NOISES_M = [0, 3, 8, 15] as const;
/** How many times as fast as it takes a rehearsal is shown. */
export const REHEARSAL_FACTORS = [1, 5, 20, 60] as const;
/** Time between two fixes of a rehearsal: what phones send while they move. */
export const REHEARSAL_FIX_PERIOD_MS = 1000;
/** The best accuracy that a rehearsed phone tells: none knows better than this where it is. */
export const REHEARSAL_ACCURACY_MIN_M = 3;
/** A story of unknown length is taken to be as long as most are. */
export const REHEARSAL_STORY_S = 60;
/** Longest way rehearsed: a day on a bicycle. */
export const REHEARSAL_LENGTH_MAX_M = 50_000;
/** Largest GPX file read: a day's track with a watch's heart beats is some 8 MB. */
export const GPX_BYTES_MAX = 10 * 1024 * 1024;

/** `PositionOptions.maximumAge` of a watch. */
export const WATCH_MAX_AGE_MS = 5000;
/** How long a request for the position may take and how old its answer may be, by what it is made with. */
export const POSITION_TIMINGS = {
  /** Every browser there is Safari underneath. */
  ios: { timeoutMs: 15_000, maxAgeMs: 30_000 },
  android: { timeoutMs: 12_000, maxAgeMs: 20_000 },
  /** Firefox when it is asked for a position of low accuracy, as it is at first. */
  firefox: { timeoutMs: 15_000, maxAgeMs: 25_000 },
  /** The installed app, whatever it runs on. */
  installed: { timeoutMs: 20_000, maxAgeMs: 60_000 },
  other: { timeoutMs: 10_000, maxAgeMs: 10_000 },
} as const;
/** The same for the first request, where a platform has a rule of its own for it. */
export const FIRST_FIX_TIMINGS = {
  ios: { timeoutMs: 20_000, maxAgeMs: 60_000 },
  android: { timeoutMs: 15_000, maxAgeMs: 30_000 },
  firefox: { timeoutMs: 20_000, maxAgeMs: 45_000 },
} as const;
/** After a failure the position is asked for again, first so much later, then twice as much each time ... */
export const LOCATION_RETRY_MIN_MS = 2000;
/** ... up to this: a walker who comes out of a station is seen before the next corner. */
export const LOCATION_RETRY_MAX_MS = 30_000;
/** A time-out means nothing while a fix is this young: some browsers send nothing to one who stands. */
export const FIX_RECENT_MS = 15_000;
/** The last position is shown for so long after the signal was lost: a minute on foot is 80 m, the map at zoom 18. */
export const FIX_HELD_MS = 60_000;
/** Nothing that people look at a map in moves faster; the fastest trains run at 89 m/s. */
export const FIX_SPEED_MAX_MPS = 100;
/** The compass is told this often at the most, and from this much of a turn on: below, it is the hand's tremor. */
export const COMPASS_PERIOD_MS = 100;
/** The least turn that is shown. */
export const COMPASS_STEP_DEG = 3;

/** Zoom on the first position fix. */
export const FIRST_FIX_ZOOM = 18;
/** Zoom on a place, and on the first place of a parcours. */
export const PLACE_ZOOM = 17;

/** Zoom on what a search found. */
export const SEARCH_ZOOM = 16;
/** Suggestions start when more characters than this are typed; below it the list is cleared. */
export const SEARCH_TEXT_MIN = 2;
/** Most suggestions shown, and asked for. */
export const SUGGESTIONS_MAX = 5;
/** Pause in typing before the geocoder is asked: keys of a quick typist come 150 to 200 ms apart. */
export const SEARCH_DEBOUNCE_MS = 250;
/** Longest text searched for: geocoders refuse more (Géoplateforme at 200), and no address has it. */
export const SEARCH_TEXT_MAX = 200;
/** Longest wait for a geocoder: later the walker has typed on, or gone on. */
export const GEOCODER_TIMEOUT_MS = 8000;
/** Words of a failing geocoder that are shown: a sentence, not the error page of a proxy. */
export const GEOCODER_WORDS_MAX = 120;

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
/** Waveform bars elsewhere. */
export const WAVEFORM_BAR_WIDTH_WIDE_PX = 3;
/** Space between two waveform bars. */
export const WAVEFORM_BAR_GAP_PX = 1;
/** Height of a waveform. */
export const WAVEFORM_HEIGHT_PX = 50;

/** Stories this near may be walked to before a slow line has brought them: two minutes' walk. */
export const PREFETCH_REACH_M = 150;
/** Stories whose beginning is fetched ahead at a time: at a crossing there are seldom more ways on. */
export const PREFETCH_PLACES_MAX = 3;
/** How much of a story is fetched ahead, or all of it where it is less: the first 6 s of kept mono, 10 s on 400 kbit/s. */
export const PREFETCH_CLIP_BYTES = 512 * 1024;
/** Most that one walk fetches ahead: as much as half an hour of a spoken podcast. */
export const PREFETCH_WALK_BYTES_MAX = 30 * 1024 * 1024;
/** Slower than this nobody walks anywhere, and a heading is noise. */
export const PREFETCH_WALKING_MPS = 0.5;

/** A place this near is named as the one to come next: a quarter of an hour's walk. */
export const NEXT_REACH_M = 1000;
/** How often a walk asks whether its places are still the same: one that others delete or move is seldom reached before. */
export const PLACES_REFRESH_MS = 5 * 60 * 1000;

/** How far the buttons of a player jump. */
export const SKIP_S = 10;
/** How far an arrow key moves within a story: some words, where a jump is a sentence. */
export const SEEK_KEY_S = 5;
/** Speeds that a story is heard at: speech is understood at all of them. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;

/** Sample rate of all audio that is kept. */
export const AUDIO_SAMPLE_RATE_HZ = 44_100;
/** Most channels that kept audio may have. */
export const AUDIO_MAX_CHANNELS = 2;
/** Bits a sample of kept audio has. */
export const AUDIO_BITS_PER_SAMPLE = 16;
/** A recording ends by itself after six hours, or before it is larger than the server takes: a WAV of 44.1 kHz stereo holds 6 h 45 min in its 4 GiB. */
export const RECORDING_MAX_S = 6 * 3600;
/** Largest recording that a server receives unless its operator says otherwise: 1 h 41 of stereo. */
export const UPLOAD_DEFAULT_MAX_BYTES = 2 ** 30;
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

/** How often waiting events are sent: a page that dies loses half a minute of them at most. */
export const EVENTS_SEND_INTERVAL_MS = 30_000;
/** Most events sent at once: what a leaving page still sends must stay below the 64 KiB that browsers allow it. */
export const EVENTS_BATCH_MAX = 200;
/** How long personal data is kept, as the legal notice states. */
export const DATA_RETENTION_YEARS = 3;

/** Days after which an invitation ends unless its maker says otherwise; null lets it stand: a guest's may hang on a wall. */
export const INVITE_DAYS = { guest: null, drop: 30, editor: 30, admin: 30 } as const;
/** Most days that an invitation may be given. */
export const INVITE_DAYS_MAX = 3650;

/** Wrong passwords in 15 minutes from one address for one account: more than anybody mistypes, far too few to guess. */
export const LOGIN_FAILURES_PER_PAIR = 10;
/** The same from one address for all accounts: a school or a mobile network stands behind one address. */
export const LOGIN_FAILURES_PER_ADDRESS = 100;
/** The same for one account from all addresses but those it was used from: ten addresses together get no further. */
export const LOGIN_FAILURES_PER_ACCOUNT = 100;
/** The time that failed logins are counted in, and so the longest that somebody is kept out. */
export const LOGIN_FAILURES_WINDOW_S = 15 * 60;
/** How long an address that an account logged in from is remembered. Timers of Node hold 24 days at the most. */
export const LOGIN_ADDRESS_KEPT_S = 14 * 24 * 3600;
/** Sign-ins through Google in 15 minutes from one address: each makes the server ask Google twice. */
export const GOOGLE_LOGINS_PER_ADDRESS = 100;
/** Accounts with a password that one address may make in an hour, unless configured: a class on an outing. */
export const SIGN_UPS_PER_HOUR = 60;
/** Guests' accounts that one address may make in an hour, unless configured: an event behind one mobile network. */
export const GUESTS_PER_HOUR = 300;

/** Longest access token read of Google, whose own are some 250 characters and may grow to 2048. */
export const GOOGLE_TOKEN_MAX = 2048;

/** Most pixels an uploaded image may have: a phone's largest pictures of today stay below, decompression bombs do not. */
export const IMAGE_PIXELS_MAX = 40_000_000;
/** Longest side at which a parcours' image is kept. */
export const PARCOURS_IMAGE_SIDE_MAX_PX = 1600;
/** Side of the square at which an avatar is kept: twice the largest that the app shows. */
export const AVATAR_SIDE_PX = 512;

/** Days for which a repeat of a request with an Idempotency-Key gets the first answer: a phone may lie off for a month. */
export const KEPT_ANSWER_DAYS = 30;
/** Days after its start for which a recording session takes its recording, or a repeat of it. */
export const RECORDING_SESSION_DAYS = 30;
/** Days after which an upload in parts that was not finished is forgotten: a week's holiday without a network. */
export const RESUMABLE_UPLOAD_DAYS = 7;
/** Most unfinished uploads in parts of one account; another one takes the place of the oldest. An app sends two at a time. */
export const RESUMABLE_UPLOADS_MAX = 20;
/** Most pixels of a stored waveform: what the widest one shown, 8000 px, has room for at a bar of 3 px and a gap of 1. */
export const STORED_PEAKS_PIXELS_MAX = 2000;

/** Around the pixel of a click, within which the drawing layer looks for what was meant. */
export const DRAW_CLICK_BUFFER_PX = 2;
/** The same around a touch. */
export const DRAW_TOUCH_BUFFER_PX = 25;
/** Shapes are moved no further north or south: the map's projection ends just beyond it. */
export const DRAW_LAT_MAX_DEG = 85;
/** Fewest vertices of a drawn zone; one with fewer is discarded. */
export const DRAWN_ZONE_VERTICES_MIN = 3;
/** Fewest vertices of a drawn line; one with fewer is discarded. */
export const DRAWN_LINE_VERTICES_MIN = 2;
/** Decimals of a drawn position: the seventh is a centimetre. */
export const DRAWN_DECIMALS = 7;
/** How far an arrow key moves the cross or a vertex: a step that the eye follows. */
export const DRAW_STEP_PX = 12;
/** The same with the shift key. */
export const DRAW_STEP_LARGE_PX = 60;
/** Shapes that wait for their audio on one device, the newest ones: a day's drawing is a few dozen. */
export const PENDING_SHAPES_MAX = 200;

/** Places whose unsaved changes a browser keeps at most; the oldest go first. */
export const UNSAVED_CHANGES_MAX = 50;

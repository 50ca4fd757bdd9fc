import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type * as z from 'zod/mini';
import {
  BUCKET_UPLOAD_MAX_BYTES,
  BucketEnvironment,
  DEFAULT_DATA_DIR,
  DEFAULT_MAP_STYLE_DARK_URL,
  DEFAULT_MAP_STYLE_URL,
  Environment,
  isOrigin,
  isPostgresUrl,
  type MediaStoreConfig,
  ProductionEnvironment,
  readBucket,
} from './config/environment.ts';
import {
  describeIssues,
  describeMisspelt,
  describeUnread,
  type Fault,
  findMisspelt,
  givenOf,
  withMeant,
  withoutWrong,
} from './config/faults.ts';
import { projectRoot } from './project-root.ts';

/** The configuration of this process, read once from the environment at the start. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** The environment is invalid; the message lists all faults, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly Fault[]) {
    const lines = faults.map(({ name, message }) => `${name}: ${message}`);
    super(['The configuration has faults:', ...lines.map((line) => `  - ${line}`)].join('\n'));
    this.faults = lines;
  }
}

/** The argument that starts a server on files that another database owns. */
const ADOPT = '--adopt';
/** The argument that uses a data folder although a move took its data elsewhere. */
export const AFTER_MOVE = '--after-move';

/** Environment variables by name. */
export type EnvironmentValues = Readonly<Record<string, string | undefined>>;

/** This process' environment variables, for tools that pass them on. */
export const readEnvironment = (): EnvironmentValues => process.env;

/**
 * Reads the configuration; an empty variable counts as unset. @throws ConfigError with all faults, without the secret
 */
export function readConfig(env: EnvironmentValues = process.env, args: readonly string[] = []) {
  const misspelt = findMisspelt(Object.keys(givenOf(env)), Object.keys(Environment.shape));
  // Misspelt names count as the settings they stand for, so that all faults are reported at once.
  const given = withMeant(givenOf(env), misspelt);
  const production = given.NODE_ENV === 'production';
  const read = (production ? ProductionEnvironment : Environment).safeParse(given);
  const faults: Fault[] = read.success ? [] : describeIssues(read.error.issues, given);
  const wrong = new Set(faults.map(({ name }) => name));
  const unread = describeUnread(given, Object.keys(Environment.shape));
  const values = read.success ? read.data : Environment.parse(withoutWrong(given, wrong));
  const bucket = readBucket(values);
  const mediaStore = isFaults(bucket) ? null : bucket;
  faults.push(
    ...[...unread, ...(isFaults(bucket) ? bucket : []), ...findDisagreements(values)].filter(
      ({ name }) => !wrong.has(name),
    ),
    ...misspelt.map(describeMisspelt),
  );
  if (args.some((arg) => arg !== ADOPT && arg !== AFTER_MOVE))
    faults.push({ name: 'Arguments', message: `expected ${ADOPT}, ${AFTER_MOVE} or none, got ${args.join(' ')}` });
  if (faults.length > 0) throw new ConfigError(faults);
  const demo = values.DEMO === '1' && !production;
  const mapStyleUrl = values.MAP_STYLE_URL ?? DEFAULT_MAP_STYLE_URL;
  // Without other settings the demo works without a network.
  const mapArchive = values.MAP_PMTILES ?? (demo && values.MAP_STYLE_URL === undefined ? demoMap() : null);
  return {
    production,
    /** TCP port; 0 lets the system choose one. */
    port: values.PORT,
    /**
     * Name or address to listen on. Browsers allow geolocation and microphones only on localhost and HTTPS, so other
     * machines need a proxy anyway; a container sets `0.0.0.0`.
     */
    host: values.HOST,
    /** Lowest level that is logged: in development, a line per request would bury the output of the start. */
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    /** Absolute path of the folder of the database and the media. */
    dataDir: resolve(values.DATA_DIR),
    /** Whether to take over files that another database owns. */
    adoptsStore: args.includes(ADOPT),
    /** Whether to use a data folder although a move took its data elsewhere. */
    isAfterMove: args.includes(AFTER_MOVE),
    /** Address of the PostgreSQL database used instead of a file in `dataDir`; null for the file. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** The bucket for audio and pictures; null for a folder in `dataDir`. */
    mediaStore,
    /** Signs tokens and media links; null to use one stored in `dataDir`. */
    secret: values.SECRET ?? null,
    /** Whether to create the demo in an empty database. */
    demo,
    mapStyleUrl,
    /** Style for the dark theme; null if one style serves both themes. */
    mapStyleDarkUrl: values.MAP_STYLE_URL_DARK ?? darkStyleOf(mapStyleUrl),
    /** Absolute path of the PMTiles archive shown instead of the styles; null for none. */
    mapArchive: mapArchive === null ? null : resolve(mapArchive),
    geocoderUrl: values.GEOCODER_URL,
    googleClientId: values.GOOGLE_CLIENT_ID ?? null,
    /** Folder of the model that drafts transcripts on authors' devices, and of its library; null for none. */
    speechModelUrl: values.SPEECH_MODEL_URL ?? null,
    /** Maximum size of a recording. */
    uploadMaxBytes: values.UPLOAD_MAX_BYTES,
    imageMaxBytes: values.IMAGE_MAX_BYTES,
    /** Maximum bytes stored for one account's uploads. */
    userQuotaBytes: values.USER_QUOTA_BYTES,
    /** The same for an account that is not trusted yet; never more than `userQuotaBytes`. */
    freshQuotaBytes: Math.min(values.FRESH_QUOTA_BYTES, values.USER_QUOTA_BYTES),
    /** Maximum bytes stored for all uploads together; null if only the disk limits them. */
    totalQuotaBytes: values.TOTAL_QUOTA_BYTES ?? null,
    /** Bytes of the disk that uploads, map extracts and events leave free. */
    diskReserveBytes: values.DISK_RESERVE_BYTES,
    /** Whether to make lighter renditions of audio for listening. */
    renditions: values.RENDITIONS === '1',
    /** Google's endpoints for access tokens and profiles. */
    googleTokenInfoUrl: values.GOOGLE_TOKENINFO_URL,
    googleUserInfoUrl: values.GOOGLE_USERINFO_URL,
    /** The mail server, the sender, and the app's origin for links in mails; null to send none. */
    mail: readMail(values),
    publicUrl: values.PUBLIC_URL ?? null,
    /** Host name for passkeys, and the origin that may use them (null for any port of localhost); null for none. */
    passkeys: readPasskeys(values, production),
    /** The proxies whose `X-Forwarded-For`, which anybody can send, is trusted: their number, or addresses and subnets. */
    trustProxy: values.TRUST_PROXY ?? (false as const),
    /** Cost of password hashing; `fast` is for tests and rejected in production. */
    passwordCost: values.PASSWORD_COST,
    signUpsPerHour: values.SIGN_UPS_PER_HOUR,
    /** Maximum guest accounts that one address may create in an hour. */
    guestsPerHour: values.GUESTS_PER_HOUR,
    /** Origins, besides the style's own, from which map styles load tiles, glyphs and sprites. */
    mapOrigins: values.MAP_ORIGINS,
    /** Maximum calls in a minute from one account, or from one address without a token. */
    callsPerMinute: values.CALLS_PER_MINUTE,
    jsonBytesPerHour: values.JSON_BYTES_PER_HOUR,
    /** Maximum places on one parcours, and bytes of their shapes as GeoJSON. */
    placesPerMapMax: values.PLACES_PER_MAP_MAX,
    shapeBytesPerMapMax: values.SHAPE_BYTES_PER_MAP_MAX,
    /** Maximum analytics events from one account in an hour, and in a day. */
    eventsPerHour: values.EVENTS_PER_HOUR,
    eventsPerDay: values.EVENTS_PER_DAY,
    /** Maximum media requests from one address in a minute: players request a file in ranges. */
    mediaPerMinute: values.MEDIA_PER_MINUTE,
    /** Time for running requests to finish after the stop signal, in seconds. */
    shutdownGraceS: values.SHUTDOWN_GRACE_S,
    /** Idle time of a request's body or a response's reader before the connection is closed, in seconds. */
    stallTimeoutS: values.STALL_TIMEOUT_S,
    /** Maximum connections, and concurrent requests, from one address. */
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    /** Token for reading `/metrics` through the app's port; null to serve no metrics there. */
    metricsToken: values.METRICS_TOKEN ?? null,
    /** Port on 127.0.0.1 that serves `/metrics` without a token, 0 to let the system choose one; null for none. */
    metricsPort: values.METRICS_PORT ?? null,
    /** The operator of this deployment, for its legal pages. */
    identity: {
      associationName: values.ASSOCIATION_NAME ?? null,
      associationContact: values.ASSOCIATION_CONTACT ?? null,
      hostingName: values.HOSTING_NAME ?? null,
      dpoContact: values.DPO_CONTACT ?? null,
      websiteUrl: values.WEBSITE_URL ?? null,
      socialUrl: values.SOCIAL_URL ?? null,
    },
    /** What this deployment declares about its accessibility. */
    accessibility: {
      state: values.ACCESSIBILITY_STATE,
      ratePercent: values.ACCESSIBILITY_RATE ?? null,
      auditor: values.ACCESSIBILITY_AUDITOR ?? null,
      date: values.ACCESSIBILITY_DATE ?? null,
      gaps: values.ACCESSIBILITY_GAPS ?? null,
      planUrl: values.ACCESSIBILITY_PLAN_URL ?? null,
    },
  };
}

/** Absolute path of the data folder, for tools that need no other configuration. */
export function readDataDir(env: EnvironmentValues = process.env): string {
  return resolve(env.DATA_DIR || DEFAULT_DATA_DIR);
}

/**
 * Location of the data, for tools that need no other configuration. @throws ConfigError for an invalid address, which
 * is not in the message, or a name similar to a setting's: the tool would work on other data.
 */
export function readDatabaseLocation(env: EnvironmentValues = process.env) {
  const url = env.DATABASE_URL || null;
  const given = givenOf(env);
  const faults = [
    ...describeUnread(given, ['DATA_DIR', 'DATABASE_URL']),
    ...findMisspelt(Object.keys(given), Object.keys(Environment.shape)).map(describeMisspelt),
  ];
  if (url !== null && !isPostgresUrl(url)) {
    faults.unshift({ name: 'DATABASE_URL', message: 'expected postgres://, with a host and the name of a database' });
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return { dataDir: readDataDir(env), url };
}

/** The bucket of the media, in place of MEDIA_STORE at `named`, for tools; null for the folder. @throws ConfigError */
export function readMediaStore(env: EnvironmentValues = process.env, named = env.MEDIA_STORE): MediaStoreConfig | null {
  const given = givenOf({ ...env, MEDIA_STORE: named });
  const read = BucketEnvironment.safeParse(given);
  const bucket = read.success ? readBucket(read.data) : describeIssues(read.error.issues, given);
  if (isFaults(bucket)) throw new ConfigError(bucket);
  return bucket;
}

function isFaults(read: MediaStoreConfig | null | readonly Fault[]): read is readonly Fault[] {
  return Array.isArray(read);
}

/** Finds faults in combinations of valid settings. */
function findDisagreements(values: z.output<typeof Environment>): Fault[] {
  const faults: Fault[] = [];
  const expect = (name: string, isMet: boolean, message: string): void => {
    if (!isMet) faults.push({ name, message });
  };
  if (values.DATABASE_URL !== undefined) {
    const message = 'got nothing, expected the one that all servers on DATABASE_URL share';
    expect('SECRET', values.SECRET !== undefined, message);
  }
  if (values.MEDIA_STORE !== undefined) {
    const message = `expected ${BUCKET_UPLOAD_MAX_BYTES} at the most with MEDIA_STORE`;
    expect('UPLOAD_MAX_BYTES', values.UPLOAD_MAX_BYTES <= BUCKET_UPLOAD_MAX_BYTES, message);
  }
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT !== 0) {
    expect('METRICS_PORT', values.METRICS_PORT !== values.PORT, 'expected another port than PORT');
  }
  if (values.SMTP_URL !== undefined) {
    for (const name of ['MAIL_FROM', 'PUBLIC_URL'] as const) {
      expect(name, values[name] !== undefined, 'got nothing, expected it beside SMTP_URL');
    }
  }
  return faults;
}

/** The app's public origin, for tools that need no other configuration; null if it is unset or invalid. */
export function readPublicUrl(env: EnvironmentValues = process.env): string | null {
  const url = env.PUBLIC_URL ?? '';
  return isOrigin(url) ? url : null;
}

/** The mail settings, whose completeness was checked before; null without a mail server. */
function readMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: z.output<typeof Environment>) {
  return SMTP_URL === undefined || MAIL_FROM === undefined || PUBLIC_URL === undefined
    ? null
    : { smtpUrl: SMTP_URL, from: MAIL_FROM, publicUrl: PUBLIC_URL };
}

/** Never read from a request: a client that sends a Host header must not choose the site of a passkey. */
function readPasskeys({ PUBLIC_URL }: z.output<typeof Environment>, production: boolean) {
  if (PUBLIC_URL === undefined) return production ? null : { id: 'localhost', origin: null };
  const { hostname, origin, protocol } = new URL(PUBLIC_URL);
  // Browsers create passkeys only for host names, and only on secure pages.
  if (protocol !== 'https:' && hostname !== 'localhost') return null;
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  return isAddress ? null : { id: hostname, origin };
}

/** Path of the demo's own map, made by `scripts/make/demo-map.mjs`. */
function demoMap(): string {
  return join(projectRoot(), 'server/demo/cite.pmtiles');
}

/** The dark style that belongs to the default style; null for other styles. */
function darkStyleOf(styleUrl: string): string | null {
  return styleUrl === DEFAULT_MAP_STYLE_URL ? DEFAULT_MAP_STYLE_DARK_URL : null;
}

import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Identity } from '../contracts/config.ts';
import { UPLOAD_DEFAULT_MAX_BYTES } from '../contracts/limits.ts';
import { EMAIL_PATTERN } from '../contracts/user.ts';
import { projectRoot } from './project-root.ts';

/** Default of SIGN_UPS_PER_HOUR: a class on an outing. */
export const SIGN_UPS_PER_HOUR = 60;
/** Default of GUESTS_PER_HOUR: an event behind one mobile network. */
export const GUESTS_PER_HOUR = 300;

/** Shortest secret with the full strength of HMAC-SHA256. */
const SECRET_MIN_BYTES = 32;
const PORT_MAX = 65_535;

/** The configuration of this process, read from the environment once at the start. */
export interface Config {
  readonly production: boolean;
  /** TCP port; 0 lets the system choose one. */
  readonly port: number;
  /**
   * Name or address to listen on. By default `localhost`: browsers allow geolocation and microphones only on localhost and
   * HTTPS, so other machines need a reverse proxy anyway. A container sets `0.0.0.0`.
   */
  readonly host: string;
  /** Absolute path of the folder of the database and the media. */
  readonly dataDir: string;
  /** Signs tokens and media links; null to use one stored in `dataDir`. */
  readonly secret: string | null;
  /** Whether the demo is created in an empty database. */
  readonly demo: boolean;
  readonly mapStyleUrl: string;
  /** For the dark theme; null if one style serves both themes. */
  readonly mapStyleDarkUrl: string | null;
  /** Absolute path of the PMTiles archive that is shown instead of the styles; null for none. */
  readonly mapArchive: string | null;
  readonly geocoderUrl: string;
  readonly googleClientId: string | null;
  /** Largest accepted recording. */
  readonly uploadMaxBytes: number;
  /** Largest accepted image. */
  readonly imageMaxBytes: number;
  /** Most bytes stored for one account's uploads. */
  readonly userQuotaBytes: number;
  /** The same for an account for which nobody vouches yet; never more than `userQuotaBytes`. */
  readonly freshQuotaBytes: number;
  /** Most bytes stored for all uploads together; null for no limit but the disk. */
  readonly totalQuotaBytes: number | null;
  /** Bytes of the disk that uploads, map extracts and events leave free. */
  readonly diskReserveBytes: number;
  /** Whether audio gets a lighter rendition for listening. */
  readonly renditions: boolean;
  /** Google's endpoints for access tokens and profiles. */
  readonly googleTokenInfoUrl: string;
  readonly googleUserInfoUrl: string;
  /**
   * Whose `X-Forwarded-For` is trusted: a number of proxies in front, or addresses and subnets. By default nobody's, since
   * anybody can send that header.
   */
  readonly trustProxy: false | number | readonly string[];
  /** How mails are sent, and the app's origin for the links in them; null to send none. */
  readonly mail: { readonly smtpUrl: string; readonly from: string; readonly publicUrl: string } | null;
  /** For which host name passkeys are made, and which origin may use them (null for any port of localhost); null for none. */
  readonly passkeys: { readonly id: string; readonly origin: string | null } | null;
  /** Cost of password hashing; `fast` is for tests and refused in production. */
  readonly passwordCost: 'strong' | 'fast';
  /** Most accounts with a password that one address may create in an hour. */
  readonly signUpsPerHour: number;
  /** Most guest accounts that one address may create in an hour. */
  readonly guestsPerHour: number;
  /** Origins, besides the style's own, from which a map style loads tiles, glyphs and sprites. */
  readonly mapOrigins: readonly string[];
  /** Most calls that one account may make in a minute, or one address without a token. */
  readonly callsPerMinute: number;
  /** Most bytes of JSON that one account may send in an hour. */
  readonly jsonBytesPerHour: number;
  /** Most places of one parcours, and bytes of their shapes as GeoJSON. */
  readonly placesPerMapMax: number;
  readonly shapeBytesPerMapMax: number;
  /** Most analytics events that one account may send in an hour, and in a day. */
  readonly eventsPerHour: number;
  readonly eventsPerDay: number;
  /** Most media requests that one address may make in a minute: players request a file in ranges. */
  readonly mediaPerMinute: number;
  /** How long running requests may take to finish after the stop signal, in seconds. */
  readonly shutdownGraceS: number;
  /** How long a request's body may stall before its connection is closed, in seconds. */
  readonly stallTimeoutS: number;
  /** With which `/metrics` is served beside the app; null to serve nothing there. */
  readonly metricsToken: string | null;
  /** Port on 127.0.0.1 that serves `/metrics` without a token, 0 to let the system choose one; null for none. */
  readonly metricsPort: number | null;
  /** Who runs this deployment, for its legal pages. */
  readonly identity: Identity;
}

/** The environment is invalid; the message lists all faults, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The configuration has faults:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.faults = faults;
  }
}

/** Variables whose values are not printed: that of the mail server has a password. */
const SECRETS: ReadonlySet<string> = new Set(['SECRET', 'METRICS_TOKEN', 'SMTP_URL']);

const MIB = 2 ** 20;
const GIB = 2 ** 30;

const DEFAULT_DATA_DIR = './data';
const DEFAULT_MAP_STYLE_URL = 'https://tiles.openfreemap.org/styles/positron';
const DEFAULT_MAP_STYLE_DARK_URL = 'https://tiles.openfreemap.org/styles/dark';
const DEFAULT_GEOCODER_URL = 'https://photon.komoot.io/api/';

const DEFAULT_GOOGLE_TOKENINFO_URL = 'https://oauth2.googleapis.com/tokeninfo';
const DEFAULT_GOOGLE_USERINFO_URL = 'https://openidconnect.googleapis.com/v1/userinfo';

const text = (isValid: (value: string) => boolean, error: string) => z.string().check(z.refine(isValid, { error }));
const number = (isValid: (value: string) => boolean, error: string) =>
  z.pipe(text(isValid, error), z.transform(Number));

const webAddress = text(
  (value) => value.startsWith('/') || isHttpUrl(value),
  'expected an http(s) address or a path from /',
);
const httpAddress = text(isHttpUrl, 'expected an http(s) address');
const secret = text(
  (value) => Buffer.byteLength(value) >= SECRET_MIN_BYTES,
  `expected at least ${SECRET_MIN_BYTES} bytes`,
);
const port = number(
  (value) => /^\d{1,5}$/.test(value) && Number(value) <= PORT_MAX,
  `expected a number from 0 to ${PORT_MAX}`,
);
const countFromOne = number((value) => /^[1-9]\d{0,8}$/.test(value), 'expected a number from 1');
const bytesFromZero = number((value) => /^\d{1,15}$/.test(value), 'expected a number of bytes');
const bytes = number((value) => /^\d{1,15}$/.test(value) && Number(value) > 0, 'expected a number of bytes above 0');
const origins = z.pipe(
  text(
    (value) => listOf(value).every(isOrigin),
    "expected origins, as in 'https://tiles.example.org, https://fonts.example.org'",
  ),
  z.transform(listOf),
);
const trustProxy = z.pipe(
  text(
    (value) => isHopCount(value) || listOf(value).every(isProxyName),
    "expected how many proxies stand in front, or their addresses, as in '1', 'loopback' or '10.0.0.0/8, ::1'",
  ),
  z.transform((value) => (isHopCount(value) ? Number(value) : listOf(value))),
);

const Environment = z.object({
  // A misspelt 'production' would silently mean a stored secret, and a demo admin with a public password.
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], { error: 'expected development, production or test' }),
    'development',
  ),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), 'localhost'),
  DATA_DIR: z._default(z.string(), DEFAULT_DATA_DIR),
  SECRET: z.optional(secret),
  DEMO: z._default(z.enum(['0', '1'], { error: 'expected 0 or 1' }), '1'),
  MAP_STYLE_URL: z.optional(webAddress),
  MAP_STYLE_URL_DARK: z.optional(webAddress),
  MAP_PMTILES: z.optional(z.string()),
  GEOCODER_URL: z._default(webAddress, DEFAULT_GEOCODER_URL),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  // An hour of stereo has 635 MB.
  UPLOAD_MAX_BYTES: z._default(bytes, UPLOAD_DEFAULT_MAX_BYTES),
  IMAGE_MAX_BYTES: z._default(bytes, 30 * MIB),
  USER_QUOTA_BYTES: z._default(bytes, 10 * GIB),
  // 40 minutes of mono.
  FRESH_QUOTA_BYTES: z._default(bytes, 200 * MIB),
  TOTAL_QUOTA_BYTES: z.optional(bytes),
  DISK_RESERVE_BYTES: z._default(bytesFromZero, GIB),
  RENDITIONS: z._default(z.enum(['0', '1'], { error: 'expected 0 or 1' }), '1'),
  GOOGLE_TOKENINFO_URL: z._default(httpAddress, DEFAULT_GOOGLE_TOKENINFO_URL),
  GOOGLE_USERINFO_URL: z._default(httpAddress, DEFAULT_GOOGLE_USERINFO_URL),
  SMTP_URL: z.optional(text(isSmtpUrl, 'expected smtp:// or smtps://, with a host')),
  MAIL_FROM: z.optional(text(isMailAddress, "expected an email address, as in 'Drop ici <bonjour@example.org>'")),
  PUBLIC_URL: z.optional(text(isOrigin, "expected an origin, as in 'https://example.org'")),
  TRUST_PROXY: z.optional(trustProxy),
  PASSWORD_COST: z._default(z.enum(['strong', 'fast'], { error: 'expected strong or fast' }), 'strong'),
  SIGN_UPS_PER_HOUR: z._default(countFromOne, SIGN_UPS_PER_HOUR),
  GUESTS_PER_HOUR: z._default(countFromOne, GUESTS_PER_HOUR),
  MAP_ORIGINS: z._default(origins, []),
  // Ten a second: a walk makes a few in a minute, an editor at work some dozens.
  CALLS_PER_MINUTE: z._default(countFromOne, 600),
  // 160 of the largest polygons. Without it, an account could fill the disk in a day with ten calls a second.
  JSON_BYTES_PER_HOUR: z._default(bytes, 64 * MIB),
  PLACES_PER_MAP_MAX: z._default(countFromOne, 2000),
  // Some 200,000 positions, which is what a list of the map costs.
  SHAPE_BYTES_PER_MAP_MAX: z._default(bytes, 8 * MIB),
  // A day's walk enters some hundred places; a phone stores 500 events while it is offline.
  EVENTS_PER_HOUR: z._default(countFromOne, 1500),
  EVENTS_PER_DAY: z._default(countFromOne, 5000),
  // A hundred listeners may share one address.
  MEDIA_PER_MINUTE: z._default(countFromOne, 6000),
  // 100 MB at 3 Mbit/s. Service managers must wait that long before they kill the process.
  SHUTDOWN_GRACE_S: z._default(countFromOne, 300),
  // A phone that changes antennas is silent for some ten seconds.
  STALL_TIMEOUT_S: z._default(countFromOne, 60),
  METRICS_TOKEN: z.optional(secret),
  METRICS_PORT: z.optional(port),
  ASSOCIATION_NAME: z.optional(z.string()),
  ASSOCIATION_CONTACT: z.optional(z.string()),
  HOSTING_NAME: z.optional(z.string()),
  DPO_CONTACT: z.optional(z.string()),
  WEBSITE_URL: z.optional(httpAddress),
  SOCIAL_URL: z.optional(httpAddress),
});

/** Production needs an explicit secret, so that tokens outlive the machine, and the strong password cost. */
const ProductionEnvironment = z.extend(Environment, {
  SECRET: z.pipe(z.string({ error: 'expected a secret, since NODE_ENV is production' }), secret),
  PASSWORD_COST: z._default(z.enum(['strong'], { error: 'expected strong, since NODE_ENV is production' }), 'strong'),
});

/**
 * Reads the configuration, by default from this process' environment. An empty variable counts as unset.
 *
 * @throws ConfigError with all faults at once; the secret's value is not in the message.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const production = given.NODE_ENV === 'production';
  const read = (production ? ProductionEnvironment : Environment).safeParse(given);
  if (!read.success) throw new ConfigError(read.error.issues.map((issue) => describeFault(issue, given)));
  const values = read.data;
  const mail = readMail(values);
  const demo = values.DEMO === '1' && !production;
  const mapStyleUrl = values.MAP_STYLE_URL ?? DEFAULT_MAP_STYLE_URL;
  // The demo needs no network where nothing else is wanted.
  const mapArchive = values.MAP_PMTILES ?? (demo && values.MAP_STYLE_URL === undefined ? demoMap() : null);
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    secret: values.SECRET ?? null,
    demo,
    mapStyleUrl,
    mapStyleDarkUrl: values.MAP_STYLE_URL_DARK ?? darkStyleOf(mapStyleUrl),
    mapArchive: mapArchive === null ? null : resolve(mapArchive),
    geocoderUrl: values.GEOCODER_URL,
    googleClientId: values.GOOGLE_CLIENT_ID ?? null,
    uploadMaxBytes: values.UPLOAD_MAX_BYTES,
    imageMaxBytes: values.IMAGE_MAX_BYTES,
    userQuotaBytes: values.USER_QUOTA_BYTES,
    freshQuotaBytes: Math.min(values.FRESH_QUOTA_BYTES, values.USER_QUOTA_BYTES),
    totalQuotaBytes: values.TOTAL_QUOTA_BYTES ?? null,
    diskReserveBytes: values.DISK_RESERVE_BYTES,
    renditions: values.RENDITIONS === '1',
    googleTokenInfoUrl: values.GOOGLE_TOKENINFO_URL,
    googleUserInfoUrl: values.GOOGLE_USERINFO_URL,
    mail,
    passkeys: readPasskeys(values, production),
    trustProxy: values.TRUST_PROXY ?? false,
    passwordCost: values.PASSWORD_COST,
    signUpsPerHour: values.SIGN_UPS_PER_HOUR,
    guestsPerHour: values.GUESTS_PER_HOUR,
    mapOrigins: values.MAP_ORIGINS,
    callsPerMinute: values.CALLS_PER_MINUTE,
    jsonBytesPerHour: values.JSON_BYTES_PER_HOUR,
    placesPerMapMax: values.PLACES_PER_MAP_MAX,
    shapeBytesPerMapMax: values.SHAPE_BYTES_PER_MAP_MAX,
    eventsPerHour: values.EVENTS_PER_HOUR,
    eventsPerDay: values.EVENTS_PER_DAY,
    mediaPerMinute: values.MEDIA_PER_MINUTE,
    shutdownGraceS: values.SHUTDOWN_GRACE_S,
    stallTimeoutS: values.STALL_TIMEOUT_S,
    metricsToken: values.METRICS_TOKEN ?? null,
    metricsPort: values.METRICS_PORT ?? null,
    identity: {
      associationName: values.ASSOCIATION_NAME ?? null,
      associationContact: values.ASSOCIATION_CONTACT ?? null,
      hostingName: values.HOSTING_NAME ?? null,
      dpoContact: values.DPO_CONTACT ?? null,
      websiteUrl: values.WEBSITE_URL ?? null,
      socialUrl: values.SOCIAL_URL ?? null,
    },
  };
}

/** Absolute path of the data folder, for tools that need no other configuration. */
export function readDataDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return resolve(env.DATA_DIR || DEFAULT_DATA_DIR);
}

/** The app's origin as people reach it, for tools that need no other configuration; null if it is unset or wrong. */
export function readPublicUrl(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const url = env.PUBLIC_URL ?? '';
  return isOrigin(url) ? url : null;
}

/** @throws ConfigError for a mail server without a sender, or without an address that links in mails can start with. */
function readMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: z.output<typeof Environment>): Config['mail'] {
  if (SMTP_URL === undefined) return null;
  if (MAIL_FROM !== undefined && PUBLIC_URL !== undefined) {
    return { smtpUrl: SMTP_URL, from: MAIL_FROM, publicUrl: PUBLIC_URL };
  }
  const missing = Object.entries({ MAIL_FROM, PUBLIC_URL }).filter(([, value]) => value === undefined);
  throw new ConfigError(missing.map(([name]) => `${name}: got nothing, expected it beside SMTP_URL`));
}

/** Never read from a request: whoever chooses a Host header must not choose for whom a passkey is. */
function readPasskeys({ PUBLIC_URL }: z.output<typeof Environment>, production: boolean): Config['passkeys'] {
  if (PUBLIC_URL === undefined) return production ? null : { id: 'localhost', origin: null };
  const { hostname, origin } = new URL(PUBLIC_URL);
  // Browsers make passkeys for names alone.
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  return isAddress ? null : { id: hostname, origin };
}

/** Path of the demo's own map: see `scripts/make/demo-map.mjs`. */
function demoMap(): string {
  return join(projectRoot(), 'server/demo/cite.pmtiles');
}

function describeFault(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0]);
  const value = given[name];
  if (value === undefined) return `${name}: got nothing, ${issue.message}`;
  const got = SECRETS.has(name) ? `${Buffer.byteLength(value)} bytes` : JSON.stringify(value);
  return `${name}: got ${got}, ${issue.message}`;
}

function isHopCount(text: string): boolean {
  return /^[1-9]\d?$/.test(text);
}

function listOf(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

/** An address, a subnet, or one of Express' names for subnets. */
function isProxyName(name: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(name)) return true;
  const [address = '', bits, ...rest] = name.split('/');
  const family = isIP(address);
  const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  return family !== 0 && isBits && rest.length === 0;
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

/** An address, or a name with an address in angle brackets. */
function isMailAddress(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return EMAIL_PATTERN.test(address);
}

/** Whether this is an http(s) URL with nothing after its host. */
function isOrigin(text: string): boolean {
  return isHttpUrl(text) && new URL(text).origin === text.toLowerCase();
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The dark style that belongs to the default style; null for other styles. */
function darkStyleOf(styleUrl: string): string | null {
  return styleUrl === DEFAULT_MAP_STYLE_URL ? DEFAULT_MAP_STYLE_DARK_URL : null;
}

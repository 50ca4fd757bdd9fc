import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { UPLOAD_DEFAULT_MAX_BYTES } from '../../contracts/limits.ts';
import { EMAIL_PATTERN } from '../../contracts/user.ts';
import type { Fault } from './faults.ts';

/** Whether this is a number of proxies. */
function isHopCount(text: string): boolean {
  return /^[1-9]\d?$/.test(text);
}

/** Splits a comma-separated list. */
function listOf(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

/** Whether this is an address, a subnet, or one of Express' names for subnets. */
function isProxyName(name: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(name)) return true;
  const [address = '', bits, ...rest] = name.split('/');
  const family = isIP(address);
  const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  return family !== 0 && isBits && rest.length === 0;
}

/** Whether this is the address of a mail server. */
function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';
}

/** Whether this is an email address, or a name with one in angle brackets. */
export function isMailAddress(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return EMAIL_PATTERN.test(address);
}

/** Whether this is an http(s) URL with nothing after its host. */
export function isOrigin(text: string): boolean {
  return isHttpUrl(text) && new URL(text).origin === text.toLowerCase();
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Whether this is the address of a database, in libpq's form: the host may be a folder in the query. */
export function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, searchParams } = new URL(text);
  return /^postgres(ql)?:$/.test(protocol) && (hostname !== '' || searchParams.has('host')) && pathname.length > 1;
}

/** Whether this is the address of a bucket or a prefix in one. Keys get no characters that URLs escape. */
function isBucketAddress(text: string): boolean {
  return /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(text);
}

/** Whether this is the name of a store's region. */
function isRegion(text: string): boolean {
  return /^[\w-]+$/.test(text);
}

/** Default of SIGN_UPS_PER_HOUR: a class on an outing. */
export const SIGN_UPS_PER_HOUR = 60;
/** Default of GUESTS_PER_HOUR: an event behind one mobile network. */
export const GUESTS_PER_HOUR = 300;
/** Shortest secret with the full strength of HMAC-SHA256. */
const SECRET_MIN_BYTES = 32;
const PORT_MAX = 65_535;

/** Levels of the log, as in pino, from least to most verbose. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const MIB = 2 ** 20;
const GIB = 2 ** 30;

/** Default of DATA_DIR. */
export const DEFAULT_DATA_DIR = './data';
/** Default of MAP_STYLE_URL. */
export const DEFAULT_MAP_STYLE_URL = 'https://tiles.openfreemap.org/styles/positron';
/** Default of MAP_STYLE_URL_DARK if MAP_STYLE_URL is unset, too. */
export const DEFAULT_MAP_STYLE_DARK_URL = 'https://tiles.openfreemap.org/styles/dark';
const DEFAULT_GEOCODER_URL = 'https://photon.komoot.io/api/';

const DEFAULT_GOOGLE_TOKENINFO_URL = 'https://oauth2.googleapis.com/tokeninfo';
const DEFAULT_GOOGLE_USERINFO_URL = 'https://openidconnect.googleapis.com/v1/userinfo';

const text = (isValid: (value: string) => boolean, error: string) => z.string().check(z.refine(isValid, { error }));
const number = (isValid: (value: string) => boolean, error: string) =>
  z.pipe(text(isValid, error), z.transform(Number));

/** A hint for passwords in addresses, whose mistakes are hard to see. */
const ESCAPES = '; a password has %40 for @, %2F for /, %23 for #, %3F for ? and %25 for %';

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
const percent = number((value) => /^\d{1,3}$/.test(value) && Number(value) <= 100, 'expected a number from 0 to 100');
const day = text(
  // The check of the call that sends it.
  (value) => z.iso.date().safeParse(value).success,
  "expected a day, as in '2026-12-01'",
);
const trustProxy = z.pipe(
  text(
    (value) => isHopCount(value) || listOf(value).every(isProxyName),
    "expected how many proxies stand in front, or their addresses, as in '1', 'loopback' or '10.0.0.0/8, ::1'",
  ),
  z.transform((value) => (isHopCount(value) ? Number(value) : listOf(value))),
);

/** The variables, with their defaults. */
export const Environment = z.object({
  // A misspelt 'production' would silently lead to a stored secret, and a demo admin with a public password.
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], { error: 'expected development, production or test' }),
    'development',
  ),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), 'localhost'),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, { error: `expected one of ${LOG_LEVELS.join(', ')}` })),
  DATA_DIR: z._default(z.string(), DEFAULT_DATA_DIR),
  DATABASE_URL: z.optional(
    text(isPostgresUrl, `expected postgres://, with a host and the name of a database${ESCAPES}`),
  ),
  MEDIA_STORE: z.optional(
    text(isBucketAddress, "expected s3:// with a bucket, as in 's3://bucket' or 's3://bucket/prefix'"),
  ),
  MEDIA_REDIRECT: z._default(z.enum(['0', '1'], { error: 'expected 0 or 1' }), '0'),
  S3_ENDPOINT: z.optional(text(isOrigin, "expected an origin, as in 'https://s3.example.org'")),
  S3_REGION: z._default(text(isRegion, "expected a region, as in 'eu-west-3'"), 'us-east-1'),
  S3_PATH_STYLE: z.optional(z.enum(['0', '1'], { error: 'expected 0 or 1' })),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  SECRET: z.optional(secret),
  DEMO: z._default(z.enum(['0', '1'], { error: 'expected 0 or 1' }), '1'),
  MAP_STYLE_URL: z.optional(webAddress),
  MAP_STYLE_URL_DARK: z.optional(webAddress),
  MAP_PMTILES: z.optional(z.string()),
  GEOCODER_URL: z._default(webAddress, DEFAULT_GEOCODER_URL),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  SPEECH_MODEL_URL: z.optional(webAddress),
  // An hour of stereo takes 635 MB.
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
  SMTP_URL: z.optional(text(isSmtpUrl, `expected smtp:// or smtps://, with a host${ESCAPES}`)),
  MAIL_FROM: z.optional(text(isMailAddress, "expected an email address, as in 'Drop ici <bonjour@example.org>'")),
  PUBLIC_URL: z.optional(text(isOrigin, "expected an origin, as in 'https://example.org'")),
  TRUST_PROXY: z.optional(trustProxy),
  PASSWORD_COST: z._default(z.enum(['strong', 'fast'], { error: 'expected strong or fast' }), 'strong'),
  SIGN_UPS_PER_HOUR: z._default(countFromOne, SIGN_UPS_PER_HOUR),
  GUESTS_PER_HOUR: z._default(countFromOne, GUESTS_PER_HOUR),
  MAP_ORIGINS: z._default(origins, []),
  // Ten per second: a walk makes a few a minute, an editor at work some dozens.
  CALLS_PER_MINUTE: z._default(countFromOne, 600),
  // 160 of the largest polygons. Without this limit, an account could fill the disk in a day with ten calls a second.
  JSON_BYTES_PER_HOUR: z._default(bytes, 64 * MIB),
  PLACES_PER_MAP_MAX: z._default(countFromOne, 2000),
  // Some 200,000 positions, which determine the cost of listing the parcours.
  SHAPE_BYTES_PER_MAP_MAX: z._default(bytes, 8 * MIB),
  // A day's walk enters some hundred places; a phone stores 500 events while it is offline.
  EVENTS_PER_HOUR: z._default(countFromOne, 1500),
  EVENTS_PER_DAY: z._default(countFromOne, 5000),
  // A hundred listeners may share one address.
  MEDIA_PER_MINUTE: z._default(countFromOne, 6000),
  // 100 MB at 3 Mbit/s. Service managers must wait this long before they kill the process.
  SHUTDOWN_GRACE_S: z._default(countFromOne, 300),
  // A phone that changes antennas is silent for some ten seconds, one in a tunnel for longer.
  STALL_TIMEOUT_S: z._default(countFromOne, 50),
  // A school of 150 phones that all load the app, over six connections each.
  CONNECTIONS_PER_ADDRESS: z._default(countFromOne, 1000),
  METRICS_TOKEN: z.optional(secret),
  METRICS_PORT: z.optional(port),
  ASSOCIATION_NAME: z.optional(z.string()),
  ASSOCIATION_CONTACT: z.optional(z.string()),
  HOSTING_NAME: z.optional(z.string()),
  DPO_CONTACT: z.optional(z.string()),
  WEBSITE_URL: z.optional(httpAddress),
  SOCIAL_URL: z.optional(httpAddress),
  // The law's own words for a site whose audit nobody has made: 'non conforme'.
  ACCESSIBILITY_STATE: z._default(
    z.enum(['total', 'partial', 'none'], { error: 'expected total, partial or none' }),
    'none',
  ),
  ACCESSIBILITY_RATE: z.optional(percent),
  ACCESSIBILITY_AUDITOR: z.optional(z.string()),
  ACCESSIBILITY_DATE: z.optional(day),
  ACCESSIBILITY_GAPS: z.optional(z.string()),
  ACCESSIBILITY_PLAN_URL: z.optional(httpAddress),
});

/** The variables of a bucket, for tools that need no others. */
export const BucketEnvironment = z.pick(Environment, {
  MEDIA_STORE: true,
  MEDIA_REDIRECT: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_PATH_STYLE: true,
  AWS_ACCESS_KEY_ID: true,
  AWS_SECRET_ACCESS_KEY: true,
});

/** Production needs an explicit secret, so that tokens outlive the machine, and the strong password cost. */
export const ProductionEnvironment = z.extend(Environment, {
  SECRET: z.pipe(z.string({ error: 'expected a secret, since NODE_ENV is production' }), secret),
  PASSWORD_COST: z._default(z.enum(['strong'], { error: 'expected strong, since NODE_ENV is production' }), 'strong'),
});

/** Maximum size of one request to a bucket. */
export const BUCKET_UPLOAD_MAX_BYTES = 5 * 2 ** 30;

/** The bucket for media, and the credentials for it. */
export interface MediaStoreConfig {
  /** Origin of the store; of the bucket, if that is in the host name. */
  readonly origin: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of our keys: empty, or with a trailing slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether addresses have the bucket in their path instead of their host name. */
  readonly pathStyle: boolean;
  /** Whether listeners are redirected to the bucket instead of being served through this server. */
  readonly redirects: boolean;
}

/** Combines the settings of the bucket: null without one, the faults if they don't fit together. */
export function readBucket(values: z.output<typeof BucketEnvironment>): MediaStoreConfig | null | readonly Fault[] {
  if (values.MEDIA_STORE === undefined) {
    const fault = { name: 'MEDIA_REDIRECT', message: 'got 1 without MEDIA_STORE' };
    return values.MEDIA_REDIRECT === '1' ? [fault] : null;
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT, S3_REGION } = values;
  const [bucket = '', ...path] = values.MEDIA_STORE.slice('s3://'.length)
    .split('/')
    .filter((part) => part !== '');
  // Amazon requires the host name; self-hosted stores rarely support it.
  const pathStyle = values.S3_PATH_STYLE === undefined ? S3_ENDPOINT !== undefined : values.S3_PATH_STYLE === '1';
  const endpoint = new URL(S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`);
  const faults: Fault[] = [];
  const missing = 'got nothing, expected the key for MEDIA_STORE';
  if (accessKeyId === undefined) faults.push({ name: 'AWS_ACCESS_KEY_ID', message: missing });
  if (secretAccessKey === undefined) faults.push({ name: 'AWS_SECRET_ACCESS_KEY', message: missing });
  if (!pathStyle && (isIP(endpoint.hostname) !== 0 || endpoint.hostname.startsWith('['))) {
    faults.push({ name: 'S3_PATH_STYLE', message: 'got 0, expected 1 where S3_ENDPOINT has an IP address' });
  }
  if (accessKeyId === undefined || secretAccessKey === undefined || faults.length > 0) return faults;
  if (!pathStyle) endpoint.hostname = `${bucket}.${endpoint.hostname}`;
  return {
    origin: endpoint.origin,
    region: S3_REGION,
    bucket,
    prefix: path.map((part) => `${part}/`).join(''),
    accessKeyId,
    secretAccessKey,
    pathStyle,
    redirects: values.MEDIA_REDIRECT === '1',
  };
}

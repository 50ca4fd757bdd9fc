import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Identity } from '../contracts/config.ts';

/** Shortest secret that signs with the full strength of HMAC-SHA256. */
const SECRET_MIN_BYTES = 32;
const PORT_MAX = 65_535;

/** How this process is to run: read from the environment once, when it starts. */
export interface Config {
  readonly production: boolean;
  /** TCP port; 0 lets the system choose one. */
  readonly port: number;
  /**
   * Name or address to listen on. `localhost` unless set: browsers give positions and microphones only to localhost and
   * to HTTPS, so other machines come through a reverse proxy anyway. A container sets `0.0.0.0`.
   */
  readonly host: string;
  /** Absolute path of the folder that holds the database and the media. */
  readonly dataDir: string;
  /** Signs tokens and media links; null where the environment gives none, and one is to be kept in `dataDir`. */
  readonly secret: string | null;
  /** Whether an empty database is given the demo. */
  readonly demo: boolean;
  readonly mapStyleUrl: string;
  readonly geocoderUrl: string;
  readonly googleClientId: string | null;
  /** Who runs this deployment, for its legal pages. */
  readonly identity: Identity;
}

/** Thrown for an environment that can't be used; its message lists every fault, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The configuration has faults:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.faults = faults;
  }
}

const DEFAULT_MAP_STYLE_URL = 'https://tiles.openfreemap.org/styles/positron';
const DEFAULT_GEOCODER_URL = 'https://photon.komoot.io/api/';

const webAddress = z.string().check(
  z.refine((text) => text.startsWith('/') || isHttpUrl(text), {
    error: 'expected an http(s) address or a path from /',
  }),
);

const httpAddress = z.string().check(z.refine(isHttpUrl, { error: 'expected an http(s) address' }));

const secret = z.string().check(
  z.refine((text) => Buffer.byteLength(text) >= SECRET_MIN_BYTES, {
    error: `expected at least ${SECRET_MIN_BYTES} bytes`,
  }),
);

const port = z.pipe(
  z.string().check(
    z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= PORT_MAX, {
      error: `expected a number from 0 to ${PORT_MAX}`,
    }),
  ),
  z.transform(Number),
);

const Environment = z.object({
  // 'prod' or 'Production' would silently mean a made-up secret, and a demo admin whose password everybody knows.
  NODE_ENV: z._default(
    z.enum(['development', 'production', 'test'], { error: 'expected development, production or test' }),
    'development',
  ),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), 'localhost'),
  DATA_DIR: z._default(z.string(), './data'),
  SECRET: z.optional(secret),
  DEMO: z._default(z.enum(['0', '1'], { error: 'expected 0 or 1' }), '1'),
  MAP_STYLE_URL: z._default(webAddress, DEFAULT_MAP_STYLE_URL),
  GEOCODER_URL: z._default(webAddress, DEFAULT_GEOCODER_URL),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  ASSOCIATION_NAME: z.optional(z.string()),
  ASSOCIATION_CONTACT: z.optional(z.string()),
  HOSTING_NAME: z.optional(z.string()),
  DPO_CONTACT: z.optional(z.string()),
  WEBSITE_URL: z.optional(httpAddress),
  SOCIAL_URL: z.optional(httpAddress),
});

/** In production, tokens must outlive the machine that the process runs on, so nothing is made up. */
const ProductionEnvironment = z.extend(Environment, {
  SECRET: z.pipe(z.string({ error: 'expected a secret, since NODE_ENV is production' }), secret),
});

/**
 * Reads the configuration, by default from this process. A variable that is set to nothing counts as not set.
 *
 * @throws ConfigError naming every fault at once; a secret's value is never repeated.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const production = given.NODE_ENV === 'production';
  const read = (production ? ProductionEnvironment : Environment).safeParse(given);
  if (!read.success) throw new ConfigError(read.error.issues.map((issue) => describeFault(issue, given)));
  const values = read.data;
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    secret: values.SECRET ?? null,
    demo: values.DEMO === '1' && !production,
    mapStyleUrl: values.MAP_STYLE_URL,
    geocoderUrl: values.GEOCODER_URL,
    googleClientId: values.GOOGLE_CLIENT_ID ?? null,
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

function describeFault(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = String(issue.path[0]);
  const value = given[name];
  if (value === undefined) return `${name}: got nothing, ${issue.message}`;
  const got = name === 'SECRET' ? `${Buffer.byteLength(value)} bytes` : JSON.stringify(value);
  return `${name}: got ${got}, ${issue.message}`;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

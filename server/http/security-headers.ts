import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The settings that the headers depend on. */
interface SecurityOptions {
  readonly production: boolean;
  /** Origins other than ours from which the map and the geocoder load. */
  readonly mapOrigins: readonly string[];
  readonly geocoderOrigins: readonly string[];
  /** Origins other than ours to which requests for audio are redirected. */
  readonly mediaOrigins: readonly string[];
  /** Sources of the inline scripts of the app's page, as `inlineScriptSources` returns them. */
  readonly inlineScripts: readonly string[];
  /** Whether Google sign-in is configured; its script then runs in the page. */
  readonly google: boolean;
  /** Origins other than ours from which the worker that drafts transcripts loads its library and its model. */
  readonly speechOrigins: readonly string[];
}

/** A worker has the policy of its own file: no page may run, or ask, what this one may. */
const SPEECH_WORKER = /^\/assets\/speech\.worker-[\w-]+\.js$/;

/** What other sites may show in a frame: a page without a script. */
const EMBEDDED = /^\/embed\//i;

/** The form that reports without an account: a page without a script, which sends to this site alone. */
const REPORTING = /^\/p\/[^/]+\/signaler\/?$/i;

const YEAR_S = 365 * 24 * 3600;

/** What Google's sign-in needs (https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid). */
const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client';
const GOOGLE_CALLS = 'https://accounts.google.com/gsi/';
const GOOGLE_STYLE = 'https://accounts.google.com/gsi/style';

/** The browser features that the app uses, and those denied to all. */
const PERMISSIONS = [
  'geolocation=(self)',
  'microphone=(self)',
  'camera=(self)',
  'screen-wake-lock=(self)',
  'accelerometer=(self)',
  'gyroscope=(self)',
  'magnetometer=(self)',
  'autoplay=(self)',
  'fullscreen=(self)',
  'clipboard-write=(self)',
  'display-capture=()',
  'payment=()',
  'usb=()',
  'serial=()',
  'hid=()',
  'midi=()',
].join(', ');

/** The origins of these URLs; paths on our own origin are left out. */
export function originsOf(...addresses: readonly string[]): string[] {
  return addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
}

/** Sets the security headers of all responses. */
export function createSecurityHeaders(options: SecurityOptions): RequestHandler[] {
  const { production } = options;
  const policy = helmet.contentSecurityPolicy({ useDefaults: false, directives: contentPolicy(options, []) });
  const speechPolicy = helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: contentPolicy(options, options.speechOrigins),
  });
  const unscripted = {
    'default-src': ["'none'"],
    'style-src': ["'unsafe-inline'"],
    'img-src': ["'self'"],
    'base-uri': ["'none'"],
  };
  const embeddedPolicy = helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      ...unscripted,
      'media-src': ["'self'", ...options.mediaOrigins],
      'form-action': ["'none'"],
      'frame-ancestors': ['*'],
    },
  });
  const reportingPolicy = helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: { ...unscripted, 'form-action': ["'self'"], 'frame-ancestors': ["'none'"] },
  });
  const general = helmet({
    contentSecurityPolicy: false,
    // Google's sign-in responds through its popup window.
    crossOriginOpenerPolicy: { policy: options.google ? 'same-origin-allow-popups' : 'same-origin' },
    // Tile servers don't send the headers that embedding would require.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  const hsts = helmet.strictTransportSecurity({ maxAge: YEAR_S, includeSubDomains: false });
  return [
    general,
    (request, response, next) => {
      if (EMBEDDED.test(request.path)) {
        response.removeHeader('X-Frame-Options');
        embeddedPolicy(request, response, next);
        return;
      }
      const own = SPEECH_WORKER.test(request.path)
        ? speechPolicy
        : REPORTING.test(request.path)
          ? reportingPolicy
          : policy;
      own(request, response, next);
    },
    (request, response, next) => {
      response.setHeader('Permissions-Policy', PERMISSIONS);
      if (production && request.secure) hsts(request, response, next);
      else next();
    },
  ];
}

function contentPolicy(
  { mapOrigins, geocoderOrigins, mediaOrigins, inlineScripts, google }: SecurityOptions,
  speechOrigins: readonly string[],
): Record<string, string[]> {
  const own = "'self'";
  const whenGoogle = (...sources: string[]): string[] => (google ? sources : []);
  return {
    'default-src': [own],
    // The audio core and the converter are WebAssembly.
    'script-src': [own, "'wasm-unsafe-eval'", ...inlineScripts, ...whenGoogle(GOOGLE_SCRIPT), ...speechOrigins],
    'script-src-attr': ["'none'"],
    'worker-src': [own],
    // Radix and wavesurfer add style elements; styles cannot run code.
    'style-src': [own, "'unsafe-inline'", ...whenGoogle(GOOGLE_STYLE)],
    'connect-src': [
      own,
      ...mapOrigins,
      ...geocoderOrigins,
      ...mediaOrigins,
      ...whenGoogle(GOOGLE_CALLS),
      ...speechOrigins,
    ],
    'img-src': [own, 'data:', 'blob:', ...mapOrigins],
    // New recordings and completely loaded audio are played from memory.
    'media-src': [own, 'blob:', ...mediaOrigins],
    'font-src': [own, ...mapOrigins],
    'frame-src': google ? [GOOGLE_CALLS] : ["'none'"],
    'manifest-src': [own],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [own],
    'frame-ancestors': ["'none'"],
  };
}

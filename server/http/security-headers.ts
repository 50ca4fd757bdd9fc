import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** What the headers depend on. */
export interface SecurityOptions {
  readonly production: boolean;
  /** Origins that the map and the geocoder are fetched from, besides our own. */
  readonly mapOrigins: readonly string[];
  readonly geocoderOrigins: readonly string[];
  /** Whether the page signs people in through Google, whose script then runs in it. */
  readonly google: boolean;
}

const YEAR_S = 365 * 24 * 3600;

/** Google's own advice for its sign-in (https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid). */
const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client';
const GOOGLE_CALLS = 'https://accounts.google.com/gsi/';
const GOOGLE_STYLE = 'https://accounts.google.com/gsi/style';

/** What the app asks a browser for; everything else that a page could ask for is refused to all. */
const PERMISSIONS = [
  'geolocation=(self)',
  'microphone=(self)',
  'screen-wake-lock=(self)',
  'accelerometer=(self)',
  'gyroscope=(self)',
  'magnetometer=(self)',
  'autoplay=(self)',
  'fullscreen=(self)',
  'clipboard-write=(self)',
  'camera=()',
  'display-capture=()',
  'payment=()',
  'usb=()',
  'serial=()',
  'hid=()',
  'midi=()',
].join(', ');

/** The origin of an address; none for a path on our own. */
export function originsOf(...addresses: readonly string[]): string[] {
  return addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
}

/** Sets the headers that tell a browser what our pages may do, and what others may do with them. */
export function createSecurityHeaders(options: SecurityOptions): RequestHandler[] {
  const { production } = options;
  const others = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(options) },
    // Sign-in through Google answers through the window that it opened.
    crossOriginOpenerPolicy: { policy: options.google ? 'same-origin-allow-popups' : 'same-origin' },
    // The map's tiles come from servers that don't say who may embed them.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  const lasting = helmet.strictTransportSecurity({ maxAge: YEAR_S, includeSubDomains: false });
  return [
    others,
    (request, response, next) => {
      response.setHeader('Permissions-Policy', PERMISSIONS);
      if (production && request.secure) lasting(request, response, next);
      else next();
    },
  ];
}

function contentPolicy({ mapOrigins, geocoderOrigins, google }: SecurityOptions): Record<string, string[]> {
  const own = "'self'";
  const whenGoogle = (...sources: string[]): string[] => (google ? sources : []);
  return {
    'default-src': [own],
    // The audio core and the converter are WebAssembly.
    'script-src': [own, "'wasm-unsafe-eval'", ...whenGoogle(GOOGLE_SCRIPT)],
    'script-src-attr': ["'none'"],
    'worker-src': [own],
    // Switches (Radix) and waveforms (wavesurfer) bring style elements of their own; a style can't run anything.
    'style-src': [own, "'unsafe-inline'", ...whenGoogle(GOOGLE_STYLE)],
    'connect-src': [own, ...mapOrigins, ...geocoderOrigins, ...whenGoogle(GOOGLE_CALLS)],
    'img-src': [own, 'data:', 'blob:', ...mapOrigins],
    // What was just recorded, or loaded whole, is played from memory.
    'media-src': [own, 'blob:'],
    'font-src': [own, ...mapOrigins],
    'frame-src': google ? [GOOGLE_CALLS] : ["'none'"],
    'manifest-src': [own],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [own],
    'frame-ancestors': ["'none'"],
  };
}

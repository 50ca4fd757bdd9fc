/** The device on which a session was started: names that people know and that need no translation. Null if unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** In this order, because browsers also name the browsers that they resemble. */
const BROWSERS: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/\S+ .*Safari\//],
];

const SYSTEMS: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** Maximum length of a header that is read; browsers send about 150 characters. */
const LENGTH_MAX = 500;

/** Reads the names of browser and system from a User-Agent header, which proves nothing. */
export function readDevice(userAgent: string): Device {
  const text = userAgent.slice(0, LENGTH_MAX);
  const find = (known: typeof BROWSERS): string | null => known.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

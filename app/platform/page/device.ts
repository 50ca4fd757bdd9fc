import type { Scope } from '../scope.ts';

interface DeviceTraits {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** The page runs in a window of its own, without the browser's bars. */
  readonly isStandalone: boolean;
}

/** The device that the app runs on, as far as it matters for positions. */
export interface Device {
  /** `ios` includes iPads; `desktop` is everything else. */
  readonly system: 'ios' | 'android' | 'desktop';
  /** Firefox with its own engine; on iOS it runs on Safari's. */
  readonly isFirefox: boolean;
  /** Apple's Safari itself; on iOS other browsers run on its engine. */
  readonly isSafari: boolean;
  /** A phone or tablet, whose owner can do something about a missing satellite signal. */
  readonly isMobile: boolean;
  /** Started from the home screen. */
  readonly isInstalled: boolean;
}

/** Derives the device from what its browser reports. */
export function describeDevice({ userAgent, maxTouchPoints, isStandalone }: DeviceTraits): Device {
  const system = systemOf(userAgent, maxTouchPoints);
  return {
    system,
    isFirefox: /Firefox\//.test(userAgent),
    isSafari: /Version\/[\d.]+ .*Safari\//.test(userAgent) && !/Android|Chrom/.test(userAgent),
    isMobile: system !== 'desktop' || /Mobi/.test(userAgent),
    isInstalled: isStandalone,
  };
}

/** Describes the device that runs the app. */
export function readDevice(): Device {
  // Older versions of iOS have only `navigator.standalone`, not the media feature.
  const isOnHomeScreen = 'standalone' in navigator && navigator.standalone === true;
  return describeDevice({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isStandalone: isOnHomeScreen || window.matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches,
  });
}

/** Whether the browser has WebGL 2, which MapLibre needs. */
export function supportsWebgl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Released, because browsers limit the number of live contexts.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

function systemOf(userAgent: string, maxTouchPoints: number): Device['system'] {
  if (/Android/.test(userAgent)) return 'android';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1 ? 'ios' : 'desktop';
}

/** True while the page matches this media query. */
export function matchesMedia(query: string): boolean {
  return matchMedia(query).matches;
}

/** Calls `onChange` each time the page starts or stops matching this media query, until `scope` is disposed. */
export function watchMedia(scope: Scope, query: string, onChange: (matches: boolean) => void): void {
  scope.listen<MediaQueryListEvent>(matchMedia(query), 'change', ({ matches }) => onChange(matches));
}

/** Completes the address of a folder, which may be a path on our origin, and ends it with a slash. */
export function wholeAddress(folder: string): string {
  return new URL(folder.replace(/\/?$/, '/'), location.href).href;
}

/** What a browser tells of itself and of what it runs on. */
export interface DeviceTraits {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** The page runs in a window of its own, without the browser's bars. */
  readonly isStandalone: boolean;
}

/** What the app runs on, as far as its way with positions differs. */
export interface Device {
  /** `ios` for iPads, too; `desktop` for all that is neither of the others. */
  readonly system: 'ios' | 'android' | 'desktop';
  /** Firefox with its own engine: on iOS it is Safari underneath. */
  readonly isFirefox: boolean;
  /** A phone or tablet, whose owner can do something about a missing satellite signal. */
  readonly isMobile: boolean;
  /** Started from the home screen. */
  readonly isInstalled: boolean;
}

/** Tells the device from what its browser says. Pure. */
export function describeDevice({ userAgent, maxTouchPoints, isStandalone }: DeviceTraits): Device {
  const system = systemOf(userAgent, maxTouchPoints);
  return {
    system,
    isFirefox: /Firefox\//.test(userAgent),
    isMobile: system !== 'desktop' || /Mobi/.test(userAgent),
    isInstalled: isStandalone,
  };
}

/** The device that the app runs on now. */
export function readDevice(): Device {
  // iOS tells of its home screen by a property of its own, and newer versions by the media feature, too.
  const isOnHomeScreen = 'standalone' in navigator && navigator.standalone === true;
  return describeDevice({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isStandalone: isOnHomeScreen || window.matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches,
  });
}

function systemOf(userAgent: string, maxTouchPoints: number): Device['system'] {
  if (/Android/.test(userAgent)) return 'android';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  // An iPad says that it is a Mac, and no Mac has a touch screen.
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1 ? 'ios' : 'desktop';
}

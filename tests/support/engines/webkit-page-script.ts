declare global {
  interface Window {
    /** What nobody caught in this page; only in WebKit. */
    testErrors?: string[];
  }
}

/**
 * In the page, before its own scripts, in WebKit alone, whose driver knows neither positions nor errors, and which reads
 * its languages from the locales that are installed: notes what nobody caught, gives the positions of `test-position`
 * events to the watchers of the position, and prefers French.
 */
export function webkitPageScript(): void {
  const errors: string[] = [];
  window.testErrors = errors;
  window.addEventListener('error', ({ error, message }) => errors.push(`${message}\n${error?.stack ?? ''}`));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(`${reason}\n${reason?.stack ?? ''}`));

  let latest: GeolocationPosition | null = null;
  let lastWatch = 0;
  const watches = new Map<number, PositionCallback>();
  window.addEventListener('test-position', (event) => {
    const { at, accuracyM } = (event as CustomEvent<{ at: [number, number]; accuracyM: number }>).detail;
    const unknown = { altitude: null, altitudeAccuracy: null, heading: null, speed: null };
    const coords = { longitude: at[0], latitude: at[1], accuracy: accuracyM, ...unknown, toJSON: () => null };
    latest = { coords, timestamp: Date.now(), toJSON: () => null };
    for (const onFix of watches.values()) onFix(latest);
  });
  const watch = (onFix: PositionCallback): number => {
    lastWatch += 1;
    watches.set(lastWatch, onFix);
    const known = latest;
    if (known !== null) setTimeout(() => onFix(known));
    return lastWatch;
  };
  const geolocation: Geolocation = {
    watchPosition: watch,
    clearWatch: (id) => void watches.delete(id),
    getCurrentPosition: (onFix) => {
      const id = watch((fix) => {
        if (watches.delete(id)) onFix(fix);
      });
    },
  };
  Object.defineProperty(navigator, 'languages', { value: ['fr-FR', 'fr'] });
  Object.defineProperty(navigator, 'geolocation', { value: geolocation });
  const query = navigator.permissions.query.bind(navigator.permissions);
  const granted = Object.assign(new EventTarget(), { name: 'geolocation', state: 'granted', onchange: null } as const);
  navigator.permissions.query = async (asked) => (asked.name === 'geolocation' ? granted : query(asked));
}

/** A question for the position, as a browser hears it. */
export interface AskedPosition {
  readonly kind: 'once' | 'watch';
  readonly options: PositionOptions;
  readonly onFix: PositionCallback;
  readonly onError: PositionErrorCallback;
  isOver: boolean;
}

/** The browser's way to a position, answered by a test: the real one can't be made to fail, or to send nonsense. */
export interface PositionReceiver {
  /** All that was asked, in order. */
  readonly asked: readonly AskedPosition[];
  /** The last of them. */
  last(): AskedPosition;
  /** Sends a position, a second after the one before unless told otherwise. */
  send(coords?: Partial<GeolocationCoordinates>, afterMs?: number): void;
  fail(code: number): void;
  /** Lets time pass in which nothing is sent. */
  rest(byMs: number): void;
}

/** Puts one in the place of the browser's own, until {@link restorePositions}. */
export function receivePositions(): PositionReceiver {
  const asked: AskedPosition[] = [];
  let takenMs = 1_700_000_000_000;
  const hear =
    (kind: AskedPosition['kind']) =>
    (onFix: PositionCallback, onError: PositionErrorCallback, options: PositionOptions): number =>
      asked.push({ kind, options, onFix, onError, isOver: false });
  const receiver = {
    getCurrentPosition: hear('once'),
    watchPosition: hear('watch'),
    clearWatch: (id: number) => {
      const watch = asked[id - 1];
      if (watch !== undefined) watch.isOver = true;
    },
  };
  Object.defineProperty(navigator, 'geolocation', { value: receiver, configurable: true });
  const last = (): AskedPosition => {
    const found = asked.at(-1);
    if (found === undefined) throw new Error('Got no question for a position');
    return found;
  };
  return {
    asked,
    last,
    send: (coords = {}, afterMs = 1000) => {
      takenMs += afterMs;
      const here = { longitude: 2.347, latitude: 48.8555, accuracy: 8, heading: null, speed: null };
      last().onFix({ coords: { ...here, ...coords }, timestamp: takenMs } as GeolocationPosition);
    },
    fail: (code) => last().onError({ code } as GeolocationPositionError),
    rest: (byMs) => {
      takenMs += byMs;
    },
  };
}

/** Gives the browser its own way to a position back. */
export function restorePositions(): void {
  Reflect.deleteProperty(navigator, 'geolocation');
}

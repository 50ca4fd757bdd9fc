import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Scope } from '../../../app/platform/scope.ts';
import { locationStrings } from '../../../app/platform/strings/location.ts';
import {
  closeLocationOverlay,
  improveAccuracy,
  location,
  requestLocation,
  saveEnergy,
  startLocation,
} from '../../../app/state/location.ts';
import { STEADY_JUMP_CONFIRM_MS } from '../../../contracts/limits.ts';

/** What a receiver is asked, answered by the test: the real one of a browser can't be made to send nonsense. */
interface Asked {
  readonly kind: 'once' | 'watch';
  readonly options: PositionOptions;
  readonly onFix: PositionCallback;
  readonly onError: PositionErrorCallback;
  isOver: boolean;
}

let scope: Scope;
let asked: Asked[] = [];
let takenMs = 0;

const receiver = {
  getCurrentPosition: (onFix: PositionCallback, onError: PositionErrorCallback, options: PositionOptions) => {
    asked.push({ kind: 'once', options, onFix, onError, isOver: false });
  },
  watchPosition: (onFix: PositionCallback, onError: PositionErrorCallback, options: PositionOptions) =>
    asked.push({ kind: 'watch', options, onFix, onError, isOver: false }),
  clearWatch: (id: number) => {
    const watch = asked[id - 1];
    if (watch !== undefined) watch.isOver = true;
  },
};

function last(): Asked {
  const found = asked.at(-1);
  if (found === undefined) throw new Error('Got no question for a position');
  return found;
}

/** The receiver sends a position, a second after the one before unless told otherwise. */
function send(coords: Partial<GeolocationCoordinates> = {}, afterMs = 1000): void {
  takenMs += afterMs;
  const { onFix } = last();
  onFix({
    coords: { longitude: 2.347, latitude: 48.8555, accuracy: 8, heading: null, speed: null, ...coords },
    timestamp: takenMs,
  } as GeolocationPosition);
}

function fail(code: number): void {
  last().onError({ code } as GeolocationPositionError);
}

async function start(): Promise<void> {
  startLocation(scope);
  await vi.advanceTimersByTimeAsync(500);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  Object.defineProperty(navigator, 'geolocation', { value: receiver, configurable: true });
  scope = new Scope();
  asked = [];
  takenMs = 1_700_000_000_000;
});

afterEach(() => {
  scope.dispose();
  Reflect.deleteProperty(navigator, 'geolocation');
  vi.useRealTimers();
});

describe('the location service', () => {
  it('asks half a second after the start, once, and watches from the first position on', async () => {
    startLocation(scope);
    await vi.advanceTimersByTimeAsync(499);
    expect(location.status).toBe('idle');
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(location.status).toBe('requesting');
    expect(last().kind).toBe('once');
    send();
    expect(location).toMatchObject({ status: 'active', highAccuracy: true, fix: { lng: 2.347, accuracyM: 8 } });
    expect(asked.map(({ kind }) => kind)).toEqual(['once', 'watch']);
  });

  it('is of low accuracy beyond 100 m', async () => {
    await start();
    send({ accuracy: 101 });
    expect(location).toMatchObject({ status: 'low_accuracy', highAccuracy: false });
    send({ accuracy: 100 });
    expect(location).toMatchObject({ status: 'active', highAccuracy: true });
  });

  it('refuses positions out of order, late ones, and impossible ones', async () => {
    await start();
    send();
    const { fix } = location;
    send({ longitude: 2.3471 }, -5000);
    takenMs += 5000;
    send({ longitude: Number.NaN });
    send({ latitude: 91 });
    send({ accuracy: -1 });
    send({ longitude: 3.347 });
    expect(location.fix).toBe(fix);
    send({ longitude: 2.34701 });
    expect(location.fix?.lng).toBe(2.34701);
    await vi.advanceTimersByTimeAsync(20_000);
    send({ longitude: 2.34702 }, 1000);
    expect(location.fix?.lng).toBe(2.34701);
  });

  it('believes a jump that nothing contradicts', async () => {
    await start();
    send();
    send({ longitude: 3.347 });
    await vi.advanceTimersByTimeAsync(STEADY_JUMP_CONFIRM_MS - 1);
    expect(location.fix?.lng).toBe(2.347);
    await vi.advanceTimersByTimeAsync(1);
    expect(location.fix?.lng).toBe(3.347);
  });

  it('takes the answer that is known already for one', async () => {
    await start();
    send();
    improveAccuracy();
    expect(location.status).toBe('requesting');
    send({}, 0);
    expect(location.status).toBe('active');
  });

  it('waits longer after each failure, and begins with the shortest wait after a position', async () => {
    await start();
    fail(3);
    expect(location).toMatchObject({ status: 'error', errorMessage: locationStrings.timeout, overlayClosed: false });
    closeLocationOverlay();
    for (const [at, delayMs] of [2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      await vi.advanceTimersByTimeAsync(delayMs - 1);
      expect(asked).toHaveLength(at + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked).toHaveLength(at + 2);
      expect(last().kind).toBe('watch');
      fail(3);
      fail(3);
    }
    // What was closed stays closed while nothing new is to be said.
    expect(location.overlayClosed).toBe(true);
    send();
    expect(location.status).toBe('active');
    fail(2);
    expect(location.status).toBe('requesting');
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toHaveLength(8);
  });

  it('keeps quiet about a time-out just after a position', async () => {
    await start();
    send();
    await vi.advanceTimersByTimeAsync(15_000);
    fail(3);
    expect(location.status).toBe('active');
  });

  it('holds the position for a minute under a bridge, then tells of it where it is not in the way', async () => {
    await start();
    send();
    await vi.advanceTimersByTimeAsync(16_000);
    fail(3);
    expect(location).toMatchObject({ status: 'requesting', fix: { lng: 2.347 } });
    await vi.advanceTimersByTimeAsync(44_001);
    fail(3);
    expect(location).toMatchObject({ status: 'error', fix: null, overlayClosed: true });
    send({ longitude: 2.36 });
    expect(location).toMatchObject({ status: 'active', fix: { lng: 2.36 }, errorMessage: null });
  });

  it('stops at a denial, and opens the overlay', async () => {
    await start();
    send();
    fail(1);
    expect(location).toMatchObject({
      status: 'denied',
      errorMessage: locationStrings.permissionDenied,
      fix: null,
      overlayClosed: false,
    });
    expect(last().isOver).toBe(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveLength(2);
  });

  it('watches anew when the page is seen again, and says that it looks where the position is old', async () => {
    await start();
    send();
    await vi.advanceTimersByTimeAsync(15_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(location.status).toBe('active');
    expect(asked).toHaveLength(3);
    expect(asked[1]?.isOver).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(location.status).toBe('requesting');
    expect(asked).toHaveLength(4);
  });

  it('leaves the first question alone when the page is seen again: the browser may be asking the person', async () => {
    await start();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked).toHaveLength(1);
  });

  it('asks again with the options of a later request, not those of the first', async () => {
    await start();
    send();
    fail(1);
    requestLocation();
    expect(last()).toMatchObject({
      kind: 'once',
      options: { enableHighAccuracy: true, timeout: 10_000, maximumAge: 10_000 },
    });
  });

  it('is as exact as the person wishes from then on', async () => {
    await start();
    send();
    saveEnergy();
    expect(location.accuracy).toBe('low');
    expect(last()).toMatchObject({ kind: 'watch', options: { enableHighAccuracy: false } });
    send();
    fail(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(last().options.enableHighAccuracy).toBe(false);
  });

  it('ends with its scope', async () => {
    await start();
    send();
    scope.dispose();
    expect(last().isOver).toBe(true);
    expect(location).toMatchObject({ status: 'idle', fix: null });
    requestLocation();
    expect(asked).toHaveLength(2);
  });
});

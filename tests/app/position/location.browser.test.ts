import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Scope } from '../../../app/platform/scope.ts';
import { STEADY_JUMP_CONFIRM_MS } from '../../../app/position/fix-gate.ts';
import {
  closeLocationOverlay,
  improveAccuracy,
  location,
  requestLocation,
  saveEnergy,
  startLocation,
} from '../../../app/position/location.ts';
import { type PositionReceiver, receivePositions, restorePositions } from '../../support/page/position-receiver.ts';

let scope: Scope;
let receiver: PositionReceiver;

async function start(): Promise<void> {
  startLocation(scope);
  await vi.advanceTimersByTimeAsync(500);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  receiver = receivePositions();
  scope = new Scope();
});

afterEach(() => {
  scope.dispose();
  restorePositions();
});

describe('the location service', () => {
  it('asks once, half a second after the start, and watches from the first position on', async () => {
    startLocation(scope);
    await vi.advanceTimersByTimeAsync(499);
    expect(location.status).toBe('idle');
    expect(receiver.asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(location.status).toBe('requesting');
    expect(receiver.last().kind).toBe('once');
    receiver.send();
    expect(location).toMatchObject({ status: 'active', highAccuracy: true, fix: { lng: 2.347, accuracyM: 8 } });
    expect(receiver.asked.map(({ kind }) => kind)).toEqual(['once', 'watch']);
  });

  it('does not cause a prompt before it may, unless the position is already permitted', async () => {
    const query = vi.spyOn(navigator.permissions, 'query');
    const permit = (state: PermissionState) =>
      query.mockResolvedValue(Object.assign(new EventTarget(), { state }) as PermissionStatus);
    permit('prompt');
    startLocation(scope, () => false);
    await vi.advanceTimersByTimeAsync(500);
    expect([location.status, receiver.asked]).toEqual(['idle', []]);
    requestLocation();
    expect(location.status).toBe('requesting');

    scope.dispose();
    scope = new Scope();
    permit('granted');
    startLocation(scope, () => false);
    await vi.advanceTimersByTimeAsync(500);
    expect(location.status).toBe('requesting');
    query.mockRestore();
  });

  it('is of low accuracy beyond 100 m', async () => {
    await start();
    receiver.send({ accuracy: 101 });
    expect(location).toMatchObject({ status: 'low_accuracy', highAccuracy: false });
    receiver.send({ accuracy: 100 });
    expect(location).toMatchObject({ status: 'active', highAccuracy: true });
  });

  it('rejects positions that are out of order, late or impossible', async () => {
    await start();
    receiver.send();
    const { fix } = location;
    receiver.send({ longitude: 2.3471 }, -5000);
    receiver.rest(5000);
    receiver.send({ longitude: Number.NaN });
    receiver.send({ latitude: 91 });
    receiver.send({ accuracy: -1 });
    receiver.send({ longitude: 3.347 });
    expect(location.fix).toBe(fix);
    receiver.send({ longitude: 2.34701 });
    expect(location.fix?.lng).toBe(2.34701);
    await vi.advanceTimersByTimeAsync(20_000);
    receiver.send({ longitude: 2.34702 }, 1000);
    expect(location.fix?.lng).toBe(2.34701);
  });

  it('accepts a jump that nothing contradicts', async () => {
    await start();
    receiver.send();
    receiver.send({ longitude: 3.347 });
    await vi.advanceTimersByTimeAsync(STEADY_JUMP_CONFIRM_MS - 1);
    expect(location.fix?.lng).toBe(2.347);
    await vi.advanceTimersByTimeAsync(1);
    expect(location.fix?.lng).toBe(3.347);
  });

  it('accepts the already known position as a response', async () => {
    await start();
    receiver.send();
    improveAccuracy();
    expect(location.status).toBe('requesting');
    receiver.send({}, 0);
    expect(location.status).toBe('active');
  });

  it('waits longer after each failure, and starts again with the shortest wait after a position', async () => {
    await start();
    receiver.fail(3);
    expect(location).toMatchObject({ status: 'error', problem: 'timeout', overlayClosed: false });
    closeLocationOverlay();
    for (const [at, delayMs] of [2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      await vi.advanceTimersByTimeAsync(delayMs - 1);
      expect(receiver.asked).toHaveLength(at + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(receiver.asked).toHaveLength(at + 2);
      expect(receiver.last().kind).toBe('watch');
      receiver.fail(3);
      receiver.fail(3);
    }
    // A closed message stays closed while there is nothing new.
    expect(location.overlayClosed).toBe(true);
    receiver.send();
    expect(location.status).toBe('active');
    receiver.fail(2);
    expect(location.status).toBe('requesting');
    await vi.advanceTimersByTimeAsync(2000);
    expect(receiver.asked).toHaveLength(8);
  });

  it('ignores a time-out just after a position', async () => {
    await start();
    receiver.send();
    await vi.advanceTimersByTimeAsync(15_000);
    receiver.fail(3);
    expect(location.status).toBe('active');
  });

  it('keeps the position for a minute under a bridge, then reports the loss unobtrusively', async () => {
    await start();
    receiver.send();
    await vi.advanceTimersByTimeAsync(16_000);
    receiver.fail(3);
    expect(location).toMatchObject({ status: 'requesting', fix: { lng: 2.347 } });
    await vi.advanceTimersByTimeAsync(44_001);
    receiver.fail(2);
    expect(location).toMatchObject({ status: 'error', fix: null, overlayClosed: true });
    receiver.send({ longitude: 2.36 });
    expect(location).toMatchObject({ status: 'active', fix: { lng: 2.36 }, problem: null });
  });

  it.each([true, false])(
    'keeps looking after a single position, with no message on the map; time-outs sent: %s',
    async (tells) => {
      await start();
      receiver.send();
      // A walk starts.
      requestLocation();
      for (let second = 0; second < 300; second += 10) {
        await vi.advanceTimersByTimeAsync(10_000);
        if (tells) receiver.fail(3);
        expect(location).toMatchObject({ problem: null });
        expect(location.status).not.toBe('error');
      }
      expect(location).toMatchObject({ status: 'requesting', fix: null });
      expect(receiver.last()).toMatchObject({ kind: 'watch', isOver: false });
      receiver.send({ longitude: 2.3471 }, 300_000);
      expect(location).toMatchObject({ status: 'active', fix: { lng: 2.3471 } });
    },
  );

  it('asks a silent browser again, since it may know that nothing has changed', async () => {
    await start();
    receiver.send();
    for (let minute = 0; minute < 3; minute += 1) {
      await vi.advanceTimersByTimeAsync(30_000);
      expect(receiver.last()).toMatchObject({ kind: 'watch', options: { maximumAge: 0 } });
      receiver.send({}, 0);
      expect(location.status).toBe('active');
    }
  });

  it('stops after a denial, and opens the overlay', async () => {
    await start();
    receiver.send();
    receiver.fail(1);
    expect(location).toMatchObject({
      status: 'denied',
      problem: 'denied',
      fix: null,
      overlayClosed: false,
    });
    expect(receiver.last().isOver).toBe(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(receiver.asked).toHaveLength(2);
  });

  it('restarts the watch when the page is visible again, and is searching if the position is old', async () => {
    await start();
    receiver.send();
    await vi.advanceTimersByTimeAsync(15_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(location.status).toBe('active');
    expect(receiver.asked).toHaveLength(3);
    expect(receiver.asked[1]?.isOver).toBe(true);
    expect(receiver.last()).toMatchObject({ kind: 'watch', options: { maximumAge: 0 } });
    await vi.advanceTimersByTimeAsync(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(location.status).toBe('requesting');
    expect(receiver.asked).toHaveLength(4);
  });

  it('does not repeat the first request when the page is visible again: a prompt may be open', async () => {
    await start();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(receiver.asked).toHaveLength(1);
  });

  it('asks again on request after an unanswered prompt, but not if a response is known', async () => {
    await start();
    requestLocation();
    expect(receiver.asked.map(({ kind }) => kind)).toEqual(['once', 'once']);
    receiver.send();
    expect(location.status).toBe('active');
    requestLocation();
    expect(receiver.asked.map(({ kind }) => kind)).toEqual(['once', 'once', 'watch']);
  });

  it('shows each position of a receiver with a stopped clock, and recognizes the last one', async () => {
    await start();
    receiver.send();
    for (const longitude of [2.34701, 2.34702, 2.34703]) {
      await vi.advanceTimersByTimeAsync(1000);
      receiver.send({ longitude }, 0);
      expect(location.fix?.lng).toBe(longitude);
    }
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(61_000);
    receiver.fail(3);
    expect(location.status).toBe('requesting');
  });

  it('repeats a request with the options of a later request, not of the first', async () => {
    await start();
    receiver.send();
    receiver.fail(1);
    requestLocation();
    expect(receiver.last()).toMatchObject({
      kind: 'once',
      options: { enableHighAccuracy: true, timeout: 10_000, maximumAge: 10_000 },
    });
  });

  it('has the chosen accuracy from then on', async () => {
    await start();
    receiver.send();
    saveEnergy();
    expect(location.accuracy).toBe('low');
    expect(receiver.last()).toMatchObject({ kind: 'watch', options: { enableHighAccuracy: false } });
    receiver.send();
    receiver.fail(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(receiver.last().options.enableHighAccuracy).toBe(false);
  });

  it('ends with its scope', async () => {
    await start();
    receiver.send();
    scope.dispose();
    expect(receiver.last().isOver).toBe(true);
    expect(location).toMatchObject({ status: 'idle', fix: null });
    requestLocation();
    expect(receiver.asked).toHaveLength(2);
  });
});

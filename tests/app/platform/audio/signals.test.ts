import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Scope } from '../../../../app/platform/scope.ts';

/** A stub for a context's nodes, since only the start times of tones matter. */
class Part {
  connect(next: Part): Part {
    return next;
  }
}
const started: number[] = [];

/** The platform's edge: a context whose device wakes slowly, as Firefox's does. */
class SlowContext {
  static wakeMs = 0;
  static made: SlowContext[] = [];
  state: 'suspended' | 'running' = 'suspended';
  readonly destination = new Part();
  #wakes = 0;

  constructor() {
    SlowContext.made.push(this);
  }

  get currentTime(): number {
    return Date.now() / 1000;
  }

  async resume(): Promise<void> {
    this.#wakes += 1;
    const wake = this.#wakes;
    await new Promise((resolve) => setTimeout(resolve, SlowContext.wakeMs));
    if (wake === this.#wakes) this.state = 'running';
  }

  async suspend(): Promise<void> {
    this.#wakes += 1;
    this.state = 'suspended';
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  started.length = 0;
  SlowContext.made = [];
  const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('AudioContext', SlowContext);
  vi.stubGlobal(
    'GainNode',
    class extends Part {
      readonly gain = gain;
    },
  );
  vi.stubGlobal(
    'OscillatorNode',
    class extends Part {
      start(atS: number): void {
        started.push(atS);
      }
      stop(): void {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The module as in a newly opened page, since the context is created once per page. */
async function openPage() {
  vi.resetModules();
  return import('../../../../app/platform/audio/signals.ts');
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

describe.each([120, 1767])('a device that wakes in %i ms', (wakeMs) => {
  beforeEach(() => {
    SlowContext.wakeMs = wakeMs;
  });

  it('plays each signal immediately while it is kept ready, and sleeps afterwards', async () => {
    const { holdSignals, playSignal } = await openPage();
    const walk = new Scope();
    holdSignals(walk);
    await pass(60_000);
    for (const signal of ['story', 'lost', 'found', 'story', 'end', 'story'] as const) {
      const before = started.length;
      const atS = Date.now() / 1000;
      void playSignal(signal);
      await pass(0);
      expect(started[before]).toBe(atS);
      await pass(60_000);
    }
    expect(SlowContext.made[0]?.state).toBe('running');
    walk.dispose();
    await pass(1);
    expect(SlowContext.made).toHaveLength(1);
    expect(SlowContext.made[0]?.state).toBe('suspended');
  });

  it('plays a signal before a story that comes just after it was made ready', async () => {
    const { holdSignals, playSignal } = await openPage();
    const beganMs = Date.now();
    holdSignals(new Scope());
    await pass(100);
    void playSignal('story');
    await pass(3000);
    expect(started[0]).toBe((beganMs + wakeMs) / 1000);
  });

  it('plays an independent signal even if it was asleep', async () => {
    const { playSignal } = await openPage();
    const played = playSignal('test');
    await pass(wakeMs);
    expect(started.length).toBeGreaterThan(0);
    await pass(2000);
    await played;
    expect(SlowContext.made[0]?.state).toBe('suspended');
  });
});

it('a story waits at most 0.4 s for a device that does not wake', async () => {
  SlowContext.wakeMs = 3_600_000;
  const { playSignal } = await openPage();
  let isOver = false;
  void playSignal('story').then(() => {
    isOver = true;
  });
  await pass(401);
  expect([isOver, started]).toEqual([true, []]);
});

it('a story waits no longer even if signals were kept ready for 3 s in vain', async () => {
  SlowContext.wakeMs = 3_600_000;
  const { holdSignals, playSignal } = await openPage();
  holdSignals(new Scope());
  await pass(2900);
  let over = 0;
  const count = (): void => {
    over += 1;
  };
  void playSignal('story').then(count);
  await pass(501);
  expect(over).toBe(1);
  void playSignal('story').then(count);
  await pass(401);
  expect([over, started]).toEqual([2, []]);
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createLane,
  type Lane,
  LaneDisposedError,
  type LaneOptions,
  type LaneState,
  WorkerCrashedError,
} from '../../../workers/client/lane.ts';
import type { LaneTestApi } from '../../support/page/lane.worker.ts';

class NotAudioError extends Error {
  override readonly name = 'NotAudioError';
}

const lanes: Lane<LaneTestApi>[] = [];
const workers: Worker[] = [];
let spawned = 0;
const states: LaneState[] = [];
const stateWaiters: { state: LaneState; resolve: () => void }[] = [];

function laneWith(options: Partial<LaneOptions<LaneTestApi>> = {}): Lane<LaneTestApi> {
  const lane = createLane<LaneTestApi>({
    name: 'test',
    spawn: () => {
      spawned += 1;
      const worker = new Worker(new URL('../../support/page/lane.worker.ts', import.meta.url), { type: 'module' });
      workers.push(worker);
      return worker;
    },
    idleMs: null,
    errors: { NotAudioError },
    onState: (state) => {
      states.push(state);
      for (const waiter of stateWaiters.filter((one) => one.state === state)) waiter.resolve();
    },
    ...options,
  });
  lanes.push(lane);
  return lane;
}

function reached(state: LaneState): Promise<void> {
  return new Promise((resolve) => stateWaiters.push({ state, resolve }));
}

/** Starts a call that takes the lock and never yields its thread; resolves once the lock is held. */
async function occupy(lane: Lane<LaneTestApi>, lock: string, signal?: AbortSignal): Promise<{ answer: Promise<void> }> {
  let answer: Promise<void> = Promise.resolve();
  await new Promise<void>((held) => {
    answer = lane.run(
      async (remote) => {
        await remote.holdLock(lock);
        held();
        await remote.spin();
      },
      { signal },
    );
    answer.catch(() => {});
  });
  return { answer };
}

/** Resolves once the worker that held the lock no longer exists. */
function workerGone(lock: string): Promise<string> {
  return navigator.locks.request(lock, () => 'gone');
}

const outcome = (promise: Promise<unknown>): Promise<unknown> => promise.then((value) => value).catch((error) => error);

afterEach(() => {
  for (const lane of lanes.splice(0)) lane.dispose();
  spawned = 0;
  workers.length = 0;
  states.length = 0;
  stateWaiters.length = 0;
});

describe('the life of a worker', () => {
  test('it starts with the first call, not before, and serves later calls', async () => {
    const lane = laneWith();
    expect(lane.state).toBe('off');
    expect(spawned).toBe(0);
    expect(await lane.run((remote) => remote.echo('one'))).toBe('one');
    expect(await lane.run((remote) => remote.echo('two'))).toBe('two');
    expect(spawned).toBe(1);
  });

  test('after idleMs without a call it is terminated; the next call starts another worker', async () => {
    const lane = laneWith({ idleMs: 50 });
    await lane.run((remote) => remote.holdLock('idle'));
    await reached('off');
    expect(await workerGone('idle')).toBe('gone');
    expect(states).toEqual(['busy', 'idle', 'off']);
    expect(await lane.run((remote) => remote.echo('again'))).toBe('again');
    expect(spawned).toBe(2);
  });

  test('each call restarts the idle time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const lane = laneWith({ idleMs: 10_000 });
    for (let call = 0; call < 3; call++) {
      await lane.run((remote) => remote.echo('here'));
      vi.advanceTimersByTime(9999);
      expect(lane.state).toBe('idle');
    }
    vi.advanceTimersByTime(1);
    expect(lane.state).toBe('off');
    expect(spawned).toBe(1);
  });

  test('a long call does not count as idle time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const lane = laneWith({ idleMs: 10_000 });
    await lane.run((remote) => remote.echo('here'));
    const controller = new AbortController();
    const long = outcome(lane.run((remote) => remote.never(), { signal: controller.signal }));
    vi.advanceTimersByTime(60_000);
    expect(lane.state).toBe('busy');
    controller.abort();
    await long;
  });

  test('without idleMs it is never terminated', async () => {
    const lane = laneWith({ idleMs: null });
    await lane.run((remote) => remote.setSeed('kept'));
    expect(await lane.run((remote) => remote.getSeed())).toBe('kept');
    expect(states).not.toContain('off');
  });

  test('onStart prepares every new worker before its first call', async () => {
    const lane = laneWith({ onStart: (remote) => remote.setSeed('prepared') });
    expect(await lane.run((remote) => remote.getSeed())).toBe('prepared');
    await outcome(lane.run((remote) => remote.crash('lost')));
    expect(await lane.run((remote) => remote.getSeed())).toBe('prepared');
    expect(spawned).toBe(2);
  });

  test('a failing onStart fails the call, and the next call retries with another worker', async () => {
    let attempt = 0;
    const lane = laneWith({
      onStart: async (remote) => {
        attempt += 1;
        if (attempt === 1) await remote.fail('NotAudioError', 'no index');
      },
    });
    expect(await outcome(lane.run((remote) => remote.echo('first')))).toBeInstanceOf(NotAudioError);
    expect(await lane.run((remote) => remote.echo('second'))).toBe('second');
    expect(spawned).toBe(2);
  });
});

describe('the queue', () => {
  test('calls run one at a time, in order', async () => {
    const lane = laneWith();
    const log: string[] = [];
    const job = (label: string) =>
      lane.run(async (remote) => {
        log.push(`${label} starts`);
        await remote.echo(label);
        log.push(`${label} ends`);
      });
    await Promise.all([job('a'), job('b'), job('c')]);
    expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  test('a failing call does not block the next one', async () => {
    const lane = laneWith();
    const first = outcome(lane.run((remote) => remote.fail('Error', 'no')));
    const second = lane.run((remote) => remote.echo('yes'));
    expect(await first).toBeInstanceOf(Error);
    expect(await second).toBe('yes');
    expect(spawned).toBe(1);
  });
});

describe('abort', () => {
  test('of the running call terminates a worker that would never return', async () => {
    const lane = laneWith();
    const controller = new AbortController();
    const { answer } = await occupy(lane, 'abort', controller.signal);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(await workerGone('abort')).toBe('gone');
    expect(lane.state).toBe('off');
  });

  test('of the running call lets the queued calls continue on a new worker', async () => {
    const lane = laneWith();
    const controller = new AbortController();
    const { answer } = await occupy(lane, 'abort-queue', controller.signal);
    const queued = lane.run((remote) => remote.echo('still here'));
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(await queued).toBe('still here');
    expect(spawned).toBe(2);
  });

  test('of a queued call removes it and leaves the running one alone', async () => {
    const lane = laneWith();
    const controller = new AbortController();
    let ran = false;
    const first = lane.run((remote) => remote.echo('first'));
    const second = lane.run(
      async () => {
        ran = true;
      },
      { signal: controller.signal },
    );
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(await first).toBe('first');
    expect(await lane.run((remote) => remote.echo('third'))).toBe('third');
    expect(ran).toBe(false);
    expect(spawned).toBe(1);
  });

  test('before the call rejects immediately and starts nothing', async () => {
    const lane = laneWith();
    await expect(lane.run((remote) => remote.echo('never'), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(spawned).toBe(0);
  });

  test('by a timeout rejects with the signal’s reason', async () => {
    const lane = laneWith();
    await expect(lane.run((remote) => remote.never(), { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('after the response has no effect', async () => {
    const lane = laneWith();
    const controller = new AbortController();
    await lane.run((remote) => remote.echo('done'), { signal: controller.signal });
    controller.abort();
    expect(lane.state).toBe('idle');
    await lane.run((remote) => remote.echo('more'));
    expect(spawned).toBe(1);
  });

  test('stops a job with more calls to make', async () => {
    const lane = laneWith();
    const controller = new AbortController();
    let second: unknown = 'not reached';
    const finished = new Promise<void>((resolve) => {
      const call = lane.run(
        async (remote) => {
          await remote.echo('first');
          controller.abort();
          second = await outcome((async () => remote.echo('second'))());
          resolve();
        },
        { signal: controller.signal },
      );
      call.catch(() => {});
    });
    await finished;
    expect(second).toBeInstanceOf(Error);
  });
});

describe('a crash', () => {
  test('rejects the running and the queued calls by name; the next call gets a new worker', async () => {
    const lane = laneWith();
    const running = outcome(lane.run((remote) => remote.crash('out of memory')));
    const queued = outcome(lane.run((remote) => remote.echo('waiting')));
    expect(await running).toBeInstanceOf(WorkerCrashedError);
    expect(await running).toMatchObject({ message: expect.stringContaining('out of memory') });
    expect(await queued).toBeInstanceOf(WorkerCrashedError);
    expect(lane.state).toBe('off');
    expect(await lane.run((remote) => remote.echo('back'))).toBe('back');
    expect(spawned).toBe(2);
  });

  test('of a worker whose script cannot be loaded also rejects', async () => {
    const lane = laneWith({ spawn: () => new Worker('/there-is-no-such-worker.js', { type: 'module' }) });
    expect(await outcome(lane.run((remote) => remote.echo('hello')))).toBeInstanceOf(WorkerCrashedError);
  });

  test('a worker that cannot be created rejects only its own call', async () => {
    let attempt = 0;
    const lane = laneWith({
      spawn: () => {
        attempt += 1;
        if (attempt === 1) throw new Error('blocked by policy');
        return new Worker(new URL('../../support/page/lane.worker.ts', import.meta.url), { type: 'module' });
      },
    });
    const first = outcome(lane.run((remote) => remote.echo('one')));
    const second = lane.run((remote) => remote.echo('two'));
    expect(await first).toMatchObject({ message: 'blocked by policy' });
    expect(await second).toBe('two');
  });
});

describe('a worker that the system terminated without an event', () => {
  /** Terminates the workers silently, as iOS does while a page is in the background, and returns to the page. */
  const loseAndReturn = (...lost: (Worker | undefined)[]): void => {
    for (const worker of lost) worker?.terminate();
    document.dispatchEvent(new Event('visibilitychange'));
  };

  test('is replaced when the page returns: the running call is repeated, then the queued one', async () => {
    const lane = laneWith({ answerMaxMs: 500, onStart: (remote) => remote.setSeed('prepared') });
    const log: string[] = [];
    await lane.run((remote) => remote.echo('here'));
    const running = lane.run(async (remote, call) => {
      log.push('begins');
      if (log.length === 1) workers[0]?.terminate();
      return remote.count(
        2,
        call.callback((step: number) => log.push(`step ${step}`)),
      );
    });
    const waiting = lane.run((remote) => remote.getSeed());
    loseAndReturn();
    expect(await Promise.all([running, waiting])).toEqual([2, 'prepared']);
    expect(log).toEqual(['begins', 'begins', 'step 1', 'step 2']);
    expect(spawned).toBe(2);
  });

  test('is replaced at most twice for a job that loses each worker', async () => {
    const lane = laneWith({ answerMaxMs: 50 });
    const lost = lane.run(async (remote) => {
      await remote.echo('here');
      workers.at(-1)?.terminate();
      return remote.echo('never');
    });
    await expect(lost).rejects.toThrow('it was lost 3 times');
    expect(spawned).toBe(3);
  });

  test('is also detected by a call, without a return of the page', async () => {
    const lane = laneWith({ answerMaxMs: 50 });
    await lane.run((remote) => remote.echo('here'));
    workers[0]?.terminate();
    expect(await lane.run((remote) => remote.echo('back'))).toBe('back');
    expect(spawned).toBe(2);
  });

  test('is dropped if nothing is pending; the next call starts another worker', async () => {
    const [lane, unused] = [laneWith({ answerMaxMs: 50 }), laneWith()];
    await lane.run((remote) => remote.echo('here'));
    loseAndReturn(workers[0]);
    await reached('off');
    expect(await lane.run((remote) => remote.echo('again'))).toBe('again');
    expect([spawned, unused.state]).toEqual([2, 'off']);
  });

  test('is distinguished from a waiting worker, and from a busy one that only reports progress', async () => {
    const [lost, waits, toils] = [laneWith({ answerMaxMs: 50 }), laneWith(), laneWith({ answerMaxMs: 300 })];
    const controller = new AbortController();
    await lost.run((remote) => remote.echo('here'));
    const never = outcome(waits.run((remote) => remote.never(), { signal: controller.signal }));
    let toil: Promise<string> = Promise.resolve('');
    await new Promise<void>((began) => {
      toil = toils.run((remote, call) =>
        remote.toil(
          1000,
          call.callback(() => began()),
        ),
      );
    });
    loseAndReturn(workers[0]);
    expect(await lost.run((remote) => remote.echo('back'))).toBe('back');
    expect(await toil).toBe('done');
    controller.abort();
    await never;
    expect(spawned).toBe(4);
  });

  test('rejects the pending call by name if the next worker is not ready in time either', async () => {
    let starts = 0;
    const lane = laneWith({
      answerMaxMs: 500,
      onStart: (remote) => (starts++ === 0 ? remote.setSeed('') : remote.never()),
    });
    await lane.run((remote) => remote.echo('here'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    workers[0]?.terminate();
    const pending = outcome(lane.run((remote) => remote.echo('lost')));
    loseAndReturn();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await pending).toBeInstanceOf(WorkerCrashedError);
    expect([lane.state, spawned]).toEqual(['off', 2]);
  });

  test('does not prevent an aborted call or a disposed lane from ending', async () => {
    const lane = laneWith({ answerMaxMs: 50 });
    const controller = new AbortController();
    await lane.run((remote) => remote.echo('here'));
    workers[0]?.terminate();
    const aborted = outcome(lane.run((remote) => remote.echo('lost'), { signal: controller.signal }));
    loseAndReturn();
    controller.abort();
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    const pending = outcome(lane.run((remote) => remote.never()));
    loseAndReturn(workers[1]);
    lane.dispose();
    expect(await pending).toBeInstanceOf(LaneDisposedError);
  });
});

describe('errors', () => {
  test('in the table are returned with their class, message and the worker’s stack', async () => {
    const lane = laneWith();
    const error = await outcome(lane.run((remote) => remote.fail('NotAudioError', 'got text')));
    expect(error).toBeInstanceOf(NotAudioError);
    expect(error).toMatchObject({ message: 'got text', stack: expect.stringContaining('lane.worker') });
  });

  test('outside the table keep their name and message', async () => {
    const lane = laneWith();
    const error = await outcome(lane.run((remote) => remote.fail('toString', 'odd')));
    expect(error).toMatchObject({ name: 'toString', message: 'odd' });
    expect(error).not.toBeInstanceOf(NotAudioError);
  });

  test('an argument that cannot be cloned rejects the call and keeps the worker', async () => {
    const lane = laneWith();
    const unsendable = (() => {}) as unknown as string;
    expect(await outcome(lane.run((remote) => remote.echo(unsendable)))).toMatchObject({ name: 'DataCloneError' });
    expect(await lane.run((remote) => remote.echo('fine'))).toBe('fine');
    expect(spawned).toBe(1);
  });
});

describe('progress', () => {
  test('reaches the listener in order', async () => {
    const lane = laneWith();
    const steps: number[] = [];
    const total = await lane.run((remote, call) =>
      remote.count(
        4,
        call.callback((step: number) => steps.push(step)),
      ),
    );
    expect(total).toBe(4);
    expect(steps).toEqual([1, 2, 3, 4]);
  });

  test('is ignored once the caller has aborted', async () => {
    const lane = laneWith();
    const controller = new AbortController();
    const steps: number[] = [];
    await outcome(
      lane.run(
        (remote, call) =>
          remote.count(
            1000,
            call.callback((step: number) => {
              steps.push(step);
              if (step === 2) controller.abort();
            }),
          ),
        { signal: controller.signal },
      ),
    );
    await lane.run((remote) => remote.echo('flushed'));
    expect(steps).toEqual([1, 2]);
  });
});

describe('dispose', () => {
  test('terminates the worker and rejects running, queued and later calls', async () => {
    const lane = laneWith();
    const { answer } = await occupy(lane, 'dispose');
    const queued = outcome(lane.run((remote) => remote.echo('waiting')));
    lane.dispose();
    await expect(answer).rejects.toBeInstanceOf(LaneDisposedError);
    expect(await queued).toBeInstanceOf(LaneDisposedError);
    expect(await workerGone('dispose')).toBe('gone');
    expect(await outcome(lane.run((remote) => remote.echo('late')))).toBeInstanceOf(LaneDisposedError);
    expect(lane.state).toBe('disposed');
    expect(spawned).toBe(1);
  });
});

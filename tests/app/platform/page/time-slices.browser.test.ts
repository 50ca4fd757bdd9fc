import { expect, test } from 'vitest';
import { runInSlices } from '../../../../app/platform/page/time-slices.ts';
import { delivered } from '../../../support/page/delivered.ts';

const never = new AbortController().signal;

/** Work that lasts this long, in steps that take no time. */
function* busyFor(ms: number, eachStep: () => void = () => {}): Generator<void, string> {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs) {
    eachStep();
    yield;
  }
  return 'done';
}

/** Yields to the event loop until the work is done; reports each turn. */
async function takeTurns(work: Iterator<void, unknown>, onTurn: () => void): Promise<void> {
  let isDone = false;
  const run = runInSlices(work, never).then(() => {
    isDone = true;
  });
  while (!isDone) {
    await delivered();
    onTurn();
  }
  await run;
}

test('it returns the work’s result, and starts only after the caller has continued', async () => {
  let steps = 0;
  const answer = runInSlices(
    busyFor(5, () => {
      steps += 1;
    }),
    never,
  );
  expect(steps).toBe(0);
  expect(await answer).toBe('done');
  expect(steps).toBeGreaterThan(0);
});

test('other tasks run while it works', async () => {
  let turns = 0;
  let seen = 0;
  const endMs = performance.now() + 10_000;
  const patient = (function* () {
    for (; seen < 3 && performance.now() < endMs; seen = turns) yield;
  })();
  await takeTurns(patient, () => {
    turns += 1;
  });
  expect(seen).toBe(3);
});

test('many short steps share one slice', async () => {
  let [steps, turns] = [0, 0];
  const short = (function* () {
    for (; steps < 2000; steps++) yield;
  })();
  await takeTurns(short, () => {
    turns += 1;
  });
  expect(steps).toBe(2000);
  expect(turns).toBeLessThan(500);
});

test('an error of the work is rethrown', async () => {
  const failing = (function* (): Generator<void, void> {
    yield;
    throw new RangeError('not this way');
  })();
  await expect(runInSlices(failing, never)).rejects.toThrow('not this way');
});

test('aborted work stops with the reason', async () => {
  const wanted = new AbortController();
  let steps = 0;
  const endless = busyFor(15_000, () => {
    steps += 1;
    if (steps === 5) wanted.abort(new Error('closed'));
  });
  await expect(runInSlices(endless, wanted.signal)).rejects.toThrow('closed');
  const unwanted = busyFor(0, () => expect.unreachable());
  await expect(runInSlices(unwanted, AbortSignal.abort('over'))).rejects.toBe('over');
});

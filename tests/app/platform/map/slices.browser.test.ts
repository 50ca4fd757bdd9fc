import { expect, test } from 'vitest';
import { runInSlices } from '../../../../app/platform/map/slices.ts';
import { delivered } from '../../../support/delivered.ts';

const never = new AbortController().signal;

/** Work that goes on for so long, in steps that take no time. */
function* busyFor(ms: number, eachStep: () => void = () => {}): Generator<void, string> {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs) {
    eachStep();
    yield;
  }
  return 'done';
}

/** Lets others have their turns until the work is done; tells of each. */
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

test('it answers what the work answers, and does not begin before who asked for it has gone on', async () => {
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

test('others get their turn while it works', async () => {
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

test('of steps that are short many go in one slice', async () => {
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

test('what the work throws is thrown', async () => {
  const failing = (function* (): Generator<void, void> {
    yield;
    throw new RangeError('not this way');
  })();
  await expect(runInSlices(failing, never)).rejects.toThrow('not this way');
});

test('work that nobody wants any more stops, with the reason', async () => {
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

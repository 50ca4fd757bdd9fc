import { afterEach, expect, test } from 'vitest';
import { createHeldLocks, type HeldLocks } from '../../../workers/recording/held-locks.ts';
import { openRecordingWorker } from '../../support/recording-worker.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const IDS = ['one', 'two'];
const tabs: HeldLocks[] = [];
const openTab = (): HeldLocks => {
  const tab = createHeldLocks();
  tabs.push(tab);
  return tab;
};

afterEach(async () => {
  for (const tab of tabs.splice(0)) for (const id of IDS) tab.release(id);
  await removeFolder('recordings');
});

test('who has taken a recording has it, however often they take it, and nobody else has', async () => {
  const [mine, other] = [openTab(), openTab()];
  expect([await mine.hold('one'), await mine.hold('one')]).toEqual([true, true]);
  expect(await other.hold('one')).toBe(false);
});

test('another recording is anybody’s', async () => {
  const [mine, other] = [openTab(), openTab()];
  await mine.hold('one');
  expect(await other.hold('two')).toBe(true);
});

test('of several that reach for it at once, one gets it', async () => {
  const reaching = [openTab(), openTab(), openTab()];
  const got = await Promise.all(reaching.map((tab) => tab.hold('one')));
  expect(got.filter((isMine) => isMine)).toHaveLength(1);
});

test('given back once, it is another’s; and who has none gives nothing back', async () => {
  const [mine, other] = [openTab(), openTab()];
  await mine.hold('one');
  await mine.hold('one');
  other.release('one');
  expect(await other.hold('one')).toBe(false);
  mine.release('one');
  await expect.poll(() => other.hold('one')).toBe(true);
  expect(await mine.hold('one')).toBe(false);
});

test('what is only done with one is over for others with it, and keeps them away until then', async () => {
  const [mine, other] = [openTab(), openTab()];
  let end = (): void => {};
  const working = mine.during('one', () => new Promise<string>((resolve) => (end = () => resolve('seen'))));
  await expect.poll(() => other.hold('one')).toBe(false);
  end();
  expect(await working).toBe('seen');
  await expect.poll(() => other.hold('one')).toBe(true);
  expect(await mine.during('one', async () => 'seen')).toBeNull();
});

test('who takes one while something is done with it has it then, whatever comes first', async () => {
  const [mine, other] = [openTab(), openTab()];
  const work = async () => 'seen';
  const [, got] = await Promise.all([mine.during('one', work), mine.hold('one'), mine.during('one', work)]);
  expect(got).toBe(true);
  expect(await other.hold('one')).toBe(false);
});

test('one that is given back while something is done with it stays closed to others until that ends', async () => {
  const [mine, other] = [openTab(), openTab()];
  await mine.hold('one');
  let end = (): void => {};
  const working = mine.during('one', () => new Promise<void>((resolve) => (end = resolve)));
  mine.release('one');
  expect(await other.hold('one')).toBe(false);
  end();
  await working;
  await expect.poll(() => other.hold('one')).toBe(true);
});

test('one that was given back can be taken again at once', async () => {
  const mine = openTab();
  for (let time = 1; time <= 20; time++) {
    expect(await mine.hold('one'), `time ${time}`).toBe(true);
    mine.release('one');
  }
});

test('a tab that ends lets go of what it recorded', async () => {
  const mine = openTab();
  const ending = openRecordingWorker();
  await ending.begin('one');
  expect(await mine.hold('one')).toBe(false);
  ending.end();
  await expect.poll(() => mine.hold('one')).toBe(true);
});

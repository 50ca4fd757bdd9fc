import { afterEach, expect, test } from 'vitest';
import { createRecordingLocks, type RecordingLocks } from '../../../workers/recording/recording-locks.ts';
import { removeFolder } from '../../support/page/device.ts';
import { openRecordingWorker } from '../../support/page/recording-worker.ts';

const IDS = ['one', 'two'];
const tabs: RecordingLocks[] = [];
const openTab = (): RecordingLocks => {
  const tab = createRecordingLocks();
  tabs.push(tab);
  return tab;
};

afterEach(async () => {
  for (const tab of tabs.splice(0)) for (const id of IDS) tab.release(id);
  await removeFolder('recordings');
});

test('a recording held by one tab, even repeatedly, is not available to another', async () => {
  const [mine, other] = [openTab(), openTab()];
  expect([await mine.hold('one'), await mine.hold('one')]).toEqual([true, true]);
  expect(await other.hold('one')).toBe(false);
});

test('other recordings stay available', async () => {
  const [mine, other] = [openTab(), openTab()];
  await mine.hold('one');
  expect(await other.hold('two')).toBe(true);
});

test('one of several concurrent requests gets the lock', async () => {
  const reaching = [openTab(), openTab(), openTab()];
  const got = await Promise.all(reaching.map((tab) => tab.hold('one')));
  expect(got.filter((isMine) => isMine)).toHaveLength(1);
});

test('one release makes it available; a release without a lock does nothing', async () => {
  const [mine, other] = [openTab(), openTab()];
  await mine.hold('one');
  await mine.hold('one');
  other.release('one');
  expect(await other.hold('one')).toBe(false);
  mine.release('one');
  await expect.poll(() => other.hold('one')).toBe(true);
  expect(await mine.hold('one')).toBe(false);
});

test('`during` keeps others out while it runs, and no longer', async () => {
  const [mine, other] = [openTab(), openTab()];
  let end = (): void => {};
  const working = mine.during('one', () => new Promise<string>((resolve) => (end = () => resolve('seen'))));
  await expect.poll(() => other.hold('one')).toBe(false);
  end();
  expect(await working).toBe('seen');
  await expect.poll(() => other.hold('one')).toBe(true);
  expect(await mine.during('one', async () => 'seen')).toBeNull();
});

test('a hold during `during` outlasts it, whichever comes first', async () => {
  const [mine, other] = [openTab(), openTab()];
  const work = async () => 'seen';
  const [, got] = await Promise.all([mine.during('one', work), mine.hold('one'), mine.during('one', work)]);
  expect(got).toBe(true);
  expect(await other.hold('one')).toBe(false);
});

test('a release during `during` takes effect at its end', async () => {
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

test('a released recording can be held again at once', async () => {
  const mine = openTab();
  for (let time = 1; time <= 20; time++) {
    expect(await mine.hold('one'), `time ${time}`).toBe(true);
    mine.release('one');
  }
});

test('a tab that ends releases its recordings', async () => {
  const mine = openTab();
  const ending = openRecordingWorker();
  await ending.begin('one');
  expect(await mine.hold('one')).toBe(false);
  ending.end();
  await expect.poll(() => mine.hold('one')).toBe(true);
});

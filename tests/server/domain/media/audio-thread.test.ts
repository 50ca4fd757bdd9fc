import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AudioThread, createAudioThread } from '../../../../server/domain/media/audio-thread.ts';

/** Longer than a test may take: a job posted to a dead worker would wait this long. */
const LONG_MS = 600_000;
const support = new URL('../../../support/server/none.ts', import.meta.url).href;

let thread: AudioThread<string, string>;
beforeEach(() => {
  thread = createAudioThread('mortal', support);
});
afterEach(() => thread.close());

test('jobs run one after the other, each with its own result', async () => {
  const results = ['one', 'two', 'three'].map((job) => thread.run(job, LONG_MS));
  expect(await Promise.all(results)).toEqual(['one', 'two', 'three']);
});

test('a job that fails rejects only its own caller', async () => {
  await expect(thread.run('fail', LONG_MS)).rejects.toThrow('This job fails');
  expect(await thread.run('next', LONG_MS)).toBe('next');
});

test('a worker that dies between two jobs is replaced', async () => {
  const started = once(process, 'worker');
  const result = thread.run('end afterwards', LONG_MS);
  const [worker] = await started;
  const ended = once(worker, 'exit');
  expect(await result).toBe('end afterwards');
  await ended;
  expect(await thread.run('next', LONG_MS)).toBe('next');
});

test('a job that takes too long is given up, and the next one has a fresh worker', async () => {
  await expect(thread.run('late', 0)).rejects.toThrow('No result of mortal after 0 ms');
  expect(await thread.run('next', LONG_MS)).toBe('next');
});

test('a closed thread refuses jobs', async () => {
  await thread.close();
  await expect(thread.run('next', LONG_MS)).rejects.toThrow('closed');
});

test('a thread that is closed while it starts refuses its job', async () => {
  const result = expect(thread.run('next', LONG_MS)).rejects.toThrow('closed');
  await thread.close();
  await result;
});

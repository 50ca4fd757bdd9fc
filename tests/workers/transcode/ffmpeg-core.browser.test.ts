import { expect, test } from 'vitest';
import { createFfmpegCore } from '../../../workers/transcode/ffmpeg-core.ts';

// On the page, not in a worker: only a page can list what it fetched.

function engineFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => /ffmpeg-core\.(wasm|js)/.test(name) && !name.includes('import'))
    .map(({ name }) => name);
}

test('the engine is fetched and compiled once; each job has its own instance', async () => {
  const first = await createFfmpegCore();
  const fetched = engineFiles();
  expect(fetched.filter((name) => name.includes('.wasm'))).toHaveLength(1);
  const second = await createFfmpegCore();
  expect(engineFiles()).toEqual(fetched);
  expect(second).not.toBe(first);
  expect(second.exec('-version')).toBe(0);
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bundleWorker } from '../../../../server/domain/media/audio-thread.ts';

const entry = new URL('../../../../server/domain/media/waveforms.worker.ts', import.meta.url);

test('a worker is bundled once, into JavaScript that imports no TypeScript sources', async () => {
  const [program, again] = await Promise.all([bundleWorker(entry), bundleWorker(entry)]);
  expect(again).toBe(program);
  const code = await readFile(program, 'utf8');
  expect(code).toContain('parentPort');
  expect(code).not.toMatch(/from\s*["'][^"']+\.ts["']/);
});

test('a missing source is reported by name', async () => {
  await expect(bundleWorker(new URL('./none.worker.ts', entry))).rejects.toThrow('none.worker.ts');
});

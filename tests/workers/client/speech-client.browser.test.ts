import { expect, it } from 'vitest';
import type { Cue } from '../../../contracts/web-vtt.ts';
import { createSpeechClient, type SpeechProgress } from '../../../workers/client/speech-client.ts';

/**
 * The worker is the real one; its library is replaced by `tests/support/speech-library`. No test runs transformers.js or a
 * model: they are the operator's files.
 */
const library = new URL('../../support/speech-library/transformers.min.js', import.meta.url);
const folder = new URL('.', library).href;
const client = createSpeechClient(folder);
const never = new AbortController().signal;

it('loads the library from its folder, and writes down a sound part by part', async () => {
  const cues: Cue[] = [];
  const progress: SpeechProgress[] = [];
  // Noise with one pause.
  const samples = Float32Array.from({ length: 16_000 * 40 }, (_, at) => (Math.abs(at / 16_000 - 25) < 0.5 ? 0 : 0.5));
  await client.write(samples, 'fr', never, {
    cues: (more) => cues.push(...more),
    progress: (step) => progress.push(step),
  });
  expect(cues.map(({ text }) => text.replace(/\d+$/, ''))).toEqual([
    'automatic-speech-recognition model',
    'true {model}/ false ',
    'automatic-speech-recognition model',
    'true {model}/ false ',
  ]);
  expect(cues.every(({ isMachine }) => isMachine)).toBe(true);
  const secondMs = (cues[2]?.startMs ?? 0) - 500;
  expect(Math.abs(secondMs - 25_000)).toBeLessThan(500);
  expect(cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [500, 1000],
    [2000, secondMs],
    [secondMs + 500, secondMs + 1000],
    [secondMs + 2000, 40_000],
  ]);
  // A message of the worker may be later than what it announces.
  expect(progress).toContainEqual({ stage: 'download', bytes: 1 });
  expect(progress.at(-1)).toEqual({ stage: 'writing', share: 1 });
});

it('can’t be used in a language that the model doesn’t know, nor while its files are missing', async () => {
  expect(await client.findDownload('co')).toBeNull();
  expect(await client.findDownload('fr')).toBeNull();
});

import { expect } from 'vitest';
import type { Scope } from '../../../app/platform/scope.ts';
import { until } from '../until.ts';
import { fmtChunk, wavFile } from './wav-bytes.ts';

const HEADER_BYTES = 44;
const RATE_HZ = 48_000;

/** One second of noise. A Blob made of Blobs refers to them, and would copy arrays. */
const SECOND = new Blob([Int16Array.from({ length: RATE_HZ }, (_, index) => ((index * 7919) % 20_011) - 10_005)]);

/** A WAV at 48 kHz, so one that must be converted; the Blob repeats one second of noise and costs no memory. */
export function longWav(durationS: number): Blob {
  const size = SECOND.size * durationS;
  const noData = { id: 'data', body: new Uint8Array(0), size };
  const header = wavFile([fmtChunk({ sampleRateHz: RATE_HZ }), noData], HEADER_BYTES - 8 + size);
  return new Blob([header, ...Array.from({ length: durationS }, () => SECOND)], { type: 'audio/wav' });
}

/**
 * The address, for as long as the page lives, of a story of a minute: it plays on however late a test looks at it. What is
 * put behind it after a `#` tells several places' stories apart.
 */
export function longStory(): string {
  return URL.createObjectURL(longWav(60));
}

/** Where a slow story has nothing yet, in seconds: it lasts 60, and gives its first few only. */
export const FAR_S = 40;

/**
 * A story of a minute that comes as slowly as the test wants.
 *
 * @returns its address, which ends with `scope`, and what gives its first seconds
 */
export async function slowStory(scope: Scope): Promise<{ readonly url: string; readonly give: () => Promise<void> }> {
  const answer = await fetch(new URL('../../fixtures/audio/opus.webm', import.meta.url));
  const bytes = await answer.arrayBuffer();
  const source = new MediaSource();
  const url = URL.createObjectURL(source);
  scope.add(() => URL.revokeObjectURL(url));
  const give = async (): Promise<void> => {
    await until(() => expect(source.readyState).toBe('open'));
    const buffer = source.addSourceBuffer('audio/webm; codecs="opus"');
    buffer.appendBuffer(bytes);
    await until(() => expect(buffer.updating).toBe(false));
    source.duration = 60;
  };
  return { url, give };
}

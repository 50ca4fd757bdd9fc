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

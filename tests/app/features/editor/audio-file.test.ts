import { describe, expect, it } from 'vitest';
import { readAudioFile } from '../../../../app/features/editor/audio-file.ts';

const signal = new AbortController().signal;
/** Stands for the converter, which needs a browser. */
const converter = (durationS: number, bytes = 'RIFF') => ({
  transcode: async () => ({
    wav: new Blob([bytes]),
    durationS,
    sampleRateHz: 44_100,
    channels: 1,
    passedThrough: true,
  }),
});
const read = (file: File | undefined, durationS = 2, bytes?: string) =>
  readAudioFile(converter(durationS, bytes), file, signal, () => {});

describe('a file for a place', () => {
  it('is told with its sound', async () => {
    const file = new File(['x'], 'voix.m4a');
    expect(await read(file)).toMatchObject({ file, durationS: 2 });
  });

  it('that is missing or empty is not received', async () => {
    await expect(read(undefined)).rejects.toThrow('No file received');
    await expect(read(new File([], 'vide.wav'))).rejects.toThrow('No file received');
  });

  it('without a length is refused', async () => {
    await expect(read(new File(['x'], 'muet.wav'), 0)).rejects.toThrow('Missing file or audio length.');
    await expect(read(new File(['x'], 'muet.wav'), 2, '')).rejects.toThrow('Missing file or audio length.');
  });
});

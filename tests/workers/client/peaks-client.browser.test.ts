import { afterEach, describe, expect, test } from 'vitest';
import { WavFormatError } from '../../../audio-wasm/wav.ts';
import { decodeWaveform } from '../../../audio-wasm/waveform-data.ts';
import { createPeaksClient } from '../../../workers/client/peaks-client.ts';
import monoUrl from '../../fixtures/audio/conforming-mono.wav?url';
import stereoUrl from '../../fixtures/audio/conforming-stereo.wav?url';
import { wavOf } from '../../support/audio/wav-bytes.ts';

let client = createPeaksClient();

async function fetched(url: string): Promise<Blob> {
  return (await fetch(url)).blob();
}

afterEach(() => {
  client.dispose();
  client = createPeaksClient();
});

describe('the peaks worker in Chromium', () => {
  test('draws real speech for wavesurfer', async () => {
    const { peaks, durationS } = await client.draw(await fetched(monoUrl), 200);
    expect(peaks).toHaveLength(1);
    const [wave = new Float32Array()] = peaks;
    expect(wave.length).toBeGreaterThan(180);
    expect(wave.length).toBeLessThanOrEqual(200);
    expect(Math.max(...wave.map(Math.abs))).toBeGreaterThan(0.1);
    expect(Math.max(...wave.map(Math.abs))).toBeLessThanOrEqual(1);
    expect(durationS).toBeGreaterThan(1);
  });

  test('agrees with the browser’s decoder, channel by channel', async () => {
    const wav = await fetched(stereoUrl);
    const audio = await new OfflineAudioContext(2, 1, 44_100).decodeAudioData(await wav.arrayBuffer());
    const { dats, durationS } = await client.extract(wav, { samplesPerPixel: 441, channels: 'each' });
    const waveform = decodeWaveform(dats[0] ?? new ArrayBuffer());
    expect(durationS).toBeCloseTo(audio.duration, 6);
    expect(waveform.pixels).toBe(Math.ceil(audio.length / 441));
    for (const channel of [0, 1]) {
      const samples = audio.getChannelData(channel);
      for (let pixel = 0; pixel < waveform.pixels; pixel++) {
        const part = samples.subarray(pixel * 441, (pixel + 1) * 441);
        const at = 2 * (2 * pixel + channel);
        // The decoder's scale differs by at most one part in 32768.
        expect(Math.abs(Math.min(...part) * 32768 - (waveform.values[at] ?? 0))).toBeLessThanOrEqual(1);
        expect(Math.abs(Math.max(...part) * 32768 - (waveform.values[at + 1] ?? 0))).toBeLessThanOrEqual(1);
      }
    }
  });

  test('rejects a file that is not a WAV with its own error', async () => {
    await expect(client.draw(new Blob(['Bonjour']), 100)).rejects.toBeInstanceOf(WavFormatError);
    await expect(client.draw(new Blob(['Bonjour']), 100)).rejects.toThrow("'Bonj'");
  });

  test('stops when aborted, and serves the next call', async () => {
    const controller = new AbortController();
    const large = new Blob([wavOf(new Int16Array(30_000_000))]);
    const aborted = client.draw(large, 100, controller.signal);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect((await client.draw(await fetched(monoUrl), 50)).peaks[0]?.length).toBeGreaterThan(40);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlainLoudness } from '../../../audio-wasm/reference/audio.ts';
import { measureWithFfmpeg } from './ffmpeg-loudness.ts';
import { GOLDEN_LOUDNESS, type GoldenLoudness, type GoldenSource, goldenSamples } from './loudness-golden.ts';
import { wavOf } from './wav-bytes.ts';

/** `tsx tests/support/audio/make-loudness-golden.ts`: makes the golden fixture of the loudness kernel anew; ffmpeg is needed. */

const SOURCES: readonly GoldenSource[] = [
  { file: 'conforming-mono.wav' },
  { file: 'conforming-stereo.wav' },
  { noise: 'even', seed: 1770, channels: 2, sampleRateHz: 48_000, frames: 170_003 },
  { noise: 'clipped', seed: 128, channels: 1, sampleRateHz: 22_050, frames: 70_001 },
  { noise: 'bursts', seed: 3341, channels: 2, sampleRateHz: 44_100, frames: 150_007 },
];

const folder = mkdtempSync(join(tmpdir(), 'loudness-golden-'));
try {
  const golden = SOURCES.map((source): GoldenLoudness => {
    const { channels, sampleRateHz, samples } = goldenSamples(source);
    const stream = startPlainLoudness({ channels, sampleRateHz });
    stream.push(new Uint8Array(samples.buffer));
    const { energies, truePeak, midPower, sidePower } = stream.finish();
    const path = join(folder, 'golden.wav');
    writeFileSync(path, wavOf(samples, { channels, sampleRateHz }));
    const { integratedLufs, truePeakDbtp } = measureWithFfmpeg(path);
    const ffmpeg = { integratedLufs, truePeakDbtp };
    return { source, energies: [...energies], truePeak, midPower, sidePower, ffmpeg };
  });
  writeFileSync(GOLDEN_LOUDNESS, `${JSON.stringify(golden, null, 2)}\n`);
  for (const { source, ffmpeg } of golden) console.log(JSON.stringify({ source, ffmpeg }));
} finally {
  rmSync(folder, { recursive: true });
}

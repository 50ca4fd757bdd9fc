import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCore } from '../../../../../server/domain/media/audio-worker.ts';
import { makeRendition } from '../../../../../server/domain/media/renditions/make-rendition.ts';
import { hashFile, readPieces } from '../../../../../server/store/files.ts';
import { wavOf } from '../../../../support/audio/wav-bytes.ts';

const RATE_HZ = 44_100;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drop-ici-rendition-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a rendition of these channels, each a function of the frame, and reads it with a demuxer. */
async function renditionOf(durationS: number, ...channels: readonly ((frame: number) => number)[]) {
  const frames = Math.round(durationS * RATE_HZ);
  const samples = new Int16Array(frames * channels.length);
  for (const [channel, valueAt] of channels.entries()) {
    for (let frame = 0; frame < frames; frame++) samples[frame * channels.length + channel] = valueAt(frame);
  }
  const job = await mkdtemp(join(folder, 'job-'));
  const wav = join(job, 'master.wav');
  await writeFile(wav, wavOf(samples, { channels: channels.length }));
  const made = await makeRendition(await loadCore(), wav, job);
  const input = new Input({ source: new FilePathSource(made.path), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) throw new Error('Expected a track of audio');
    const { averageBitrate } = await track.computePacketStats();
    return {
      made,
      codec: await track.getCodecParameterString(),
      channels: track.numberOfChannels,
      startS: await track.getFirstTimestamp(),
      endS: await track.computeDuration(),
      kbitPerS: averageBitrate / 1000,
    };
  } finally {
    input.dispose();
  }
}

const voice = (frame: number): number => 6000 * Math.sin(frame / 30) + 2000 * Math.sin(frame / 7);
const noise = (frame: number): number => ((frame * 1_103_515_245 + 12_345) % 16_384) - 8192;

test('one channel, or two nearly equal channels, become mono at 64 kbit/s', async () => {
  const mono = await renditionOf(5, voice);
  expect(mono).toMatchObject({ codec: 'mp4a.40.2', channels: 1 });
  expect(mono.kbitPerS).toBeLessThan(70);
  expect(await renditionOf(1, voice, (frame) => voice(frame) + (frame % 3))).toMatchObject({ channels: 1 });
});

test('two different channels stay stereo, at 112 to 128 kbit/s at most', async () => {
  const stereo = await renditionOf(5, voice, noise);
  expect(stereo.channels).toBe(2);
  expect(stereo.kbitPerS).toBeLessThan(136);
});

test('a rendition begins and ends with its master, despite the encoder’s padding', async () => {
  const { startS, endS } = await renditionOf(3.21, voice);
  // The encoder's priming frames lie before zero, where an edit list hides them.
  expect(startS).toBeCloseTo(-1024 / RATE_HZ, 3);
  expect(Math.abs(endS - 3.21)).toBeLessThan(0.03);
});

test('a rendition has its index in front and the hash of its file', async () => {
  const { made } = await renditionOf(1, voice);
  const types: string[] = [];
  for await (const piece of readPieces(made.path)) {
    const text = Buffer.from(piece).toString('latin1');
    types.push(...(text.match(/moov|mdat/g) ?? []));
  }
  expect(types.slice(0, 2)).toEqual(['moov', 'mdat']);
  expect(await hashFile(made.path)).toBe(made.sha256);
});

test('a file that is not a WAV is refused with the reason', async () => {
  const path = join(folder, 'text.wav');
  await writeFile(path, 'some text');
  await expect(makeRendition(await loadCore(), path, folder)).rejects.toThrow("starts with 'RIFF'");
});

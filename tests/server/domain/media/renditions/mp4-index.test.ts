import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { expect, test } from 'vitest';
import { mp4Beginning } from '../../../../../server/domain/media/renditions/mp4-index.ts';

/** AAC-LC, 44.1 kHz, one channel. */
const CONFIG = Uint8Array.of(0x12, 0x08);

/** Frames of different sizes, each filled with its own number. */
function makeFrames(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => new Uint8Array(3 + (index % 50)).fill(index));
}

test.each([1, 21, 22, 23, 44, 1000])('a demuxer finds each of %d frames at its place', async (count) => {
  const frames = makeFrames(count);
  const beginning = mp4Beginning({
    frameBytes: frames.map(({ length }) => length),
    config: CONFIG,
    channels: 1,
    sampleRateHz: 44_100,
    samples: count * 1024 - 1500 + 1024,
    bitsPerS: 64_000,
  });
  const input = new Input({ source: new BufferSource(Buffer.concat([beginning, ...frames])), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  if (track === null) throw new Error('Expected a track of audio');
  expect(track).toMatchObject({ numberOfChannels: 1, sampleRate: 44_100 });
  expect(await track.getCodecParameterString()).toBe('mp4a.40.2');
  const found: number[][] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) found.push([...data]);
  expect(found).toEqual(frames.map((frame) => [...frame]));
  input.dispose();
});

test('4 GiB or more are refused, because chunk offsets cannot address them', () => {
  const huge = { frameBytes: [0xffffffff], config: CONFIG, channels: 1, sampleRateHz: 44_100, samples: 1, bitsPerS: 1 };
  expect(() => mp4Beginning(huge)).toThrow(RangeError);
});

import { type FileHandle, open } from 'node:fs/promises';
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output, Quality } from 'mediabunny';
import { writeAll } from '../../../store/files.ts';

/** The output of an encoder: AAC frames one after the other, without any container. */
export interface EncodedAac {
  /** Size of each frame in bytes. */
  readonly frameBytes: readonly number[];
  /** The AudioSpecificConfig (ISO/IEC 14496-3), which a decoder needs. */
  readonly config: Uint8Array;
}

/** Encodes samples to AAC-LC. */
interface Encoder {
  /** Encodes samples: one array per channel, of equal lengths. They are copied. */
  push(channels: readonly Float32Array[]): Promise<void>;
  finish(): Promise<EncodedAac>;
  /** Frees everything; an unfinished file is useless. */
  close(): Promise<void>;
}

interface EncoderOptions {
  readonly channels: number;
  readonly sampleRateHz: number;
  readonly bitsPerS: number;
}

let isRegistered = false;

/**
 * Opens an encoder that writes to a new file. The caller closes it.
 *
 * Takes frames from mediabunny as they are encoded, whose MP4 writer would hold an object for each: 50 MB for an hour.
 */
export async function openEncoder(path: string, options: EncoderOptions): Promise<Encoder> {
  const { channels, sampleRateHz, bitsPerS } = options;
  if (!isRegistered) registerAacEncoder();
  isRegistered = true;
  const frameBytes: number[] = [];
  let config: Uint8Array | undefined;
  let encoded: Uint8Array[] = [];
  const source = new AudioSampleSource({
    codec: 'aac',
    quality: new Quality({ bitrate: bitsPerS }),
    onEncodedPacket: ({ data }, meta) => {
      config ??= toBytes(meta?.decoderConfig?.description);
      frameBytes.push(data.length);
      encoded.push(data);
    },
  });
  const output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  const file = await open(path, 'wx');
  let written = 0;
  const write = async (): Promise<void> => {
    const pieces = encoded;
    encoded = [];
    written += await writePieces(file, pieces, written);
  };
  let samplesPushed = 0;
  return {
    push: async (planes) => {
      const count = planes[0]?.length ?? 0;
      if (count === 0) return;
      const data = new Float32Array(count * channels);
      for (const [channel, plane] of planes.entries()) data.set(plane, channel * count);
      const timestamp = samplesPushed / sampleRateHz;
      const format = 'f32-planar';
      const sample = new AudioSample({ data, format, numberOfChannels: channels, sampleRate: sampleRateHz, timestamp });
      samplesPushed += count;
      try {
        await source.add(sample);
      } finally {
        sample.close();
      }
      await write();
    },
    finish: async () => {
      await output.finalize();
      await write();
      if (config === undefined) throw new Error('Expected frames of AAC with a configuration, got none');
      return { frameBytes, config };
    },
    close: async () => {
      await file.close();
      if (output.state === 'started') await output.cancel();
    },
  };
}

async function writePieces(file: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<number> {
  const joined = Buffer.concat(pieces);
  await writeAll(file, joined, position);
  return joined.length;
}

function toBytes(source: ArrayBufferLike | ArrayBufferView | undefined): Uint8Array | undefined {
  if (source === undefined) return undefined;
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();
}

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { AudioCore } from '../../../../audio-wasm/kernels.ts';
import { type Loudness, measureLoudness } from '../../../../audio-wasm/loudness.ts';
import { readWavFormat, type WavFormat } from '../../../../audio-wasm/wav.ts';
import { readPieces, viewFile, writeAll } from '../../../store/files.ts';
import { readSamples, sampleReader } from '../audio-worker.ts';
import { type EncodedAac, openEncoder } from './encoder.ts';
import { createLimiter } from './limiter.ts';
import { mp4Beginning } from './mp4-index.ts';

/** A rendition that was made. */
export interface MadeRendition {
  /** Path of the file, flushed to the disk. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The loudness of the master. */
  readonly loudness: Loudness;
}

/**
 * Makes the rendition of a 16-bit WAV file: AAC-LC in an MP4 with its index in front, at an even loudness. The master
 * is read twice, in pieces.
 * @param folder an empty folder for the written files; the caller removes it
 * @throws WavFormatError; the system's error; the errors of the encoder
 */
export async function makeRendition(core: AudioCore, wavPath: string, folder: string): Promise<MadeRendition> {
  const format = await readWavFormat(await viewFile(wavPath));
  const loudness = await measureLoudness(core, sampleReader(wavPath, format), format);
  const plan = planRendition(loudness, format.channels);
  const encodedPath = join(folder, 'encoded.aac');
  const encoded = await encode(wavPath, format, plan, encodedPath);
  const path = join(folder, 'rendition.m4a');
  const beginning = mp4Beginning({ ...encoded, ...plan, sampleRateHz: format.sampleRateHz, samples: format.frames });
  return { path, ...(await joinFile(beginning, encodedPath, path)), loudness };
}

async function encode(wavPath: string, format: WavFormat, plan: RenditionPlan, path: string): Promise<EncodedAac> {
  const { channels, sampleRateHz } = format;
  const encoder = await openEncoder(path, { ...plan, sampleRateHz });
  const limiter = createLimiter({ ...plan, sampleRateHz });
  try {
    for await (const frames of readFrames(wavPath, format)) {
      await encoder.push(limiter.push(toChannels(frames, channels, plan.channels)));
    }
    await encoder.push(limiter.finish());
    return await encoder.finish();
  } finally {
    await encoder.close();
  }
}

/** Writes `beginning`, followed by the file at `restPath`, to a new file, and flushes that to the disk. */
async function joinFile(
  beginning: Uint8Array,
  restPath: string,
  path: string,
): Promise<Pick<MadeRendition, 'sha256' | 'bytes'>> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx');
  try {
    let bytes = 0;
    const write = async (piece: Uint8Array): Promise<void> => {
      hash.update(piece);
      await writeAll(file, piece, bytes);
      bytes += piece.length;
    };
    await write(beginning);
    for await (const piece of readPieces(restPath)) await write(piece);
    await file.sync();
    return { sha256: hash.digest('hex'), bytes };
  } finally {
    await file.close();
  }
}

/** Yields the samples of a 16-bit WAV in pieces of whole frames. */
async function* readFrames(wavPath: string, format: WavFormat): AsyncGenerator<Int16Array> {
  const frameBytes = format.channels * 2;
  let rest = new Uint8Array();
  for await (const piece of readSamples(wavPath, format)) {
    const joined = new Uint8Array(rest.length + piece.length);
    joined.set(rest);
    joined.set(piece, rest.length);
    const whole = joined.length - (joined.length % frameBytes);
    rest = joined.slice(whole);
    yield new Int16Array(joined.buffer, 0, whole / 2);
  }
}

/** Integrated loudness of renditions, in LUFS: that of podcasts, so that no story is much louder than another. */
const TARGET_LUFS = -16;
/** Largest gain in dB: more would lift the noise of a room to the level of a voice. */
const GAIN_MAX_DB = 15;
/**
 * True peak limit before encoding, in dB below full scale. A rendition may have -1 dBTP; encoding adds less than 1 dB
 * to the peaks of voices, and up to 2.8 dB to those of a knock on the microphone.
 */
const CEILING_DBTP = -4;
/** The channels count as equal if their difference has at most this share of their power: 30 dB less. */
const SIDE_TO_MID_MAX = 0.001;
const MONO_BITS_PER_S = 64_000;
const STEREO_BITS_PER_S = 128_000;

/** The settings that turn a master into a rendition. */
interface RenditionPlan {
  readonly channels: 1 | 2;
  readonly bitsPerS: number;
  /** Linear gain. */
  readonly gain: number;
  /** Linear true peak limit of the limiter. */
  readonly ceiling: number;
}

/** Decides on channels, bit rate and gain, from the measurements of a master with `channels`. */
export function planRendition(loudness: Loudness, channels: number): RenditionPlan {
  const isMono = channels === 1 || loudness.sideToMid <= SIDE_TO_MID_MAX;
  // Silence has no loudness, and remains unchanged.
  const wantedDb = Number.isFinite(loudness.integratedLufs) ? TARGET_LUFS - loudness.integratedLufs : 0;
  return {
    channels: isMono ? 1 : 2,
    bitsPerS: isMono ? MONO_BITS_PER_S : STEREO_BITS_PER_S,
    gain: linear(Math.min(wantedDb, GAIN_MAX_DB)),
    ceiling: linear(CEILING_DBTP),
  };
}

/**
 * Converts interleaved 16-bit frames to one array of samples per channel, with 1 as full scale; mixes two channels if
 * one is wanted.
 */
export function toChannels(frames: Int16Array, channels: number, wanted: 1 | 2): Float32Array[] {
  const count = frames.length / channels;
  const left = new Float32Array(count);
  if (wanted === 1) {
    const scale = 1 / (32_768 * channels);
    for (let frame = 0; frame < count; frame++) {
      const second = channels === 2 ? (frames[2 * frame + 1] ?? 0) : 0;
      left[frame] = ((frames[channels * frame] ?? 0) + second) * scale;
    }
    return [left];
  }
  const right = new Float32Array(count);
  for (let frame = 0; frame < count; frame++) {
    left[frame] = (frames[2 * frame] ?? 0) / 32_768;
    right[frame] = (frames[2 * frame + 1] ?? 0) / 32_768;
  }
  return [left, right];
}

function linear(db: number): number {
  return 10 ** (db / 20);
}

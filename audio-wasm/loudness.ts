import type { AudioCore, LoudnessSums } from './kernels.ts';
import { streamPcm16 } from './pcm16.ts';
import type { WavFormat } from './wav.ts';

/** The loudness of a recording, by ITU-R BS.1770-4, EBU R 128 and EBU Tech 3342. */
export interface Loudness {
  /**
   * Integrated loudness in LUFS; -Infinity for silence (nothing above -70 LUFS) and for less than 100 ms. Less than the
   * 400 ms of a gating block is measured as one; a single channel as played on both sides.
   */
  readonly integratedLufs: number;
  /** Loudness range in LU; 0 for less than 3 s. EBU Tech 3342 calls it unsteady for recordings under a minute. */
  readonly rangeLu: number;
  /** True peak in dB; -Infinity for digital silence, above 0 where the signal between the samples passes full scale. */
  readonly truePeakDbtp: number;
  /** Power of (left - right) / 2 over that of (left + right) / 2: 0 for equal channels, Infinity for opposite ones. */
  readonly sideToMid: number;
}

/** Blocks of 100 ms in a gating block of 400 ms: one starts every 100 ms, so they overlap by 75 %. */
const GATING_BLOCKS = 4;
/** Blocks of 100 ms in a window of 3 s. One starts every 100 ms. */
const RANGE_BLOCKS = 30;
const ABSOLUTE_GATE = energyAt(-70);
/** -10 LU, the relative gate of integrated loudness. */
const INTEGRATED_GATE = 0.1;
/** -20 LU, the relative gate of loudness range. */
const RANGE_GATE = 0.01;
const RANGE_LOW = 0.1;
const RANGE_HIGH = 0.95;

/**
 * Measures a recording from a stream of its samples, which `read` passes as for `streamPeaks`; memory grows by 8 bytes
 * every 100 ms.
 * @throws WavFormatError for unsupported samples; RangeError for more than two channels or an unusual sample rate; what
 * `read` throws
 */
export async function measureLoudness(
  core: AudioCore,
  read: (take: (piece: Uint8Array) => void) => Promise<void>,
  format: WavFormat,
): Promise<Loudness> {
  const { channels, sampleRateHz } = format;
  const toPcm16 = streamPcm16(format);
  const stream = core.startLoudness({ channels, sampleRateHz });
  await read((piece) => stream.push(toPcm16(piece)));
  return toLoudness(stream.finish());
}

/** Computes the loudness of a recording from the sums of its stream. */
export function toLoudness({ energies, truePeak, midPower, sidePower }: LoudnessSums): Loudness {
  return {
    integratedLufs: integratedLufs(energies),
    rangeLu: rangeLu(energies),
    truePeakDbtp: 20 * Math.log10(truePeak),
    sideToMid: sidePower === 0 ? 0 : sidePower / midPower,
  };
}

function integratedLufs(energies: Float64Array): number {
  const blocks = slidingMeans(energies, Math.min(GATING_BLOCKS, energies.length));
  return lufsAt(mean(gated(blocks, INTEGRATED_GATE)));
}

function rangeLu(energies: Float64Array): number {
  const sorted = gated(slidingMeans(energies, RANGE_BLOCKS), RANGE_GATE).sort();
  // The nearest rank, as in the program of Tech 3342.
  const percentile = (part: number): number => lufsAt(sorted[Math.round((sorted.length - 1) * part)] ?? 0);
  return sorted.length === 0 ? 0 : percentile(RANGE_HIGH) - percentile(RANGE_LOW);
}

/** Leaves out the blocks below the absolute gate, then those below a fraction of the remaining mean. */
function gated(energies: Float64Array, relative: number): Float64Array {
  const audible = energies.filter((energy) => energy > ABSOLUTE_GATE);
  const gate = mean(audible) * relative;
  return audible.filter((energy) => energy > gate);
}

/** The mean of each `count` neighbours; empty if there are fewer. */
function slidingMeans(values: Float64Array, count: number): Float64Array {
  const windows = count === 0 ? 0 : Math.max(0, values.length - count + 1);
  return Float64Array.from({ length: windows }, (_, start) => mean(values.subarray(start, start + count)));
}

function mean(values: Float64Array): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function lufsAt(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}

function energyAt(lufs: number): number {
  return 10 ** ((lufs + 0.691) / 10);
}

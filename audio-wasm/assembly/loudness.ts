import { widenTruePeak } from './true-peak';

/**
 * Streamed loudness sums. The plain twin in reference/audio.ts explains the method. K-weighting does the same
 * operations in the same order, and everything else is exact, so both give the same bits. The caller allocates the
 * state of LOUDNESS_STATE_BYTES; its fields are at the offsets below.
 *
 * Frames are copied to a work area, as pairs of left and right (a single channel twice), after the last earlier frames
 * and before zeros. The work area never reaches into a second block.
 */
export const LOUDNESS_STATE_BYTES: i32 = 16_704;

const CHANNELS: usize = 0;
const BLOCK_FRAMES: usize = 4;
/** Frames in the current block. */
const FILLED: usize = 8;
/** Address of the taps of the true peak filter. */
const TAPS: usize = 12;
/** The true peak so far, in 1 / PEAK_SCALE. */
const PEAK: usize = 16;
/** Five coefficients of the shelf, its numerator divided by full scale, and two of the high-pass (f64). */
const WEIGHTING: usize = 32;
/** Left and right (f64x2): the last two inputs of the shelf, of the high-pass, and outputs of the high-pass. */
const MEMORY: usize = 96;
/** Left and right (f64x2): sums of squares of the current block. */
const ENERGY: usize = 192;
/** Mid and side (i64): the same, unweighted, in 1 / POWER_SCALE. */
const BLOCK_POWERS: usize = 208;
/** Mid and side (f64): sums of the earlier blocks, in full scale. */
const TOTAL_POWERS: usize = 224;
const HISTORY: usize = 240;
const WORK: usize = 288;

const HISTORY_FRAMES: i32 = 12;
const WORK_FRAMES: i32 = 4096;

const FULL_SCALE: f64 = 32_768;
/** The samples' full scale, times the taps' scale. */
const PEAK_SCALE: f64 = 32_768 * 8192;
/** The samples' full scale, and the halves of mid and side, squared. */
const POWER_SCALE: f64 = 4 * 32_768 * 32_768;

/** Filter values below this are set to 0 at the end of a block: denormal numbers would slow down silence. */
const SILENT: f64 = 1e-30;

/** Begins a stream in the block at `state`; `taps` are 4 phases of 12, as i16. */
export function loudnessStart(
  state: usize,
  channels: i32,
  blockFrames: i32,
  taps: usize,
  shelfB0: f64,
  shelfB1: f64,
  shelfB2: f64,
  shelfA1: f64,
  shelfA2: f64,
  highPassA1: f64,
  highPassA2: f64,
): void {
  memory.fill(state, 0, LOUDNESS_STATE_BYTES);
  store<i32>(state, channels, CHANNELS);
  store<i32>(state, blockFrames, BLOCK_FRAMES);
  store<usize>(state, taps, TAPS);
  store<f64>(state, shelfB0 / FULL_SCALE, WEIGHTING);
  store<f64>(state, shelfB1 / FULL_SCALE, WEIGHTING + 8);
  store<f64>(state, shelfB2 / FULL_SCALE, WEIGHTING + 16);
  store<f64>(state, shelfA1, WEIGHTING + 24);
  store<f64>(state, shelfA2, WEIGHTING + 32);
  store<f64>(state, highPassA1, WEIGHTING + 40);
  store<f64>(state, highPassA2, WEIGHTING + 48);
}

/** Adds whole frames of 16-bit PCM at `input`, writes the energy of each completed block to `output`, and returns their number. */
export function loudnessPush(state: usize, input: usize, frames: i32, output: usize): i32 {
  const channels = load<i32>(state, CHANNELS);
  const blockFrames = load<i32>(state, BLOCK_FRAMES);
  let filled = load<i32>(state, FILLED);
  let at = input;
  let left = frames;
  let blocks = 0;
  while (left > 0) {
    const run = min(min(left, blockFrames - filled), WORK_FRAMES);
    if (channels == 1) copyTwice(at, run, state + WORK);
    else memory.copy(state + WORK, at, (<usize>run) << 2);
    measure(state, run);
    at += <usize>run * channels * 2;
    left -= run;
    filled += run;
    if (filled == blockFrames) {
      store<f64>(output + ((<usize>blocks) << 3), endBlock(state) / <f64>blockFrames);
      blocks++;
      filled = 0;
    }
  }
  store<i32>(state, filled, FILLED);
  return blocks;
}

/** Ends the stream; writes true peak, mid power and side power to `output`, in full scale (f64 each). */
export function loudnessFinish(state: usize, output: usize): void {
  endBlock(state);
  // The filter still rings when the last sample has passed.
  memory.fill(state + WORK, 0, (HISTORY_FRAMES + 4) << 2);
  store<i32>(
    state,
    widenTruePeak(load<i32>(state, PEAK), state + WORK, HISTORY_FRAMES, load<usize>(state, TAPS)),
    PEAK,
  );
  store<f64>(output, <f64>load<i32>(state, PEAK) / PEAK_SCALE);
  store<f64>(output, load<f64>(state, TOTAL_POWERS), 8);
  store<f64>(output, load<f64>(state, TOTAL_POWERS + 8), 16);
}

function measure(state: usize, frames: i32): void {
  const work = state + WORK;
  const end = work + ((<usize>frames) << 2);
  v128.store(end, i32x4.splat(0));
  weigh(state, work, end);
  widenPowers(state + BLOCK_POWERS, work, end);
  store<i32>(state, widenTruePeak(load<i32>(state, PEAK), work, frames, load<usize>(state, TAPS)), PEAK);
  // The three vectors are loaded before the first is stored, since they overlap in a short run.
  const last = end - (HISTORY_FRAMES << 2);
  const a = v128.load(last);
  const b = v128.load(last, 16);
  const c = v128.load(last, 32);
  v128.store(state, a, HISTORY);
  v128.store(state, b, HISTORY + 16);
  v128.store(state, c, HISTORY + 32);
}

/** Adds the squares of the K-weighted frames from `first` to `end` to the energy of both sides. */
function weigh(state: usize, first: usize, end: usize): void {
  const b0 = v128.load64_splat(state, WEIGHTING);
  const b1 = v128.load64_splat(state, WEIGHTING + 8);
  const b2 = v128.load64_splat(state, WEIGHTING + 16);
  const a1 = v128.load64_splat(state, WEIGHTING + 24);
  const a2 = v128.load64_splat(state, WEIGHTING + 32);
  const c1 = v128.load64_splat(state, WEIGHTING + 40);
  const c2 = v128.load64_splat(state, WEIGHTING + 48);
  let x1 = v128.load(state, MEMORY);
  let x2 = v128.load(state, MEMORY + 16);
  let s1 = v128.load(state, MEMORY + 32);
  let s2 = v128.load(state, MEMORY + 48);
  let y1 = v128.load(state, MEMORY + 64);
  let y2 = v128.load(state, MEMORY + 80);
  let energy = v128.load(state, ENERGY);
  for (let at = first; at < end; at += 4) {
    const x = f64x2.convert_low_i32x4_s(i32x4.extend_low_i16x8_s(v128.load32_zero(at)));
    let s = f64x2.add(f64x2.add(f64x2.mul(b0, x), f64x2.mul(b1, x1)), f64x2.mul(b2, x2));
    s = f64x2.sub(f64x2.sub(s, f64x2.mul(a2, s2)), f64x2.mul(a1, s1));
    let y = f64x2.add(f64x2.sub(s, f64x2.add(s1, s1)), s2);
    y = f64x2.sub(f64x2.sub(y, f64x2.mul(c2, y2)), f64x2.mul(c1, y1));
    energy = f64x2.add(energy, f64x2.mul(y, y));
    x2 = x1;
    x1 = x;
    s2 = s1;
    s1 = s;
    y2 = y1;
    y1 = y;
  }
  v128.store(state, x1, MEMORY);
  v128.store(state, x2, MEMORY + 16);
  v128.store(state, s1, MEMORY + 32);
  v128.store(state, s2, MEMORY + 48);
  v128.store(state, y1, MEMORY + 64);
  v128.store(state, y2, MEMORY + 80);
  v128.store(state, energy, ENERGY);
}

/**
 * Adds the squares of left + right and of left - right, of 16-bit frames, to the two i64 at `powers`. Exact. The frames
 * from `first` to `end` are followed by zeros up to a multiple of four.
 */
function widenPowers(powers: usize, first: usize, end: usize): void {
  let squares = i64x2.splat(0);
  let products = i64x2.splat(0);
  for (let at = first; at < end; at += 16) {
    const v = v128.load(at);
    // Two squares of -32,768 make 2^31, so this sum is unsigned.
    const square = i32x4.dot_i16x8_s(v, v);
    const product = i32x4.mul(i32x4.shr_s(i32x4.shl(v, 16), 16), i32x4.shr_s(v, 16));
    squares = i64x2.add(squares, i64x2.extend_low_i32x4_u(square));
    squares = i64x2.add(squares, i64x2.extend_high_i32x4_u(square));
    products = i64x2.add(products, i64x2.extend_low_i32x4_s(product));
    products = i64x2.add(products, i64x2.extend_high_i32x4_s(product));
  }
  const square = i64x2.extract_lane(squares, 0) + i64x2.extract_lane(squares, 1);
  const product = i64x2.extract_lane(products, 0) + i64x2.extract_lane(products, 1);
  store<i64>(powers, load<i64>(powers) + square + 2 * product);
  store<i64>(powers, load<i64>(powers, 8) + square - 2 * product, 8);
}

/** Adds the block's powers to the totals, starts the next one, and returns the energy of both sides. */
function endBlock(state: usize): f64 {
  const energy = v128.load(state, ENERGY);
  v128.store(state, f64x2.splat(0), ENERGY);
  for (let side: usize = 0; side < 16; side += 8) {
    const power = <f64>load<i64>(state + side, BLOCK_POWERS) / POWER_SCALE;
    store<f64>(state + side, load<f64>(state + side, TOTAL_POWERS) + power, TOTAL_POWERS);
    store<i64>(state + side, 0, BLOCK_POWERS);
  }
  // The inputs of the shelf are samples, never denormal.
  for (let at = state + MEMORY + 32; at < state + MEMORY + 96; at += 16) {
    const value = v128.load(at);
    v128.store(at, v128.and(value, f64x2.ge(f64x2.abs(value), f64x2.splat(SILENT))));
  }
  return f64x2.extract_lane(energy, 0) + f64x2.extract_lane(energy, 1);
}

/** Writes each sample of a single channel twice. */
function copyTwice(from: usize, frames: i32, to: usize): void {
  const end = to + ((<usize>frames) << 2);
  let at = from;
  for (let out = to; out < end; out += 16) {
    const v = v128.load64_zero(at);
    v128.store(out, v128.shuffle<i16>(v, v, 0, 0, 1, 1, 2, 2, 3, 3));
    at += 8;
  }
}

import { scanEach, scanSums } from './pcm';

/**
 * Streamed minima and maxima per pixel. The caller allocates the state: PEAKS_STATE_BYTES + 8 bytes per channel:
 *
 *   0 channels, 4 mixed (1 or 0), 8 samplesPerPixel, 12 frames in the current pixel, then lows, then highs (i32 each)
 */
export const PEAKS_STATE_BYTES: i32 = 16;

/** Begins a stream in the block at `state`. */
export function peaksStart(state: usize, channels: i32, mixed: i32, samplesPerPixel: i32): void {
  store<i32>(state, channels);
  store<i32>(state, mixed, 4);
  store<i32>(state, samplesPerPixel, 8);
  startPixel(state, channels);
}

/**
 * Adds whole frames of 16-bit PCM at `input`, writes each completed pixel to `output` as i16 pairs (min, max; channels
 * interleaved), and returns the number of pixels.
 */
export function peaksPush(state: usize, input: usize, frames: i32, output: usize): i32 {
  const channels = load<i32>(state);
  const mixed = load<i32>(state, 4) != 0 && channels > 1;
  const samplesPerPixel = load<i32>(state, 8);
  const lows = state + PEAKS_STATE_BYTES;
  const highs = lows + ((<usize>channels) << 2);
  const pixelBytes: usize = mixed ? 4 : (<usize>channels) << 2;
  let filled = load<i32>(state, 12);
  let at = input;
  let left = frames;
  let out = output;
  let pixels = 0;
  while (left > 0) {
    const run = min(left, samplesPerPixel - filled);
    if (mixed) scanSums(at, run, channels, lows, highs);
    else scanEach(at, run, channels, lows, highs);
    at += <usize>run * channels * 2;
    left -= run;
    filled += run;
    if (filled == samplesPerPixel) {
      writePixel(state, channels, mixed, out);
      startPixel(state, channels);
      out += pixelBytes;
      pixels++;
      filled = 0;
    }
  }
  store<i32>(state, filled, 12);
  return pixels;
}

/** Writes the last, partial pixel; returns 1 if there is one, else 0. */
export function peaksFinish(state: usize, output: usize): i32 {
  if (load<i32>(state, 12) == 0) return 0;
  const channels = load<i32>(state);
  writePixel(state, channels, load<i32>(state, 4) != 0 && channels > 1, output);
  startPixel(state, channels);
  return 1;
}

function startPixel(state: usize, channels: i32): void {
  const lows = state + PEAKS_STATE_BYTES;
  const highs = lows + ((<usize>channels) << 2);
  for (let channel: usize = 0; channel < <usize>channels; channel++) {
    store<i32>(lows + (channel << 2), i32.MAX_VALUE);
    store<i32>(highs + (channel << 2), i32.MIN_VALUE);
  }
  store<i32>(state, 0, 12);
}

function writePixel(state: usize, channels: i32, mixed: bool, output: usize): void {
  const lows = state + PEAKS_STATE_BYTES;
  const highs = lows + ((<usize>channels) << 2);
  if (mixed) {
    // i32 division truncates toward zero, as audiowaveform's does.
    store<i16>(output, <i16>(load<i32>(lows) / channels));
    store<i16>(output, <i16>(load<i32>(highs) / channels), 2);
    return;
  }
  for (let channel: usize = 0; channel < <usize>channels; channel++) {
    store<i16>(output + (channel << 2), <i16>load<i32>(lows + (channel << 2)));
    store<i16>(output + (channel << 2), <i16>load<i32>(highs + (channel << 2)), 2);
  }
}

/**
 * Minima and maxima of 16-bit PCM, channels interleaved. `lows` and `highs` are i32 arrays of the current extremes,
 * which these functions update.
 */

/** Updates the extremes of each channel with its samples. */
export function scanEach(input: usize, frames: i32, channels: i32, lows: usize, highs: usize): void {
  let at = input;
  let left = frames * channels;
  // 8 lanes hold whole frames of 1, 2, 4 or 8 channels, so each lane always has the same channel.
  if (left >= 16 && (channels == 1 || channels == 2 || channels == 4 || channels == 8)) {
    let low0 = i16x8.splat(i16.MAX_VALUE);
    let high0 = i16x8.splat(i16.MIN_VALUE);
    let low1 = low0;
    let high1 = high0;
    while (left >= 16) {
      const a = v128.load(at);
      const b = v128.load(at, 16);
      low0 = i16x8.min_s(low0, a);
      high0 = i16x8.max_s(high0, a);
      low1 = i16x8.min_s(low1, b);
      high1 = i16x8.max_s(high1, b);
      at += 32;
      left -= 16;
    }
    let low = i16x8.min_s(low0, low1);
    let high = i16x8.max_s(high0, high1);
    if (channels <= 4) {
      low = i16x8.min_s(low, v128.shuffle<i16>(low, low, 4, 5, 6, 7, 0, 1, 2, 3));
      high = i16x8.max_s(high, v128.shuffle<i16>(high, high, 4, 5, 6, 7, 0, 1, 2, 3));
    }
    if (channels <= 2) {
      low = i16x8.min_s(low, v128.shuffle<i16>(low, low, 2, 3, 0, 1, 4, 5, 6, 7));
      high = i16x8.max_s(high, v128.shuffle<i16>(high, high, 2, 3, 0, 1, 4, 5, 6, 7));
    }
    if (channels == 1) {
      low = i16x8.min_s(low, v128.shuffle<i16>(low, low, 1, 0, 2, 3, 4, 5, 6, 7));
      high = i16x8.max_s(high, v128.shuffle<i16>(high, high, 1, 0, 2, 3, 4, 5, 6, 7));
    }
    widen(lows, highs, 0, i16x8.extract_lane_s(low, 0), i16x8.extract_lane_s(high, 0));
    if (channels >= 2) widen(lows, highs, 1, i16x8.extract_lane_s(low, 1), i16x8.extract_lane_s(high, 1));
    if (channels >= 4) {
      widen(lows, highs, 2, i16x8.extract_lane_s(low, 2), i16x8.extract_lane_s(high, 2));
      widen(lows, highs, 3, i16x8.extract_lane_s(low, 3), i16x8.extract_lane_s(high, 3));
    }
    if (channels == 8) {
      widen(lows, highs, 4, i16x8.extract_lane_s(low, 4), i16x8.extract_lane_s(high, 4));
      widen(lows, highs, 5, i16x8.extract_lane_s(low, 5), i16x8.extract_lane_s(high, 5));
      widen(lows, highs, 6, i16x8.extract_lane_s(low, 6), i16x8.extract_lane_s(high, 6));
      widen(lows, highs, 7, i16x8.extract_lane_s(low, 7), i16x8.extract_lane_s(high, 7));
    }
  }
  let channel = 0;
  while (left > 0) {
    const sample = <i32>load<i16>(at);
    widen(lows, highs, channel, sample, sample);
    channel = channel + 1 == channels ? 0 : channel + 1;
    at += 2;
    left--;
  }
}

/**
 * Updates one pair of extremes with the sums of the frames. Sums, not means: division is monotonic, so one per pixel is
 * enough. 65,535 channels, the limit of WAV headers, still fit an i32.
 */
export function scanSums(input: usize, frames: i32, channels: i32, lows: usize, highs: usize): void {
  let at = input;
  let left = frames;
  if (channels == 2 && left >= 8) {
    let low0 = i32x4.splat(i32.MAX_VALUE);
    let high0 = i32x4.splat(i32.MIN_VALUE);
    let low1 = low0;
    let high1 = high0;
    while (left >= 8) {
      const a = i32x4.extadd_pairwise_i16x8_s(v128.load(at));
      const b = i32x4.extadd_pairwise_i16x8_s(v128.load(at, 16));
      low0 = i32x4.min_s(low0, a);
      high0 = i32x4.max_s(high0, a);
      low1 = i32x4.min_s(low1, b);
      high1 = i32x4.max_s(high1, b);
      at += 32;
      left -= 8;
    }
    let low = i32x4.min_s(low0, low1);
    let high = i32x4.max_s(high0, high1);
    low = i32x4.min_s(low, v128.shuffle<i32>(low, low, 2, 3, 0, 1));
    high = i32x4.max_s(high, v128.shuffle<i32>(high, high, 2, 3, 0, 1));
    low = i32x4.min_s(low, v128.shuffle<i32>(low, low, 1, 0, 2, 3));
    high = i32x4.max_s(high, v128.shuffle<i32>(high, high, 1, 0, 2, 3));
    widen(lows, highs, 0, i32x4.extract_lane(low, 0), i32x4.extract_lane(high, 0));
  }
  while (left > 0) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) {
      sum += <i32>load<i16>(at);
      at += 2;
    }
    widen(lows, highs, 0, sum, sum);
    left--;
  }
}

function widen(lows: usize, highs: usize, channel: i32, low: i32, high: i32): void {
  const offset = (<usize>channel) << 2;
  store<i32>(lows + offset, min(load<i32>(lows + offset), low));
  store<i32>(highs + offset, max(load<i32>(highs + offset), high));
}

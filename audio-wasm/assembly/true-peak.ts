/**
 * The true peak of 16-bit stereo, by integers: the taps are whole numbers, so every sum is exact. The unit of a peak is
 * a sample's step divided by TAP_SCALE.
 */

const TAP_SCALE: i32 = 8192;
/** Bytes of the 12 taps of a phase. */
const PHASE: usize = 24;
/** The earlier frames that a window needs; an odd window needs one more than the filter. */
const HISTORY_BYTES: usize = 48;
const WINDOW_BYTES: usize = 64 * 4;

/**
 * Returns the larger of `peak` and the true peak of the frames at `first`. The caller places 12 earlier frames before
 * them, and zeros up to a multiple of four after them. Windows that can't hold a larger peak aren't interpolated.
 */
export function widenTruePeak(peak: i32, first: usize, frames: i32, taps: usize): i32 {
  const end = first + ((<usize>frames) << 2);
  const gain = largestGain(taps);
  let highest = peak;
  for (let at = first; at < end; at += WINDOW_BYTES) {
    const windowEnd = min(at + WINDOW_BYTES, end);
    const loudest = loudestSample(at - HISTORY_BYTES, windowEnd);
    highest = max(highest, loudest * TAP_SCALE);
    if (loudest * gain > highest) highest = max(highest, interpolatedPeak(at, windowEnd, taps));
  }
  return highest;
}

/** The largest value that a phase can make of samples of 1 and -1. */
function largestGain(taps: usize): i32 {
  let largest = 0;
  for (let phase: usize = 0; phase < 4; phase++) {
    let gain = 0;
    for (let tap: usize = 0; tap < PHASE; tap += 2) gain += abs(<i32>load<i16>(taps + phase * PHASE + tap));
    largest = max(largest, gain);
  }
  return largest;
}

function loudestSample(first: usize, end: usize): i32 {
  // The absolute value of -32,768 is the unsigned 32,768.
  let loudest = i16x8.splat(0);
  for (let at = first; at < end; at += 16) loudest = i16x8.max_u(loudest, i16x8.abs(v128.load(at)));
  loudest = i16x8.max_u(loudest, v128.shuffle<i16>(loudest, loudest, 4, 5, 6, 7, 0, 1, 2, 3));
  loudest = i16x8.max_u(loudest, v128.shuffle<i16>(loudest, loudest, 2, 3, 0, 1, 4, 5, 6, 7));
  return max(<i32>i16x8.extract_lane_u(loudest, 0), <i32>i16x8.extract_lane_u(loudest, 1));
}

function interpolatedPeak(first: usize, end: usize, taps: usize): i32 {
  let highest = i32x4.splat(0);
  for (let at = first; at < end; at += 8) {
    // Two frames at a time; an odd last frame is processed with the frame before it, once more.
    const pair = min(at, end - 8);
    const s0 = samplePairs(pair);
    const s1 = samplePairs(pair - 8);
    const s2 = samplePairs(pair - 16);
    const s3 = samplePairs(pair - 24);
    const s4 = samplePairs(pair - 32);
    const s5 = samplePairs(pair - 40);
    for (let phase = taps; phase < taps + 4 * PHASE; phase += PHASE) {
      let sum = i32x4.dot_i16x8_s(s0, v128.load32_splat(phase));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(s1, v128.load32_splat(phase, 4)));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(s2, v128.load32_splat(phase, 8)));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(s3, v128.load32_splat(phase, 12)));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(s4, v128.load32_splat(phase, 16)));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(s5, v128.load32_splat(phase, 20)));
      highest = i32x4.max_s(highest, i32x4.abs(sum));
    }
  }
  highest = i32x4.max_s(highest, v128.shuffle<i32>(highest, highest, 2, 3, 0, 1));
  return max(i32x4.extract_lane(highest, 0), i32x4.extract_lane(highest, 1));
}

/**
 * Puts a sample and the one before it into each lane of 32 bits: of the frame at `at`, left and right, then the next.
 */
function samplePairs(at: usize): v128 {
  const v = v128.load(at - 4);
  return v128.shuffle<i16>(v, v, 2, 0, 3, 1, 4, 2, 5, 3);
}

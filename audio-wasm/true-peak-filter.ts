const OUTER = [
  0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625, 0.97216796875,
  -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
];
const INNER = [
  -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625, 0.77978515625,
  -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
];

/**
 * The interpolation filter of ITU-R BS.1770-4, annex 2: 48 taps, as 4 phases of 12. The sum over k of
 * `TRUE_PEAK_PHASES[p][k] * x[n - k]` is the signal between the samples n - 6 and n - 5, at 1/8, 3/8, 5/8 and 7/8 of the
 * way for p from 0 to 3. No phase falls on a sample. The second half mirrors the first.
 */
export const TRUE_PEAK_PHASES: readonly (readonly number[])[] = [
  OUTER,
  INNER,
  [...INNER].reverse(),
  [...OUTER].reverse(),
];

/** All coefficients are whole multiples of 1 / {@link TRUE_PEAK_SCALE}, so 16-bit samples are filtered without rounding. */
export const TRUE_PEAK_SCALE = 8192;

/** Coefficients of the K-weighting of ITU-R BS.1770-4, annex 1: two filters of second order in series. */
export interface KWeighting {
  /** The shelving filter, which models the listener's head: `y = b0 x + b1 x1 + b2 x2 - a1 y1 - a2 y2`. */
  readonly shelf: {
    readonly b0: number;
    readonly b1: number;
    readonly b2: number;
    readonly a1: number;
    readonly a2: number;
  };
  /** The high-pass after it: `y = x - 2 x1 + x2 - a1 y1 - a2 y2`. */
  readonly highPass: { readonly a1: number; readonly a2: number };
}

/** The sample rate of the standard's table. */
const TABLE_RATE_HZ = 48_000;

/** The analogue filters from which that table derives, by the formulas of libebur128 and ffmpeg. */
const SHELF = { frequencyHz: 1681.974450955533, q: 0.7071752369554196 } as const;
/** 3.999843853973347 dB, the shelf's gain for high frequencies. */
const SHELF_HIGH = 1.5848647011308556;
/** {@link SHELF_HIGH} to the power of 0.4996667741545416, the gain in its middle. */
const SHELF_MIDDLE = 1.2587209302325617;
const HIGH_PASS = { frequencyHz: 38.13547087602444, q: 0.5003270373238773 } as const;

/**
 * Computes the K-weighting for a sample rate; at 48 kHz it is the standard's table. That table leaves the high-pass
 * 0.04 dB above unity. Its gain stays the same at every rate (within the shelf's numerator), where libebur128 retains
 * the numerator 1, -2, 1: the difference is 0.004 dB at 44.1 kHz and 0.2 dB at 8 kHz.
 */
export function kWeightingAt(sampleRateHz: number): KWeighting {
  const high = bilinear(HIGH_PASS, sampleRateHz);
  const gain = bilinear(HIGH_PASS, TABLE_RATE_HZ).a0 / high.a0;
  const { k, a0, a1, a2 } = bilinear(SHELF, sampleRateHz);
  const middle = (SHELF_MIDDLE * k) / SHELF.q;
  return {
    shelf: {
      b0: (gain * (SHELF_HIGH + middle + k * k)) / a0,
      b1: (gain * 2 * (k * k - SHELF_HIGH)) / a0,
      b2: (gain * (SHELF_HIGH - middle + k * k)) / a0,
      a1,
      a2,
    },
    highPass: { a1: high.a1, a2: high.a2 },
  };
}

/** The denominator of a second-order filter; `a1` and `a2` are already divided by `a0`. */
function bilinear({ frequencyHz, q }: { readonly frequencyHz: number; readonly q: number }, sampleRateHz: number) {
  const k = Math.tan((Math.PI * frequencyHz) / sampleRateHz);
  const a0 = 1 + k / q + k * k;
  return { k, a0, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

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

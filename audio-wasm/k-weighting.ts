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

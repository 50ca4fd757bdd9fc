import { WAVEFORM_BAR_GAP_PX, WAVEFORM_BAR_WIDTH_PX } from './waveform-look.ts';

/** Minimum, so that silence stays visible as a line. */
const BAR_MIN_PX = 2;

/** Returns the number of bars that fit into a width. */
export function countBars(widthPx: number): number {
  return Math.max(0, Math.floor((widthPx + WAVEFORM_BAR_GAP_PX) / (WAVEFORM_BAR_WIDTH_PX + WAVEFORM_BAR_GAP_PX)));
}

/**
 * Returns the heights of `count` bars: the peak of each part of the recording, relative to the highest peak, 0 to 1.
 *
 * @param channels peaks of each channel, one per pixel, from -1 to 1
 */
export function barHeights(channels: readonly Float32Array[], count: number): number[] {
  const pixels = Math.max(0, ...channels.map((channel) => channel.length));
  const heights = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * pixels) / count);
    // With more bars than pixels, several bars show the same pixel.
    const to = Math.max(from + 1, Math.floor(((bar + 1) * pixels) / count));
    let peak = 0;
    for (const channel of channels) {
      for (let pixel = from; pixel < to; pixel++) peak = Math.max(peak, Math.abs(channel[pixel] ?? 0));
    }
    return peak;
  });
  const highest = heights.reduce((max, height) => Math.max(max, height), 0);
  return highest === 0 ? heights : heights.map((height) => height / highest);
}

/** Returns the bars as an SVG path to be stroked at the bars' width, each centred in `heightPx`. */
export function barsPath(heights: readonly number[], heightPx: number): string {
  const stepPx = WAVEFORM_BAR_WIDTH_PX + WAVEFORM_BAR_GAP_PX;
  return heights
    .map((height, bar) => {
      const barPx = Math.max(BAR_MIN_PX, height * heightPx);
      const x = bar * stepPx + WAVEFORM_BAR_WIDTH_PX / 2;
      return `M${x} ${((heightPx - barPx) / 2).toFixed(1)}v${barPx.toFixed(1)}`;
    })
    .join('');
}

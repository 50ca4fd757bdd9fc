import { WAVEFORM_BAR_GAP_PX, WAVEFORM_BAR_WIDTH_PX } from '../../platform/audio/waveform-sizes.ts';

/** Even silence is a line that can be seen. */
const BAR_MIN_PX = 2;

/** How many bars a width has room for. */
export function countBars(widthPx: number): number {
  return Math.max(0, Math.floor((widthPx + WAVEFORM_BAR_GAP_PX) / (WAVEFORM_BAR_WIDTH_PX + WAVEFORM_BAR_GAP_PX)));
}

/**
 * A waveform in so many bars: for each the loudest of its part of the recording, as a share of the loudest of all, 0 to 1.
 *
 * @param channels for each channel one number a pixel, from -1 to 1
 */
export function barHeights(channels: readonly Float32Array[], count: number): number[] {
  const pixels = Math.max(0, ...channels.map((channel) => channel.length));
  const heights = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * pixels) / count);
    // Where bars are more than pixels, several show the same one.
    const to = Math.max(from + 1, Math.floor(((bar + 1) * pixels) / count));
    let loudest = 0;
    for (const channel of channels) {
      for (let pixel = from; pixel < to; pixel++) loudest = Math.max(loudest, Math.abs(channel[pixel] ?? 0));
    }
    return loudest;
  });
  const most = heights.reduce((max, height) => Math.max(max, height), 0);
  return most === 0 ? heights : heights.map((height) => height / most);
}

/** The bars as an SVG path to be stroked at the bars' width, each around the middle of `heightPx`. */
export function barsPath(heights: readonly number[], heightPx: number): string {
  const stepPx = WAVEFORM_BAR_WIDTH_PX + WAVEFORM_BAR_GAP_PX;
  return heights
    .map((height, bar) => {
      const longPx = Math.max(BAR_MIN_PX, height * heightPx);
      const x = bar * stepPx + WAVEFORM_BAR_WIDTH_PX / 2;
      return `M${x} ${((heightPx - longPx) / 2).toFixed(1)}v${longPx.toFixed(1)}`;
    })
    .join('');
}

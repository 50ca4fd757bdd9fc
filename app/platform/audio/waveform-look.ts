/** Bar width on the map screen and in the drop popup. */
export const WAVEFORM_BAR_WIDTH_PX = 2;
/** Bar width elsewhere. */
export const WAVEFORM_BAR_WIDTH_WIDE_PX = 3;
/** Gap between two bars. */
export const WAVEFORM_BAR_GAP_PX = 1;
/** Height of a waveform. */
export const WAVEFORM_HEIGHT_PX = 50;

/** Reads the waveform colours of the current theme: a canvas can't use CSS variables. */
export function readWaveformColours(): { readonly waveColor: string; readonly progressColor: string } {
  const tokens = getComputedStyle(document.documentElement);
  return {
    waveColor: tokens.getPropertyValue('--color-edge').trim(),
    progressColor: tokens.getPropertyValue('--color-accent').trim(),
  };
}

/** Colours of a waveform as the present theme has them, since a canvas knows no CSS variables. */
export function readWaveformColours(): { readonly waveColor: string; readonly progressColor: string } {
  const tokens = getComputedStyle(document.documentElement);
  return {
    waveColor: tokens.getPropertyValue('--color-edge').trim(),
    progressColor: tokens.getPropertyValue('--color-accent').trim(),
  };
}

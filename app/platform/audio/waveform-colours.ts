/** Reads the waveform colours of the current theme: a canvas can't use CSS variables. */
export function readWaveformColours(): { readonly waveColor: string; readonly progressColor: string } {
  const tokens = getComputedStyle(document.documentElement);
  return {
    waveColor: tokens.getPropertyValue('--color-edge').trim(),
    progressColor: tokens.getPropertyValue('--color-accent').trim(),
  };
}

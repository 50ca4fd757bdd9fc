import { describe, expect, it } from 'vitest';
import { barHeights, barsPath, countBars } from '../../../../app/platform/audio/waveform-bars.ts';

const channel = (...values: number[]) => Float32Array.from(values);

describe('the bars of a waveform', () => {
  it('are 2 px wide with a gap of 1 px, except after the last one', () => {
    expect([0, 1, 2, 4, 5, 300].map(countBars)).toEqual([0, 0, 1, 1, 2, 100]);
  });

  it('show the extreme of their part, also below zero, relative to the overall extreme', () => {
    expect(barHeights([channel(0.1, -0.5, 0.2, 0.25)], 2)).toEqual([1, 0.5]);
  });

  it('take the louder of two channels', () => {
    expect(barHeights([channel(0.25, 0), channel(0, -0.5)], 2)).toEqual([0.5, 1]);
  });

  it('repeat a pixel if there are more bars than pixels', () => {
    expect(barHeights([channel(0.5, 1)], 4)).toEqual([0.5, 0.5, 1, 1]);
  });

  it('stay low in silence and without pixels', () => {
    expect(barHeights([channel(0, 0)], 2)).toEqual([0, 0]);
    expect(barHeights([], 2)).toEqual([0, 0]);
  });

  it('are centred vertically, none lower than 2 px', () => {
    expect(barsPath([1, 0.5, 0], 50)).toBe('M1 0.0v50.0M4 12.5v25.0M7 24.0v2.0');
  });
});

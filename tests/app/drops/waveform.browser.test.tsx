import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { recorder } from '../../../app/drops/record/recorder.ts';
import { Waveform } from '../../../app/drops/waveform.tsx';
import { longWav } from '../../support/long-wav.ts';
import { rootPerTest } from '../../support/react-root.ts';

const DURATION_S = 60;
const play = () => page.getByRole('button', { name: dropStrings.play });
const pause = () => page.getByRole('button', { name: dropStrings.pause });
const root = rootPerTest('main', () => {
  recorder.phase = 'idle';
});

it('stops playing when a recording starts, and can be played again afterwards', async () => {
  const audio = { wav: longWav(DURATION_S), peaks: [new Float32Array(100).fill(0.5)], durationS: DURATION_S };
  root.render(<Waveform audio={audio} />);
  await play().click();
  await expect.element(pause()).toBeVisible();
  recorder.phase = 'starting';
  await expect.element(play()).toBeDisabled();
  recorder.phase = 'idle';
  await expect.element(play()).toBeEnabled();
});

import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { recorder } from '../../../app/drops/record/recorder.ts';
import { Waveform } from '../../../app/drops/waveform.tsx';
import { longWav } from '../../support/audio/long-sounds.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const DURATION_S = 60;
const play = () => page.getByRole('button', { name: dropStrings.play });
const pause = () => page.getByRole('button', { name: dropStrings.pause });
const root = rootPerTest('main', () => {
  recorder.phase = 'idle';
});

const soundOf = () => ({
  wav: longWav(DURATION_S),
  peaks: [new Float32Array(100).fill(0.5)],
  durationS: DURATION_S,
});

it('stops playing when another one starts', async () => {
  const [first, second] = [soundOf(), soundOf()];
  root.render([<Waveform key={1} audio={first} name="1" />, <Waveform key={2} audio={second} name="2" />]);
  const button = (act: string, name: string) => page.getByRole('button', { name: dropStrings.actOf(act, name) });
  await button(dropStrings.play, '1').click();
  await expect.element(button(dropStrings.pause, '1')).toBeVisible();
  await button(dropStrings.play, '2').click();
  await expect.element(button(dropStrings.pause, '2')).toBeVisible();
  await expect.element(button(dropStrings.play, '1')).toBeVisible();
});

it('stops playing when a recording starts, and can be played again afterwards', async () => {
  const audio = soundOf();
  root.render(<Waveform audio={audio} />);
  await play().click();
  await expect.element(pause()).toBeVisible();
  recorder.phase = 'starting';
  await expect.element(play()).toBeDisabled();
  recorder.phase = 'idle';
  await expect.element(play()).toBeEnabled();
});

import { afterEach, expect, test, vi } from 'vitest';
import { WorkletRecorder } from '../../../../app/platform/audio/pcm-recorders.ts';
import { CAPTURE_WORKLET_URL } from '../../../../workers/client/recording-client.ts';
import { until } from '../../../support/until.ts';

const contexts: AudioContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

test('it posts stereo samples from the audio thread, skips pauses, and flushes when stopped', async () => {
  const context = new AudioContext({ sampleRate: 44_100 });
  contexts.push(context);
  await context.audioWorklet.addModule(CAPTURE_WORKLET_URL);
  const [left, right] = [
    new ConstantSourceNode(context, { offset: 0.5 }),
    new ConstantSourceNode(context, { offset: -0.25 }),
  ];
  const both = new ChannelMergerNode(context, { numberOfInputs: 2 });
  left.connect(both, 0, 0);
  right.connect(both, 0, 1);
  left.start();
  right.start();
  const recorder = new WorkletRecorder(both);
  const { port1, port2 } = new MessageChannel();
  const blocks: Int16Array<ArrayBuffer>[] = [];
  const end = vi.fn();
  port1.onmessage = ({ data }) => {
    if ('ended' in data) return end();
    blocks.push(data.samples.slice());
    port1.postMessage(data.samples.buffer, [data.samples.buffer]);
  };
  let frames = 0;
  const peaks: number[] = [];
  recorder.onLevel = (level) => {
    frames = level.frames;
    peaks.push(level.peak);
  };

  recorder.start(port2);
  await until(() => expect(blocks.length).toBeGreaterThan(3));
  expect(peaks.at(-1)).toBe(0.5);
  recorder.pause();
  const levelsLater = async (count: number): Promise<void> => {
    const wanted = peaks.length + count;
    await until(() => expect(peaks.length).toBeGreaterThanOrEqual(wanted));
  };
  await levelsLater(3);
  const held = frames;
  await levelsLater(3);
  expect(frames).toBe(held);
  recorder.stop();
  await until(() => expect(end).toHaveBeenCalledOnce());

  const sent = blocks.reduce((sum, block) => sum + block.length, 0);
  expect(sent).toBe(held * 2);
  // The sources may start a moment after the recorder.
  expect(blocks.at(-1)?.slice(-2)).toEqual(Int16Array.of(16_384, -8192));
  expect(blocks[1]?.slice(0, 2)).toEqual(Int16Array.of(16_384, -8192));
});

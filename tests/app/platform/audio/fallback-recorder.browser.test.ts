import { afterEach, expect, test, vi } from 'vitest';
import { FallbackRecorder, type RecorderAction } from '../../../../app/platform/audio/pcm-recorders.ts';
import { until } from '../../../support/until.ts';

const contexts: AudioContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** A recorder that receives a tone at half of full scale, and its messages. */
function listen() {
  const context = new AudioContext({ sampleRate: 44_100 });
  contexts.push(context);
  const tone = new ConstantSourceNode(context, { offset: 0.5 });
  tone.start();
  const recorder = new FallbackRecorder(tone);
  const { port1, port2 } = new MessageChannel();
  const blocks: Int16Array[] = [];
  const end = vi.fn();
  port1.onmessage = ({ data }) => ('ended' in data ? end() : blocks.push(data.samples));
  const errors: string[] = [];
  recorder.addEventListener('error', (event) => errors.push((event as ErrorEvent).message));
  return { recorder, blocks, end, errors, port: port2 };
}

test('it posts mono blocks of 2048 samples, and then the end', async () => {
  const { recorder, blocks, end, port } = listen();
  expect([recorder.channels, recorder.sampleRateHz, recorder.state]).toEqual([1, 44_100, 'inactive']);
  recorder.start(port);
  expect(recorder.state).toBe('recording');
  await until(() => expect(blocks.length).toBeGreaterThan(3));
  expect(blocks[2]).toHaveLength(2048);
  expect(blocks[2]?.[1000]).toBe(16_384);
  recorder.stop();
  await until(() => expect(end).toHaveBeenCalledOnce());
  expect(recorder.state).toBe('inactive');
});

test('while paused it discards the sound and still reports the level', async () => {
  const { recorder, blocks, port } = listen();
  recorder.start(port);
  await until(() => expect(blocks.length).toBeGreaterThan(1));
  recorder.pause();
  expect(recorder.state).toBe('paused');
  const heard: number[] = [];
  const frames: number[] = [];
  recorder.onLevel = (level) => {
    heard.push(level.peak);
    frames.push(level.frames);
  };
  await until(() => expect(heard.length).toBeGreaterThan(3));
  expect(heard.at(-1)).toBe(0.5);
  expect(new Set(frames).size).toBe(1);
  recorder.resume();
  await until(() => expect(frames.at(-1)).toBeGreaterThan(frames[0] ?? 0));
  recorder.stop();
});

test.for<[RecorderAction, (recorder: FallbackRecorder, port: MessagePort) => void]>([
  ['pause', (recorder) => recorder.pause()],
  ['resume', (recorder) => recorder.resume()],
  ['stop', (recorder) => recorder.stop()],
])('%s before the start is an error event, and changes nothing', ([action, call]) => {
  const { recorder, errors, port } = listen();
  call(recorder, port);
  expect(errors).toEqual([`Wrong state for ${action}`]);
  expect(recorder.state).toBe('inactive');
});

test('starting twice, pausing twice and resuming without a pause dispatch error events', () => {
  const { recorder, errors, port } = listen();
  const states: string[] = [];
  recorder.addEventListener('statechange', () => states.push(recorder.state));
  recorder.start(port);
  recorder.start(port);
  recorder.resume();
  recorder.pause();
  recorder.pause();
  recorder.stop();
  expect(errors).toEqual(['Wrong state for start', 'Wrong state for resume', 'Wrong state for pause']);
  expect(states).toEqual(['recording', 'paused', 'inactive']);
});

import { afterEach, expect, test, vi } from 'vitest';
import { findTrackProcessor, TrackRecorder } from '../../../../app/platform/audio/pcm-recorders.ts';
import type { CaptureMessage } from '../../../../workers/recording/recording.api.ts';
import { readTrack } from '../../../../workers/recording/track-reader.ts';
import { until } from '../../../support/until.ts';

const streams: MediaStream[] = [];
afterEach(() => {
  for (const track of streams.splice(0).flatMap((stream) => stream.getTracks())) track.stop();
});

async function openTrack(): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  streams.push(stream);
  const [track] = stream.getAudioTracks();
  if (track === undefined) throw new Error('No microphone');
  return track;
}

test('it transfers the track, reports levels, leaves out pauses, and posts the end', async () => {
  const Processor = findTrackProcessor();
  if (Processor === null) throw new Error('Expected a browser that reads tracks');
  const recorder = new TrackRecorder(await openTrack(), Processor);
  const { port1, port2 } = new MessageChannel();
  let samples = 0;
  const ended = vi.fn();
  port1.onmessage = ({ data }: MessageEvent<CaptureMessage>) => {
    if (!('track' in data)) throw new Error('Expected the track itself');
    void readTrack(data.track, data.control, (block) => {
      samples += block.length;
    }).then(ended);
  };
  const levels: number[] = [];
  recorder.onLevel = ({ frames }) => levels.push(frames);
  const levelsLater = (count: number): Promise<void> => {
    const wanted = levels.length + count;
    return until(() => expect(levels.length).toBeGreaterThanOrEqual(wanted));
  };

  recorder.start(port2);
  await levelsLater(5);
  recorder.pause();
  await levelsLater(2);
  const held = levels.at(-1);
  await levelsLater(3);
  expect(levels.at(-1)).toBe(held);
  recorder.resume();
  await levelsLater(2);
  recorder.stop();
  await until(() => expect(ended).toHaveBeenCalledOnce());
  expect(samples / 2).toBeGreaterThan(held ?? 0);
});

test('a browser without MediaStreamTrackProcessor is detected', () => {
  const { MediaStreamTrackProcessor: kept } = globalThis as { MediaStreamTrackProcessor?: unknown };
  Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor');
  try {
    expect(findTrackProcessor()).toBeNull();
  } finally {
    Object.defineProperty(globalThis, 'MediaStreamTrackProcessor', { value: kept, configurable: true, writable: true });
  }
});

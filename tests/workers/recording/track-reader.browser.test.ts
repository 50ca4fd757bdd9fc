import { describe, expect, test, vi } from 'vitest';
import type { CaptureReport } from '../../../workers/recording/capture.api.ts';
import type { TrackCommand } from '../../../workers/recording/recording.api.ts';
import { readTrack } from '../../../workers/recording/track-reader.ts';
import { delivered } from '../../support/page/delivered.ts';

const PIECE = 441;
/** Timestamp of the first piece, by the device's clock, which is not the page's. */
const FIRST_US = 7_200_000_000;

function piece(at: number, planes: readonly number[], sampleRate = 44_100): AudioData {
  const frames = (PIECE * sampleRate) / 44_100;
  const data = new Float32Array(frames * planes.length);
  for (const [plane, value] of planes.entries()) data.fill(value, plane * frames, (plane + 1) * frames);
  return new AudioData({
    format: 'f32-planar',
    sampleRate,
    numberOfFrames: frames,
    numberOfChannels: planes.length,
    timestamp: FIRST_US + at * 10_000,
    data,
  });
}

function read() {
  let source: ReadableStreamDefaultController<AudioData> | undefined;
  const cancelled = vi.fn();
  const track = new ReadableStream<AudioData>({
    start(controller) {
      source = controller;
    },
    cancel: cancelled,
  });
  const { port1, port2 } = new MessageChannel();
  const reports: CaptureReport[] = [];
  port1.onmessage = ({ data }: MessageEvent<CaptureReport>) => reports.push(data);
  const samples: number[] = [];
  const done = readTrack(track, port2, (block) => samples.push(...block));
  const tell = (command: TrackCommand): void => port1.postMessage(command);
  const give = (data: AudioData): void => source?.enqueue(data);
  return {
    samples,
    reports,
    tell,
    give,
    done,
    cancelled,
    over: () => source?.close(),
    break: () => source?.error('gone'),
  };
}

describe('reading a track', () => {
  test('returns all samples, both channels interleaved, and reports progress', async () => {
    const reading = read();
    for (let at = 0; at < 12; at++) reading.give(piece(at, [0.5, -0.25]));
    reading.over();
    await reading.done;
    expect(reading.samples).toHaveLength(12 * PIECE * 2);
    expect(reading.samples.slice(0, 2)).toEqual([16_384, -8192]);
    await expect.poll(() => reading.reports.at(-1)).toEqual({ frames: 10 * PIECE, peak: 0.5 });
  });

  test('doubles mono, and converts other sample rates to ours', async () => {
    const reading = read();
    for (let at = 0; at < 100; at++) reading.give(piece(at, [0.5], 48_000));
    reading.over();
    await reading.done;
    expect(Math.abs(reading.samples.length / 2 - 100 * PIECE)).toBeLessThanOrEqual(1);
    expect(reading.samples.slice(20_000, 20_002)).toEqual([16_384, 16_384]);
  });

  test('continues at the sample rate of a new device', async () => {
    const reading = read();
    for (let at = 0; at < 50; at++) reading.give(piece(at, [0.5, 0.5], 48_000));
    for (let at = 50; at < 100; at++) reading.give(piece(at, [0.25, 0.25]));
    reading.over();
    await reading.done;
    expect(Math.abs(reading.samples.length / 2 - 100 * PIECE)).toBeLessThanOrEqual(1);
    expect(reading.samples.at(-1)).toBe(8192);
  });

  test('drops samples while paused, and still reports the level', async () => {
    const reading = read();
    reading.tell({ paused: true });
    await delivered();
    for (let at = 0; at < 10; at++) reading.give(piece(at, [0.5, 0.5]));
    await expect.poll(() => reading.reports.at(-1)).toEqual({ frames: 0, peak: 0.5 });
    reading.over();
    await reading.done;
    expect(reading.samples).toEqual([]);
  });

  test('ends with the samples captured before the end command, even if they arrive later', async () => {
    // This test controls the time that late pieces get.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const reading = read();
    reading.give(piece(-1, [0.5, 0.5]));
    await delivered();
    reading.tell({ end: true });
    await delivered();
    vi.advanceTimersByTime(1000);
    reading.give(piece(-3, [0.25, 0.25]));
    reading.give(piece(1000, [0.125, 0.125]));
    await reading.done;
    expect(reading.samples).toHaveLength(2 * PIECE * 2);
    expect(reading.samples.at(-1)).toBe(8192);
    expect(reading.cancelled).toHaveBeenCalled();
  });

  test('ends at once if the clock of the pieces was put back meanwhile', async () => {
    const reading = read();
    for (const at of [1000, 0, 1]) reading.give(piece(at, [0.5, 0.5]));
    await delivered();
    reading.tell({ end: true });
    await delivered();
    reading.give(piece(500, [0.5, 0.5]));
    await reading.done;
    expect(reading.samples).toHaveLength(3 * PIECE * 2);
  });

  test('ends even if no more pieces arrive, and when the track fails', async () => {
    const silent = read();
    silent.give(piece(0, [0.5, 0.5]));
    await delivered();
    silent.tell({ end: true });
    await silent.done;
    expect(silent.samples).toHaveLength(PIECE * 2);
    const broken = read();
    broken.give(piece(0, [0.5, 0.5]));
    await delivered();
    broken.break();
    await broken.done;
    expect(broken.samples).toHaveLength(PIECE * 2);
  });
});

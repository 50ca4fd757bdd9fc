import { afterEach, describe, expect, it, vi } from 'vitest';
import { playSignal, type Signal, scheduleSignal, signalLengthS } from '../../../../app/platform/audio/signals.ts';

const SIGNALS: readonly Signal[] = ['story', 'lost', 'found', 'end', 'test'];
const RATE_HZ = 22_050;
const RENDERED_S = 1;

/** The samples of a signal that begins at 0. */
async function render(signal: Signal): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, RENDERED_S * RATE_HZ, RATE_HZ);
  scheduleSignal(context, signal, 0);
  return (await context.startRendering()).getChannelData(0);
}

const peakOf = (samples: Float32Array): number => samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);

/** The number of upward zero crossings in each twentieth of a second: a coarse melody. */
function melodyOf(samples: Float32Array): number[] {
  const stepSamples = RATE_HZ / 20;
  return Array.from({ length: 12 }, (_, at) => {
    const part = samples.slice(at * stepSamples, (at + 1) * stepSamples);
    return part.filter((value, index) => index > 0 && (part[index - 1] ?? 0) <= 0 && value > 1e-4).length;
  });
}

afterEach(() => Reflect.deleteProperty(navigator, 'audioSession'));

describe('a signal', () => {
  it.each(SIGNALS)('%s plays softly, without clicks, for at most 0.6 s', async (signal) => {
    const samples = await render(signal);
    expect(peakOf(samples)).toBeGreaterThan(0.1);
    expect(peakOf(samples)).toBeLessThan(0.45);
    expect(signalLengthS(signal)).toBeLessThanOrEqual(0.6);
    expect(peakOf(samples.slice(Math.ceil(signalLengthS(signal) * RATE_HZ)))).toBe(0);
    // A tone that starts at full loudness would be heard as a click.
    expect(peakOf(samples.slice(0, 8))).toBeLessThan(0.02);
  });

  it('differs from all others', async () => {
    const melodies = await Promise.all(SIGNALS.map(async (signal) => melodyOf(await render(signal)).join()));
    expect(new Set(melodies).size).toBe(SIGNALS.length);
  });

  it('resolves when it has ended, and the audio device is suspended until the next one', async () => {
    const resume = vi.spyOn(AudioContext.prototype, 'resume');
    const asleep = vi.spyOn(AudioContext.prototype, 'suspend');
    await playSignal('lost');
    await vi.waitFor(() => expect(asleep).toHaveBeenCalled(), { timeout: 10_000 });
    const context = asleep.mock.contexts[0] as AudioContext;
    expect(context.currentTime).toBeGreaterThan(0.3);
    await vi.waitFor(() => expect(context.state).toBe('suspended'), { timeout: 10_000 });
    await playSignal('found');
    expect(resume.mock.contexts.at(-1)).toBe(context);
  });

  it('is not muted by an iPhone’s silent switch, and leaves the microphone to others afterwards', async () => {
    const types: string[] = [];
    const session = Object.defineProperty({}, 'type', { set: (type: string) => types.push(type) });
    Object.defineProperty(navigator, 'audioSession', { value: session, configurable: true });
    await playSignal('found');
    expect(new Set(types)).toEqual(new Set(['playback']));
    await vi.waitFor(() => expect(types.at(-1)).toBe('auto'), { timeout: 10_000 });
  });

  it('does not block if the audio device does not start', async () => {
    vi.spyOn(AudioContext.prototype, 'state', 'get').mockReturnValue('suspended');
    vi.spyOn(AudioContext.prototype, 'resume').mockReturnValue(new Promise(() => {}));
    await playSignal('end');
  });
});

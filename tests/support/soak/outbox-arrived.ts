import { expect } from 'vitest';
import { parseWavHeader } from '../../../audio-wasm/wav.ts';
import type { Place } from '../../../contracts/place.ts';
import { channelOf } from '../microphone/sound.ts';

/** A drop as the test knows it. */
export interface Made {
  /** Null while the person has not saved it. */
  title: string | null;
  /** Seconds that the timer showed when it was last seen. */
  seconds: number;
  isStopped: boolean;
}

const RATE_HZ = 44_100;
/** What a killed page may lose of a recording that runs. */
const LOST_S = 1;

/**
 * Expects that of the drops made in a round none is lost, doubled or damaged.
 *
 * @param origin of the server
 * @param arrived the places that are new there
 * @param where names the round in what fails
 */
export async function checkArrived(
  origin: string,
  made: readonly Made[],
  arrived: readonly Place[],
  where: string,
): Promise<void> {
  const titles = arrived.map(({ appelation }) => appelation);
  // What was stopped or ran for a second is kept for certain; what was killed in its first second may be.
  const certain = made.filter(({ isStopped, seconds }) => isStopped || seconds > LOST_S);
  expect(arrived.length, `${where}: ${titles}`).toBeGreaterThanOrEqual(certain.length);
  expect(arrived.length, `${where}: ${titles}`).toBeLessThanOrEqual(made.length);
  expect(new Set(titles).size, `${where}: ${titles}`).toBe(titles.length);
  for (const { title, seconds } of made) {
    if (title === null) continue;
    const place = arrived.find(({ appelation }) => appelation === title);
    expect(place, `${where}: ${title} of ${titles}`).toBeDefined();
    expect(place?.media?.data.length ?? 0, where).toBeGreaterThanOrEqual(seconds);
  }
  const least = Math.min(...certain.map(({ seconds }) => seconds));
  for (const place of arrived) {
    const link = place.media?.data.link;
    if (link === undefined) throw new Error(`${where}: ${place.appelation} has no audio`);
    const wav = new Uint8Array(await (await fetch(origin + link)).arrayBuffer());
    const { isWhole, durationS, sampleRateHz } = parseWavHeader(wav, wav.length);
    expect({ isWhole, sampleRateHz }, where).toEqual({ isWhole: true, sampleRateHz: RATE_HZ });
    if (certain.length === made.length) expect(durationS, where).toBeGreaterThanOrEqual(least - LOST_S);
    expectSounding(channelOf(wav, 0), `${where}: ${place.appelation}`);
  }
}

/** Every tenth of a second sounds: no hole, no zeroes at the end. The microphone hears 20 s. */
function expectSounding(samples: Float32Array, where: string): void {
  const step = RATE_HZ / 10;
  for (let at = 0; at + step <= samples.length && at < 15 * RATE_HZ; at += step) {
    const loudest = samples.subarray(at, at + step).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest, `${where} at ${at / RATE_HZ} s`).toBeGreaterThan(0);
  }
}

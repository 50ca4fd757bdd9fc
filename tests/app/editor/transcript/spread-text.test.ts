import { describe, expect, it } from 'vitest';
import { findPauses, type Pause, spreadText } from '../../../../app/editor/transcript/spread-text.ts';
import { createSeededRandom, type SeededRandom } from '../../../../app/rehearsal/seeded-random.ts';
import { finish } from '../../../support/finish.ts';

describe('findPauses', () => {
  const loud = (pixels: number): number[] => Array.from({ length: pixels }, (_, pixel) => (pixel % 2 ? 0.8 : -0.6));
  const quiet = (pixels: number, level = 0): number[] => Array.from({ length: pixels }, () => level);

  it('finds what is quiet for a fifth of a second, from the first pixel to the last', () => {
    const peaks = Float32Array.from([
      ...quiet(3),
      ...loud(10),
      ...quiet(2),
      ...loud(10),
      ...quiet(1),
      ...loud(4),
      ...quiet(5),
    ]);
    expect(findPauses(peaks, 3500)).toEqual([
      { startMs: 0, endMs: 300 },
      { startMs: 1300, endMs: 1500 },
      { startMs: 3000, endMs: 3500 },
    ]);
  });

  it('finds them over the noise of a street', () => {
    const peaks = Float32Array.from([...loud(40), ...quiet(4, 0.15), ...loud(40), ...quiet(6, -0.12)]);
    expect(findPauses(peaks, 9000)).toEqual([
      { startMs: 4000, endMs: 4400 },
      { startMs: 8400, endMs: 9000 },
    ]);
  });

  it('finds none in an even sound, and all in silence', () => {
    expect(findPauses(Float32Array.from(loud(50)), 5000)).toEqual([]);
    expect(findPauses(Float32Array.from(quiet(50)), 5000)).toEqual([{ startMs: 0, endMs: 5000 }]);
    expect(findPauses(new Float32Array(), 5000)).toEqual([]);
  });
});

const spread = (...given: Parameters<typeof spreadText>) => finish(spreadText(...given));

describe('spreadText', () => {
  const texts = (text: string): string[] | undefined =>
    spread(text, { durationMs: 600_000, pauses: [] })?.map((cue) => cue.text);

  it('makes a cue of each sentence and each line', () => {
    expect(texts('Voici M. Dupont, né le 3. mars. « Où ? » dit-il… Ici !\n\n  Un titre\nFin')).toEqual([
      'Voici M. Dupont, né le 3. mars.',
      '« Où ? » dit-il…',
      'Ici !',
      'Un titre',
      'Fin',
    ]);
  });

  it('splits long sentences where one would breathe', () => {
    const long = `${'mot '.repeat(20)}ici, ${'mot '.repeat(18)}là.`;
    expect(texts(long)).toEqual([`${'mot '.repeat(20)}ici,`, `${'mot '.repeat(18)}là.`]);
    expect(texts('a'.repeat(500))).toEqual(['a'.repeat(500)]);
  });

  it('gives each cue the time of its letters, and ends it at the pause that is near', () => {
    const pauses = [
      { startMs: 0, endMs: 1000 },
      { startMs: 2500, endMs: 2700 },
      { startMs: 5200, endMs: 6200 },
    ];
    expect(spread('Un deux. Un deux trois.\nQuatre et cinq.', { durationMs: 10_000, pauses })).toEqual([
      { startMs: 1000, endMs: 2500, text: 'Un deux.' },
      { startMs: 2700, endMs: 5200, text: 'Un deux trois.' },
      { startMs: 6200, endMs: 10_000, text: 'Quatre et cinq.' },
    ]);
  });

  it('refuses more than can be said', () => {
    expect(spread('Un. '.repeat(40), { durationMs: 10_000, pauses: [] })).toBeNull();
    expect(spread('Un.', { durationMs: 1000, pauses: [{ startMs: 0, endMs: 1000 }] })).toBeNull();
  });

  it('finds nine of ten sentences of an uneven speaker within a quarter of a second', () => {
    let [near, all] = [0, 0];
    for (let seed = 0; seed < 50; seed++) {
      const { text, startsMs, durationMs, pauses } = speak(createSeededRandom(seed));
      const cues = spread(text, { durationMs, pauses });
      expect(cues?.length).toBe(startsMs.length);
      near += startsMs.filter((startMs, index) => Math.abs((cues?.[index]?.startMs ?? 0) - startMs) <= 250).length;
      all += startsMs.length;
    }
    expect(near / all).toBeGreaterThan(0.9);
  });
});

/** Thirty sentences by a speaker whose pace varies, and who pauses between them, and sometimes within. */
function speak(random: SeededRandom) {
  let [timeMs, text] = [random.between(0, 2000), ''];
  const pauses: Pause[] = [];
  const pause = (lengthMs: number): void => {
    pauses.push({ startMs: timeMs, endMs: timeMs + lengthMs });
    timeMs += lengthMs;
  };
  pause(500);
  const startsMs = Array.from({ length: 30 }, () => {
    const startMs = timeMs;
    const words = Array.from({ length: Math.floor(random.between(3, 14)) }, () =>
      'a'.repeat(Math.floor(random.between(2, 9))),
    );
    const msPerLetter = 65 * (1 + 0.12 * random.normal());
    for (const word of words) {
      timeMs += (word.length + 1) * msPerLetter;
      if (random.happens(0.08)) pause(random.between(200, 300));
    }
    pause(random.between(350, 900));
    text += `B${words.join(' ')}. `;
    return startMs;
  });
  return { text, startsMs, durationMs: Math.round(timeMs), pauses };
}

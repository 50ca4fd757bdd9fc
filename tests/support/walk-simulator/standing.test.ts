import { expect, test } from 'vitest';
import { createChance } from '../../../app/state/rehearsal/chance.ts';
import { createStreet, type Spot } from '../../../app/state/rehearsal/street.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { toPosition } from './ground.ts';
import { judge } from './judge.ts';
import { receive } from './receiver.ts';
import { steadyRule } from './rules.ts';
import { SIGMAS_M, sumVerdicts } from './simulate.ts';
import { TRACK_STEP_MS } from './track.ts';

const DRAWS = 6;
const HERE: Spot = [0, 0];
/** Ten minutes at one spot. */
const TRACK = Array.from({ length: 600_000 / TRACK_STEP_MS }, () => HERE);

/** Stands beside the only place, in so many draws of the error. */
function stand(awayM: number, sigmaM: number) {
  const place = {
    id: PlaceId.parse(1),
    geometry: { type: 'Point', coordinates: toPosition([0, awayM]) } as const,
    storyMs: 18_000,
    alongM: 0,
  };
  const town = { street: createStreet([HERE, [1, 0]]), places: [place] };
  return sumVerdicts(
    Array.from({ length: DRAWS }, (_, draw) => {
      const chance = createChance(7 * draw + 9007);
      return judge(town, TRACK, receive(chance, TRACK, { sigmaM, periodMs: 1000 }), steadyRule);
    }),
  );
}

test.each(SIGMAS_M)('who stands still for ten minutes hears no story twice, with an error of %i m', (sigmaM) => {
  const verdicts = [10, 15, 20, 25, 30].map((awayM) => stand(awayM, sigmaM));
  expect(verdicts.map(({ again }) => again)).toEqual([0, 0, 0, 0, 0]);
  expect(sumVerdicts(verdicts).starts).toBeGreaterThan(0);
});

import { type Rehearsal, type RehearsalSettings, rehearse } from '../../../app/rehearsal/rehearse.ts';
import { createSeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import { createRoute, createStreet } from '../../../app/rehearsal/walked-route.ts';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { DEMO_PARCOURS } from '../../../server/demo/demo-parcours.ts';
import { createAround } from '../../../workers/client/nearest-in-page.ts';
import { finish } from '../finish.ts';
import { toSpot } from './ground.ts';
import { judge, type MakeRule, type Verdict } from './judge.ts';
import { receive } from './receiver.ts';
import { makeTrack } from './track.ts';

const PLACES = DEMO_PARCOURS.places.map(({ geometry, durationS }, index) => ({
  id: PlaceId.parse(index + 1),
  geometry,
  storyS: durationS,
  hasAudio: true,
}));
/** From place to place, in the order of the parcours. */
const LINE = PLACES.map(({ geometry }) => middleOf(geometry));

/** The place of the demo with this name. @throws Error where there is none */
export function demoPlace(name: string): PlaceId {
  const index = DEMO_PARCOURS.places.findIndex((place) => place.name === name);
  if (index === -1) throw new Error(`Expected a place of the demo, got ${name}`);
  return PlaceId.parse(index + 1);
}

/** Rehearses the demo's parcours as an author would: straight from place to place, without a stop. */
export function rehearseDemo(settings: RehearsalSettings): Rehearsal {
  const route = createRoute(LINE);
  if (route === null) throw new Error('Expected a line with a length, got none');
  return finish(rehearse(route, PLACES, settings, createAround));
}

/** Walks the demo's parcours with stops, turns and a phone's fixes, guided by `rule`, and judges what was heard. */
export function walkDemo(seed: number, sigmaM: number, rule: MakeRule): Verdict {
  const points = LINE.map(toSpot);
  let alongM = 0;
  const alongsM = points.map(([eastM, northM], index) => {
    const [beforeEastM, beforeNorthM] = points[index - 1] ?? [eastM, northM];
    alongM += Math.hypot(eastM - beforeEastM, northM - beforeNorthM);
    return alongM;
  });
  const town = {
    street: createStreet(points),
    places: PLACES.map(({ id, geometry, storyS }, index) => ({
      id,
      geometry,
      storyMs: 1000 * storyS,
      alongM: alongsM[index] ?? 0,
    })),
  };
  const track = makeTrack(createSeededRandom(seed * 3 + 1), town);
  return judge(town, track, receive(createSeededRandom(seed * 3 + 2), track, { sigmaM, periodMs: 1000 }), rule);
}

function middleOf(geometry: Geometry): Position {
  if (geometry.type === 'Point') return geometry.coordinates;
  const corners = geometry.coordinates[0]?.slice(1) ?? [];
  const mean = (axis: 0 | 1): number => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}

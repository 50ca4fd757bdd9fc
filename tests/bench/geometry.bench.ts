import { loadGeometryCore } from '../../audio-wasm/core.ts';
import type { GeometryCore } from '../../audio-wasm/kernels.ts';
import { createPlainGeometryCore } from '../../audio-wasm/reference/geometry.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Fix, NearestPlace, SeedPlace } from '../../workers/nearest/nearest.api.ts';
import { createNearestIndex } from '../../workers/nearest/nearest-index.ts';
import { compileFreshCore } from '../support/wasm.ts';
import { checkSame, percentile, printTable, timeEachUs, timeMs } from './measure.ts';
import { makePlaces, makeWalk } from './quarter.ts';
import { createTurfNearest, reachM } from './turf-nearest.ts';

const SEED = 4;
const FIXES = 20_000;
const BUILDS = 20;
const TURF_BUILDS = 3;
/** Fixes that the turf loop over all places is given: it takes a second or more for each at 10,000. */
const TURF_FIXES = new Map([
  [100, 100],
  [1000, 20],
  [10_000, 5],
]);
const TURF_BOXES_FIXES = 1000;
/** turf measures on a sphere, the kernel on the ellipsoid: up to 0.5 % apart. */
const TURF_TOLERANCE = 0.01;

/** Out of reach of every place. */
const NOWHERE: Fix = { position: [-120, -45], accuracyM: 0, timestampMs: 0 };

const module = await compileFreshCore();
const rows = [
  ['places', 'contender', 'build ms', 'best build ms', 'fixes', 'p50 µs', 'p99 µs', 'WASM is faster by (p50)'],
];
const notes: string[] = [];
for (const [count, turfFixes] of TURF_FIXES) measure(count, turfFixes);
printTable('Nearest place: half points, half zones of 64 vertices, one place to 2,500 m2', rows);
console.log(`\n${notes.join('\n')}`);

function measure(count: number, turfFixes: number): void {
  const places = makePlaces(SEED, count);
  const walk = makeWalk(SEED + 1, count, FIXES);

  const ours = measureIndex(loadGeometryCore(module), places, walk);
  const plain = measureIndex(createPlainGeometryCore(), places, walk);
  ours.reached.forEach((one, step) => {
    const [wasm, twin] = [JSON.stringify(one), JSON.stringify(plain.reached[step])];
    checkSame(wasm === twin, () => `at fix ${step} WASM finds ${wasm}, its twin ${twin}`);
  });

  const p50Us = percentile(ours.timesUs, 0.5);
  const add = (name: string, timesUs: readonly number[], buildsMs: readonly number[]): void => {
    const medianUs = percentile(timesUs, 0.5);
    rows.push([
      count.toLocaleString('en'),
      name,
      percentile(buildsMs, 0.5).toFixed(2),
      Math.min(...buildsMs).toFixed(2),
      timesUs.length.toLocaleString('en'),
      medianUs.toFixed(1),
      timesUs.length < 100 ? '-' : percentile(timesUs, 0.99).toFixed(1),
      `${(medianUs / p50Us).toLocaleString('en', { maximumSignificantDigits: 3 })} x`,
    ]);
  };
  add('index, WASM kernel', ours.timesUs, ours.buildsMs);
  add('index, plain kernel', plain.timesUs, plain.buildsMs);

  let borderCases = 0;
  for (const [name, boxesFirst, fixes] of [
    ['turf, all places', false, turfFixes],
    ['turf, boxes first', true, TURF_BOXES_FIXES],
  ] as const) {
    const locate = createTurfNearest(places, boxesFirst);
    const build = (): number => timeMs(() => createTurfNearest(places, boxesFirst)).tookMs;
    const buildsMs = Array.from({ length: TURF_BUILDS }, build);
    const every = Math.floor(walk.length / fixes);
    const sample = walk.flatMap((fix, step) => (step % every === 0 ? [{ fix, ours: ours.reached[step] ?? [] }] : []));
    for (const { fix } of sample.slice(0, Math.ceil(fixes / 10))) locate(fix);
    const answers: NearestPlace[][] = [];
    add(
      name,
      timeEachUs(sample, ({ fix }) => answers.push(locate(fix))),
      buildsMs,
    );
    sample.forEach(({ fix, ours: list }, index) => {
      borderCases += compareWithTurf(list, answers[index] ?? [], reachM(fix));
    });
  }
  const reaching = ours.reached.filter((list) => list.length > 0).length;
  const mean = ours.reached.reduce((sum, list) => sum + list.length, 0) / walk.length;
  notes.push(
    `${count.toLocaleString('en')} places: ${((100 * reaching) / walk.length).toFixed(0)} % of the fixes reach a place, ` +
      `${mean.toFixed(2)} places on average; ${borderCases} times a place within 1 % of the reach was counted by one side alone`,
  );
}

/** Builds the index again and again, lists what each fix of the walk reaches, and walks once more for the time. */
function measureIndex(core: GeometryCore, places: readonly SeedPlace[], walk: readonly Fix[]) {
  const index = createNearestIndex(core);
  const buildsMs = Array.from({ length: BUILDS }, () => timeMs(() => index.seed(places, [])).tookMs);
  const reached = walk.map((fix) => {
    // From nowhere, everything within reach is entered: the whole list, with distances.
    index.locate(NOWHERE);
    return index.locate(fix).entered;
  });
  index.seed(places, []);
  const nearest: (PlaceId | undefined)[] = [];
  const timesUs = timeEachUs(walk, (fix) => nearest.push(index.locate(fix).nearest?.id));
  checkSame(
    nearest.every((id, step) => id === reached[step]?.[0]?.id),
    () => 'one index, walked twice',
  );
  return { buildsMs, reached, timesUs };
}

/**
 * Holds what the index said of a fix against turf's answer. Distances may differ by what sphere and ellipsoid do, and
 * only where that decides may a place be reached for one alone, or another be the nearest.
 *
 * @returns how many places only one of them counts as reached
 */
function compareWithTurf(ours: readonly NearestPlace[], turf: readonly NearestPlace[], radiusM: number): number {
  const said = () => `within ${radiusM} m the index finds ${JSON.stringify(ours)}, turf ${JSON.stringify(turf)}`;
  const [oursM, turfM] = [ours, turf].map((list) => new Map(list.map(({ id, distanceM }) => [id, distanceM])));
  const ids = new Set([...ours, ...turf].map(({ id }) => id));
  let alone = 0;
  for (const id of ids) {
    const [a, b] = [oursM?.get(id), turfM?.get(id)];
    if (a === undefined || b === undefined) alone += 1;
    checkSame(isNear(a ?? radiusM, b ?? radiusM), said);
  }
  const [first, other] = [ours[0], turf[0]];
  if (first !== undefined && other !== undefined && first.id !== other.id) {
    checkSame(first.distanceM > 0 && isNear(first.distanceM, other.distanceM), said);
  }
  return alone;
}

function isNear(aM: number, bM: number): boolean {
  return Math.abs(aM - bM) <= TURF_TOLERANCE * Math.max(aM, bM) + 0.001;
}

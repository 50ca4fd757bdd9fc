import { createRandom } from '../../app/rehearsal/seeded-random.ts';
import { loadGeometryCore } from '../../audio-wasm/core.ts';
import type { GeometryCore } from '../../audio-wasm/kernels.ts';
import { createPlainGeometryCore } from '../../audio-wasm/reference/geometry.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { NearestPlace, SeedPlace } from '../../workers/nearest/nearest.api.ts';
import { createNearestIndex } from '../../workers/nearest/nearest-index.ts';
import { compileFreshCore } from '../support/audio/wasm.ts';
import { type Fix, reachOf } from '../support/geometry/locator.ts';
import { createGeokdbushNearest } from './geokdbush-nearest.ts';
import { checkSame, percentile, printTable, timeEachUs, timeMs } from './measure.ts';
import { makePlaces, makeWalk } from './quarter.ts';
import { measureRoundTrips } from './round-trip.ts';
import { compareWithSphere } from './same-places.ts';
import { createTurfNearest, reachM } from './turf-nearest.ts';

const SEED = 4;
const FIXES = 20_000;
const CHANGES = 5000;
/** Builds that are timed, and fixes that the turf loop over all places is given: 20 s or more each at 100,000. */
const SIZES = [
  { count: 100, builds: 20, turfFixes: 100 },
  { count: 1000, builds: 20, turfFixes: 20 },
  { count: 10_000, builds: 20, turfFixes: 5 },
  { count: 100_000, builds: 5, turfFixes: 1 },
];
const PEER_BUILDS = 3;
const TURF_BOXES_FIXES = 1000;

const module = await compileFreshCore();
const HEAD = [
  'places',
  'contender',
  'build ms (first / median / best)',
  'fixes',
  'p50 µs',
  'p99 µs',
  'WASM is faster by (p50)',
];
const mixedRows = [HEAD];
const pointRows = [HEAD];
const changeRows = [['places', 'change', 'changes', 'mean µs', 'p50 µs', 'p99 µs', 'worst µs']];
const notes: string[] = [];
for (const { count, builds, turfFixes } of SIZES) {
  measureMixed(count, builds, turfFixes);
  measurePoints(count, builds);
  measureChanges(count);
}
printTable('Nearest place: half points, half zones of 64 vertices, one place to 2,500 m2', mixedRows);
console.log(`\n${notes.join('\n')}`);
printTable('Nearest point: points alone, one to 2,500 m2', pointRows);
printTable('Changes of one place, a new tree now and then included', changeRows);
await measureRoundTrips(SEED, [100, 1000, 10_000]);

/** What the table says of one contender. */
interface Measured {
  readonly name: string;
  readonly buildsMs: readonly number[];
  readonly timesUs: readonly number[];
}

function toRow(count: number, { name, buildsMs, timesUs }: Measured, ours: Measured): string[] {
  const ratio = percentile(timesUs, 0.5) / percentile(ours.timesUs, 0.5);
  return [
    count.toLocaleString('en'),
    name,
    [buildsMs[0] ?? Number.NaN, percentile(buildsMs, 0.5), Math.min(...buildsMs)]
      .map((ms) => ms.toFixed(2))
      .join(' / '),
    timesUs.length.toLocaleString('en'),
    percentile(timesUs, 0.5).toLocaleString('en', { maximumFractionDigits: 1 }),
    timesUs.length < 100 ? '-' : percentile(timesUs, 0.99).toLocaleString('en', { maximumFractionDigits: 1 }),
    `${ratio.toLocaleString('en', { maximumSignificantDigits: 3 })} x`,
  ];
}

function measureMixed(count: number, builds: number, turfFixes: number): void {
  const places = makePlaces(SEED, count);
  const walk = makeWalk(SEED + 1, count, FIXES);
  const ours = measureIndex('index, WASM kernel', loadGeometryCore(module), places, walk, builds);
  const plain = measureIndex('index, plain kernel', createPlainGeometryCore(), places, walk, builds);
  ours.reached.forEach((one, step) => {
    const [wasm, twin] = [JSON.stringify(one), JSON.stringify(plain.reached[step])];
    checkSame(wasm === twin, () => `at fix ${step} WASM finds ${wasm}, its twin ${twin}`);
  });
  mixedRows.push(toRow(count, ours, ours), toRow(count, plain, ours));
  let alone = 0;
  for (const [name, boxesFirst, fixes] of [
    ['turf, all places', false, turfFixes],
    ['turf, boxes first', true, TURF_BOXES_FIXES],
  ] as const) {
    const peer = measurePeer(name, () => createTurfNearest(places, boxesFirst), walk, ours.reached, fixes);
    mixedRows.push(toRow(count, peer, ours));
    alone += peer.alone;
  }
  const reaching = ours.reached.filter((list) => list.length > 0).length;
  const mean = ours.reached.reduce((sum, list) => sum + list.length, 0) / walk.length;
  notes.push(
    `${count.toLocaleString('en')} places: ${((100 * reaching) / walk.length).toFixed(0)} % of the fixes reach a place, ` +
      `${mean.toFixed(2)} places on average; ${alone} times a place within 1 % of the reach was counted by one side alone`,
  );
}

function measurePoints(count: number, builds: number): void {
  const places = makePlaces(SEED, 2 * count).filter(({ geometry }) => geometry.type === 'Point');
  const walk = makeWalk(SEED + 1, 2 * count, FIXES);
  const ours = measureIndex('index, WASM kernel', loadGeometryCore(module), places, walk, builds);
  const peer = measurePeer('geokdbush', () => createGeokdbushNearest(places), walk, ours.reached, FIXES);
  pointRows.push(toRow(count, ours, ours), toRow(count, peer, ours));
}

/** Moves, removes and adds places by turns, the same ones as often as it takes. */
function measureChanges(count: number): void {
  const places = makePlaces(SEED, count);
  const others = makePlaces(SEED + 2, count);
  const index = createNearestIndex(loadGeometryCore(module));
  index.seed(places);
  const random = createRandom(SEED);
  const picked = Array.from({ length: CHANGES }, () => Math.floor(random() * count));
  const row = (name: string, timesUs: readonly number[]): void => {
    const mean = timesUs.reduce((sum, us) => sum + us, 0) / timesUs.length;
    const figures = [mean, percentile(timesUs, 0.5), percentile(timesUs, 0.99), Math.max(...timesUs)];
    changeRows.push([
      count.toLocaleString('en'),
      name,
      timesUs.length.toLocaleString('en'),
      ...figures.map((us) => us.toLocaleString('en', { maximumFractionDigits: 1 })),
    ]);
  };
  const now = [...places];
  const moves = picked.flatMap((at) => (others[at] === undefined ? [] : [{ at, place: others[at] }]));
  row(
    'move',
    timeEachUs(moves, ({ place }) => index.move(place)),
  );
  for (const { at, place } of moves) now[at] = place;
  const once = [...new Set(picked)].flatMap((at) => now[at] ?? []);
  row(
    'remove',
    timeEachUs(once, ({ id }) => index.remove(id)),
  );
  row(
    'add',
    timeEachUs(once, (place) => index.add(place)),
  );
  const fresh = createNearestIndex(createPlainGeometryCore());
  fresh.seed(now);
  makeWalk(SEED + 3, count, 500).forEach((fix, step) => {
    const [changed, seeded] = [JSON.stringify(index.around(reachOf(fix))), JSON.stringify(fresh.around(reachOf(fix)))];
    checkSame(changed === seeded, () => `at fix ${step} the changed index says ${changed}, a fresh one ${seeded}`);
  });
}

/** Builds the index again and again, lists what each fix of the walk reaches, and walks once more for the time. */
function measureIndex(
  name: string,
  core: GeometryCore,
  places: readonly SeedPlace[],
  walk: readonly Fix[],
  builds: number,
): Measured & { readonly reached: readonly (readonly NearestPlace[])[] } {
  const index = createNearestIndex(core);
  const buildsMs = Array.from({ length: builds }, () => timeMs(() => index.seed(places)).tookMs);
  const reached = walk.map((fix) => index.around(reachOf(fix)));
  const nearest: (PlaceId | undefined)[] = [];
  const timesUs = timeEachUs(walk, (fix) => nearest.push(index.around(reachOf(fix))[0]?.id));
  checkSame(
    nearest.every((id, step) => id === reached[step]?.[0]?.id),
    () => 'one index, walked twice',
  );
  return { name, buildsMs, timesUs, reached };
}

/** Times a peer on fixes taken evenly from the walk, and holds its answers against those of the index. */
function measurePeer(
  name: string,
  build: () => (fix: Fix) => NearestPlace[],
  walk: readonly Fix[],
  reached: readonly (readonly NearestPlace[])[],
  fixes: number,
): Measured & { readonly alone: number } {
  const buildsMs = Array.from({ length: PEER_BUILDS }, () => timeMs(build).tookMs);
  const locate = build();
  const every = Math.floor(walk.length / fixes);
  const sample = walk.flatMap((fix, step) => (step % every === 0 ? [{ fix, ours: reached[step] ?? [] }] : []));
  for (const { fix } of sample.slice(0, Math.floor(fixes / 5))) locate(fix);
  const answers: NearestPlace[][] = [];
  const timesUs = timeEachUs(sample, ({ fix }) => answers.push(locate(fix)));
  let alone = 0;
  sample.forEach(({ fix, ours }, index) => {
    alone += compareWithSphere(ours, answers[index] ?? [], reachM(fix));
  });
  return { name, buildsMs, timesUs, alone };
}

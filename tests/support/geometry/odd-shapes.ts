import { createPlainGeometryCore } from '../../../audio-wasm/reference/geometry.ts';
import { packShapes } from '../../../audio-wasm/shapes.ts';
import type { Position } from '../../../contracts/geo.ts';
import { NewGeometry, zoneFault } from '../../../contracts/new-geometry.ts';
import { findZoneMiddle } from '../../../contracts/zone-middle.ts';

/** Numbers from 0 to 1 (mulberry32), the same for a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Draw = (random: () => number) => [number, number][];

const between = (random: () => number, least: number, most: number): number => least + random() * (most - least);
/** Small numbers as often as large ones. */
const scale = (random: () => number, least: number, most: number): number =>
  Math.exp(between(random, Math.log(least), Math.log(most)));

/** Kinds of rings that people, programs and slips make, in degrees around 0; open, the first position is not repeated. */
const KINDS: readonly Draw[] = [
  // Flat triangles and bars, down to nothing.
  (random) => [
    [0, 0],
    [scale(random, 1e-7, 2), scale(random, 1e-16, 1e-6)],
    [scale(random, 1e-7, 2), 0],
  ],
  (random) => {
    const [wide, high] = [scale(random, 1e-7, 3), scale(random, 1e-12, 1)];
    return [
      [0, 0],
      [wide, 0],
      [wide, high],
      [0, high],
    ];
  },
  // Any positions, in a heap or all on one line, some of them twice.
  (random) => {
    const [wide, high] = [scale(random, 1e-6, 20), scale(random, 1e-12, 20)];
    const ring = Array.from({ length: 3 + Math.floor(random() * 12) }, (): [number, number] => [
      random() * wide,
      random() * high,
    ]);
    return random() < 0.3 ? ring.flatMap((position) => [position, position]) : ring;
  },
  // Stars and combs.
  (random) => {
    const count = 4 + Math.floor(random() * 40);
    const [radius, spread, stretch] = [scale(random, 1e-6, 1), random(), scale(random, 1e-4, 1)];
    return Array.from({ length: count }, (_, at): [number, number] => {
      const angle = (2 * Math.PI * at) / count;
      const away = radius * (1 - spread * random());
      return [away * Math.cos(angle), away * Math.sin(angle) * stretch];
    });
  },
  (random) => {
    const [teeth, high, thick] = [2 + Math.floor(random() * 30), scale(random, 1e-6, 1), scale(random, 1e-9, 1e-3)];
    const upper = Array.from({ length: teeth }, (_, at): [number, number] => [at * thick, at % 2 === 0 ? 0 : high]);
    return [...upper, ...upper.map(([lng, lat]): [number, number] => [lng, lat + thick]).toReversed()];
  },
  // One point, and the whole world.
  () => [
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  (random) =>
    Array.from({ length: 3 + Math.floor(random() * 8) }, () => [between(random, -180, 180), between(random, -90, 90)]),
];

/** An odd polygon: anywhere on earth, at the antimeridian and the poles more often than elsewhere, a third with a hole. */
export function oddPolygon(random: () => number): Position[][] {
  const draw = KINDS[Math.floor(random() * KINDS.length)] ?? (() => []);
  const east = random() < 0.3 ? 180 : between(random, -180, 180);
  const north = random() < 0.1 ? 89.9 : between(random, -85, 85);
  const turn = random() < 0.5 ? 0 : random() * 6.3;
  const place = ([lng, lat]: readonly [number, number]): Position => {
    const x = east + lng * Math.cos(turn) - lat * Math.sin(turn);
    const y = north + lng * Math.sin(turn) + lat * Math.cos(turn);
    return [x > 180 ? x - 360 : x < -180 ? x + 360 : x, Math.max(-90, Math.min(90, y))];
  };
  const closed = (ring: readonly (readonly [number, number])[]): Position[] => {
    const placed = ring.map(place);
    return [...placed, placed[0] ?? [0, 0]];
  };
  const outer = draw(random);
  const hole = random() < 0.33 ? [outer.map(([lng, lat]): [number, number] => [lng * 0.4, lat * 0.4])] : [];
  return [outer, ...hole].map(closed);
}

/** What {@link measureOddShapes} saw. */
export interface OddShapes {
  /** Zones whose middle is not where the walker would be told to be in them. */
  readonly outside: readonly string[];
  readonly refused: number;
  /** Processor time of the slowest one, and of all: a busy machine needs as much. */
  readonly slowestMs: number;
  readonly totalMs: number;
  readonly grownBytes: number;
}

/** Processor time since `before`. */
function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Sends `count` odd shapes through the server's rule, and computes the middle of each, admitted or not. */
export function measureOddShapes(count: number, seed: number): OddShapes {
  const random = seeded(seed);
  const core = createPlainGeometryCore();
  const outside: string[] = [];
  let [refused, slowestMs, totalMs] = [0, 0, 0];
  const bytesBefore = process.memoryUsage().heapUsed;
  for (let round = 0; round < count; round++) {
    const coordinates = oddPolygon(random);
    const before = process.cpuUsage();
    const sent = NewGeometry.safeParse({ type: 'Polygon', coordinates });
    const { position, clearanceM } = findZoneMiddle(coordinates);
    const tookMs = cpuMs(before);
    totalMs += tookMs;
    slowestMs = Math.max(slowestMs, tookMs);
    if (!sent.success) refused += 1;
    // Such a zone has no inside that anybody could mean.
    if (zoneFault({ type: 'Polygon', coordinates }) === 'endless') continue;
    core.setShapes(packShapes([{ type: 'Polygon', coordinates }]));
    core.setOrigin(position);
    // On the border where nothing is enclosed: the digits of a degree end there.
    if (core.distanceM(0) > (clearanceM > 0.001 ? 0 : 0.01)) outside.push(JSON.stringify(coordinates));
  }
  return { outside, refused, slowestMs, totalMs, grownBytes: process.memoryUsage().heapUsed - bytesBefore };
}

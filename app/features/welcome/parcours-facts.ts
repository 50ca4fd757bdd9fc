import type { Place } from '../../../contracts/place.ts';
import type { LngLat } from '../../state/position/metres.ts';
import { middleOfPlace, shortWay, wayLengthM } from './shortest-way.ts';

/** Streets are longer than straight lines by about so much. */
const DETOUR = 1.3;
/** Of somebody who looks around, in metres a minute: 3 km/h. */
const STROLL_M_PER_MIN = 3000 / 60;
/** Places farther apart are no walk. */
const WALK_MAX_M = 30_000;

/** What somebody wants to know of a parcours before they listen to it. */
export interface ParcoursFacts {
  readonly stories: number;
  /** About how long a way on foot past all stories is, in metres; null where nobody walks that far, or there is nowhere to go. */
  readonly lengthM: number | null;
  /** About how long all stories and the way between them take, in minutes; null where some story's length is not known. */
  readonly minutes: number | null;
  /** The way, for a sketch. */
  readonly way: readonly LngLat[];
}

/**
 * The facts of a parcours with these places, in their order. Length and time are estimates: the way in the list's order, or a
 * shorter one where people have dropped in any order, longer than straight lines as streets are, at a stroll, and all stories
 * in full. Pure.
 */
export function parcoursFacts(list: readonly Pick<Place, 'feature' | 'media'>[]): ParcoursFacts {
  const stories = list.filter(({ media }) => media !== null);
  const way = shortWay(stories.map(({ feature }) => middleOfPlace(feature)));
  const straightM = wayLengthM(way) * DETOUR;
  const lengthM = straightM >= 50 && straightM <= WALK_MAX_M ? straightM : null;
  const seconds = stories.map(({ media }) => media?.data.length ?? Number.NaN);
  const soundMin = seconds.reduce((sum, length) => sum + length, 0) / 60;
  const minutes = stories.length === 0 || Number.isNaN(soundMin) ? null : soundMin + (lengthM ?? 0) / STROLL_M_PER_MIN;
  return {
    stories: stories.length,
    lengthM: lengthM === null ? null : roundLength(lengthM),
    minutes: minutes === null ? null : roundMinutes(minutes),
    way,
  };
}

/** Rounds an estimate to what can be meant by it. */
function roundLength(lengthM: number): number {
  const step = lengthM < 1000 ? 50 : 100;
  return Math.round(lengthM / step) * step;
}

function roundMinutes(minutes: number): number {
  return minutes < 15 ? Math.max(1, Math.round(minutes)) : Math.round(minutes / 5) * 5;
}

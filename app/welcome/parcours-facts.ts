import type { Place } from '../../contracts/place.ts';
import type { LngLat } from '../position/coordinates.ts';
import { middleOfPlace, shortWay, wayLengthM } from './shortest-way.ts';

/** Ratio of street routes to straight lines, approximately. */
const DETOUR = 1.3;
/** Speed of a person who looks around, in metres per minute: 3 km/h. */
const STROLL_M_PER_MIN = 3000 / 60;
/** A longer way is not a walk. */
const WALK_MAX_M = 30_000;

/** What people want to know about a parcours before they listen to it. */
export interface ParcoursFacts {
  readonly stories: number;
  /**
   * Approximate length of a walk past all stories, in metres; null if nobody walks that far, or there is nowhere to go.
   */
  readonly lengthM: number | null;
  /** Approximate duration of all stories and the way between them, in minutes; null if a story's length is unknown. */
  readonly minutes: number | null;
  readonly way: readonly LngLat[];
}

/**
 * Computes the facts of a parcours with these places, in their order. Length and time are estimates: the way in the
 * list's order, or a shorter one if people have dropped in any order; longer than straight lines, because streets are;
 * at a stroll, with all stories in full. Pure.
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

/** Rounds an estimate to its actual precision. */
function roundLength(lengthM: number): number {
  const step = lengthM < 1000 ? 50 : 100;
  return Math.round(lengthM / step) * step;
}

function roundMinutes(minutes: number): number {
  return minutes < 15 ? Math.max(1, Math.round(minutes)) : Math.round(minutes / 5) * 5;
}

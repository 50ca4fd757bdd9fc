import type { NearestPlace } from '../../workers/nearest/nearest.api.ts';
import { checkSame } from './measure.ts';

/** Peers measure on a sphere, the kernel on the ellipsoid: up to 0.5 % apart. */
const SPHERE_TOLERANCE = 0.01;

/**
 * Holds what the index said of a fix against the answer of a peer on a sphere. Distances may differ by what sphere and
 * ellipsoid do, and only where that decides may a place be reached for one alone, or another be the nearest.
 *
 * @returns how many places only one of them counts as reached
 * @throws Error that shows both answers, where they differ by more
 */
export function compareWithSphere(
  ours: readonly NearestPlace[],
  peer: readonly NearestPlace[],
  radiusM: number,
): number {
  const said = () => `within ${radiusM} m the index finds ${JSON.stringify(ours)}, its peer ${JSON.stringify(peer)}`;
  const oursM = new Map(ours.map(({ id, distanceM }) => [id, distanceM]));
  const peerM = new Map(peer.map(({ id, distanceM }) => [id, distanceM]));
  let alone = 0;
  for (const id of new Set([...oursM.keys(), ...peerM.keys()])) {
    const [a, b] = [oursM.get(id), peerM.get(id)];
    if (a === undefined || b === undefined) alone += 1;
    checkSame(isNear(a ?? radiusM, b ?? radiusM), said);
  }
  const [first, other] = [ours[0], peer[0]];
  if (first !== undefined && other !== undefined && first.id !== other.id) {
    checkSame(first.distanceM > 0 && isNear(first.distanceM, other.distanceM), said);
  }
  return alone;
}

function isNear(aM: number, bM: number): boolean {
  return Math.abs(aM - bM) <= SPHERE_TOLERANCE * Math.max(aM, bM) + 0.001;
}

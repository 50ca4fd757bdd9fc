import type { PlanePoint } from '../../../app/rehearsal/walked-route.ts';
import type { Position } from '../../../contracts/geo.ts';

const CENTRE: Position = [2.347, 48.8555];
/** Degrees that a metre is at CENTRE. */
const EAST = 1 / 73_360;
const NORTH = 1 / 111_200;

/** Where a point of the simulated town lies on earth: it stands around the Ile de la Cite. */
export function toPosition([eastM, northM]: PlanePoint): Position {
  return [CENTRE[0] + eastM * EAST, CENTRE[1] + northM * NORTH];
}

/** The point of the simulated town at this position: the inverse of {@link toPosition}. */
export function toSpot([lng, lat]: Position): PlanePoint {
  return [(lng - CENTRE[0]) / EAST, (lat - CENTRE[1]) / NORTH];
}

import type { Geometry, Position } from '../../contracts/geo.ts';
import { boxAround, boxOfShape, type LngLatBox } from '../../contracts/rings.ts';

/** South-west and north-east corner, `[lng, lat]` each; east of 180 if the box crosses the antimeridian. */
export type Box = readonly [southWest: Position, northEast: Position];

/** Returns the bounding box of positions; null if there are none. */
export function boxOf(positions: readonly Position[]): Box | null {
  return cornersOf(positions.map(([lng, lat]): LngLatBox => [lng, lat, lng, lat]));
}

/** Returns the bounding box of shapes; null if there are none. */
export function boxOfShapes(shapes: readonly Geometry[]): Box | null {
  return cornersOf(shapes.map(boxOfShape).filter((box) => box !== null));
}

function cornersOf(boxes: readonly LngLatBox[]): Box | null {
  const box = boxAround(boxes);
  return (
    box && [
      [box[0], box[1]],
      [box[2], box[3]],
    ]
  );
}

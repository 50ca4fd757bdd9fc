import type { Geometry } from '../../../contracts/geo.ts';
import { boxAround, boxOfShape, type LngLatBox } from '../../../contracts/rings.ts';

/** The box around these shapes. */
export function boundingBoxOfShapes(shapes: readonly Geometry[]): LngLatBox {
  const box = boxAround(shapes.map(boxOfShape).filter((one) => one !== null));
  if (box === null) throw new Error('Expected shapes, got none');
  return box;
}

import type { Geometry, Position } from '../../../contracts/geo.ts';
import type { ExportedParcours } from '../../../contracts/parcours-file.ts';
import { unwrapRings } from '../../../contracts/rings.ts';
import { nextTurn, SLICE_CHARS } from '../costly-work.ts';

/** Serializes a parcours as GeoJSON (RFC 7946), one place a line, in slices so that other calls don't wait. */
export async function serializeGeojson({ features, ...parcours }: ExportedParcours): Promise<Buffer> {
  const pieces = [Buffer.from(`${JSON.stringify(parcours).slice(0, -1)},"features":[`)];
  let text = '';
  for (const [index, place] of features.entries()) {
    text += `${index === 0 ? '\n' : ',\n'}${JSON.stringify(place)}`;
    if (text.length < SLICE_CHARS) continue;
    pieces.push(Buffer.from(text));
    text = '';
    await nextTurn();
  }
  return Buffer.concat([...pieces, Buffer.from(`${text}\n]}\n`)]);
}

/** Returns the shape by the right-hand rule: the outer ring counterclockwise, holes clockwise, each from where it began. */
export function rightHanded(shape: Geometry): Geometry {
  if (shape.type === 'Point') return shape;
  return {
    type: 'Polygon',
    coordinates: shape.coordinates.map((ring, index) =>
      isCounterclockwise(ring) === (index === 0) ? ring : ring.toReversed(),
    ),
  };
}

function isCounterclockwise(ring: readonly Position[]): boolean {
  const [unwrapped = []] = unwrapRings([ring]);
  const area = unwrapped.reduce((sum, [lng, lat], index) => {
    const [nextLng, nextLat] = unwrapped[index + 1] ?? [lng, lat];
    return sum + lng * nextLat - nextLng * lat;
  }, 0);
  return area > 0;
}

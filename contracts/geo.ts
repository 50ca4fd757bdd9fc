import * as z from 'zod/mini';
import { POLYGON_POSITIONS_MAX, POSITION_NUMBERS_MAX } from './limits.ts';

/** A position, `[lng, lat]` in degrees (WGS 84). Further numbers (an altitude) are accepted and ignored. */
export const Position = z
  .pipe(
    z.array(z.number()).check(z.minLength(2), z.maxLength(POSITION_NUMBERS_MAX)),
    z.transform((numbers: number[]): [number, number] => [numbers[0] ?? Number.NaN, numbers[1] ?? Number.NaN]),
  )
  .check(
    z.refine(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90, {
      error: 'Expected [longitude, latitude] within [-180..180, -90..90]',
    }),
  );
export type Position = z.infer<typeof Position>;

/** A GeoJSON Point (RFC 7946). */
export const Point = z.object({ type: z.literal('Point'), coordinates: Position });
export type Point = z.infer<typeof Point>;

const Positions = z.array(Position);

/** One closed ring of a polygon: at least four positions, the first equal to the last. */
export const Ring = z
  .pipe(
    z.custom<z.input<typeof Positions>>(),
    z.transform((ring, { issues }): Position[] => {
      if (Array.isArray(ring) && ring.every(isPosition)) return ring.map(([lng, lat]) => [lng, lat]);
      // Names the faults. Too slow for valid rings: 30 ms for the 10,000 positions that a zone may have.
      const faults = Positions.safeParse(ring).error?.issues ?? [];
      for (const { path, message } of faults) issues.push({ code: 'custom', path, message, input: ring });
      return z.NEVER;
    }),
  )
  .check(
    z.minLength(4, { error: 'Expected a ring of at least 4 positions' }),
    z.refine(isClosed, { error: 'Expected a closed ring: its first position equal to its last' }),
  );
export type Ring = z.infer<typeof Ring>;

/** A GeoJSON Polygon (RFC 7946): the outer ring, then its holes. */
export const Polygon = z.object({
  type: z.literal('Polygon'),
  coordinates: z.pipe(
    // Counted before parsing, which would report an issue for each bad position: a body can hold hundreds of thousands.
    z.array(z.unknown()).check(
      z.minLength(1, { error: 'Expected at least one ring' }),
      z.refine((rings) => countPositions(rings) <= POLYGON_POSITIONS_MAX, {
        error: `Expected at most ${POLYGON_POSITIONS_MAX} positions`,
      }),
    ),
    z.array(Ring),
  ),
});
export type Polygon = z.infer<typeof Polygon>;

/** The shape of a place. Lines and collections are refused. */
export const Geometry = z.discriminatedUnion('type', [Point, Polygon], { error: 'Expected a Point or a Polygon' });
export type Geometry = z.infer<typeof Geometry>;

/** Whether {@link Position} accepts a value. */
function isPosition(value: unknown): value is [number, number, ...number[]] {
  if (!Array.isArray(value) || value.length < 2 || value.length > POSITION_NUMBERS_MAX) return false;
  return value.every(Number.isFinite) && Math.abs(value[0]) <= 180 && Math.abs(value[1]) <= 90;
}

function isClosed(ring: readonly Position[]): boolean {
  const first = ring[0];
  const last = ring.at(-1);
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

/** Counts the positions in all rings; a value that is not a ring counts as one. */
export function countPositions(rings: readonly unknown[]): number {
  return rings.reduce<number>((sum, ring) => sum + (Array.isArray(ring) ? Math.max(ring.length, 1) : 1), 0);
}

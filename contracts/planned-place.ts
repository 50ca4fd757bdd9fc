import * as z from 'zod/mini';
import { Geometry } from './geo.ts';
import { TEXT_LINE_MAX } from './limits.ts';
import { lineOf } from './lines.ts';
import { NewGeometry } from './new-geometry.ts';
import { ParcoursId, PlaceId, UserId } from './vocabulary.ts';

/**
 * How far a planned place has come: nobody has filled it (`planned`), its filling is not saved or has no audio yet
 * (`draft`), waits for an approval, or is hidden by the site's admins. Once its filling is public, it is no longer planned.
 */
export const PlannedState = z.enum(['planned', 'draft', 'waiting', 'hidden']);
export type PlannedState = z.infer<typeof PlannedState>;

/** A place without audio that its parcours' authors planned, for a contributor to fill. Walkers never receive it. */
export const PlannedPlace = z.object({
  /** No other place has or had this id. */
  id: PlaceId,
  appelation: z.string(),
  feature: Geometry,
  map: z.object({ id: ParcoursId }),
  /** The member who is asked to fill it; null for nobody in particular. */
  asked: z.nullable(z.object({ id: UserId, name: z.string() })),
  state: PlannedState,
  /** The place that fills it; null if `planned`. */
  filledBy: z.nullable(PlaceId),
});
export type PlannedPlace = z.infer<typeof PlannedPlace>;

const appelation = lineOf(0, TEXT_LINE_MAX);
const asked = z.optional(z.nullable(UserId));

/** Body of a planned place's creation. An empty name becomes 'Lieu' and the first free number. */
export const NewPlannedPlace = z.object({ mapId: ParcoursId, appelation, feature: NewGeometry, asked });
export type NewPlannedPlace = z.input<typeof NewPlannedPlace>;

/** Body of a planned place's update: what is missing stays. */
export const PlannedPlaceChange = z.object({
  appelation: z.optional(appelation),
  feature: z.optional(NewGeometry),
  asked,
});
export type PlannedPlaceChange = z.input<typeof PlannedPlaceChange>;

import * as z from 'zod/mini';
import { Geometry } from './geo.ts';
import { PlaceVersionId } from './vocabulary.ts';

/** What a later version of a place has otherwise than an earlier one. */
export const VersionPart = z.enum(['title', 'shape', 'sound']);
export type VersionPart = z.infer<typeof VersionPart>;

/** What a place was before a change. */
export const PlaceVersion = z.object({
  id: PlaceVersionId,
  appelation: z.string(),
  feature: Geometry,
  /** Seconds of its audio, null if unknown; null without audio. Nobody hears it before it is restored. */
  sound: z.nullable(z.object({ length: z.nullable(z.number()) })),
  /** When a change ended it, ISO 8601 in UTC. */
  replacedAt: z.iso.datetime(),
  /** Whose change that was; null after that account was deleted. */
  replacedBy: z.nullable(z.object({ isSelf: z.boolean(), name: z.string() })),
  /** What that change has changed. */
  changed: z.array(VersionPart),
});
export type PlaceVersion = z.infer<typeof PlaceVersion>;

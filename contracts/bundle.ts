import * as z from 'zod/mini';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from './limits.ts';
import { BundleId, ParcoursId, Privilege } from './vocabulary.ts';

/** A group of parcours. */
export const Bundle = z.object({ id: BundleId, name: z.string(), description: z.string() });
/** A group of parcours. */
export type Bundle = z.infer<typeof Bundle>;

/** What a bundle is called. */
export const BundleText = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_LINE_MAX)),
  description: z._default(z.string().check(z.trim(), z.maxLength(TEXT_BLOCK_MAX)), ''),
});
/** What a bundle is called, before the server reads it. */
export type BundleText = z.input<typeof BundleText>;

/** Said, in the specification's words, of a bundle id that is none. */
export const INVALID_BUNDLE_ID = 'Invalid bundleId';

/** A parcours within a bundle. */
export const BundledParcours = z.object({
  map_id: ParcoursId,
  map_name: z.string(),
  map_description: z.string(),
  /** What the asker may do on it; null where they are no member, which only those who manage bundles get to see. */
  privilege: z.nullable(Privilege),
});
/** A parcours within a bundle. */
export type BundledParcours = z.infer<typeof BundledParcours>;

import * as z from 'zod/mini';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from './limits.ts';
import { blockOf, lineOf } from './lines.ts';
import { BundleId, ParcoursId, Privilege } from './vocabulary.ts';

/** A group of parcours. */
export const Bundle = z.object({ id: BundleId, name: z.string(), description: z.string() });
export type Bundle = z.infer<typeof Bundle>;

/** A bundle's name and description, as sent to create or change it. */
export const BundleText = z.object({
  name: lineOf(1, TEXT_LINE_MAX),
  description: z._default(blockOf(0, TEXT_BLOCK_MAX), ''),
});
export type BundleText = z.input<typeof BundleText>;

/** Error message for an invalid bundle id, in the specification's words. */
export const INVALID_BUNDLE_ID = 'Invalid bundleId';

/** A parcours within a bundle. */
export const BundledParcours = z.object({
  map_id: ParcoursId,
  map_name: z.string(),
  map_description: z.string(),
  /** The caller's privilege on it; null for a non-member, which occurs only for people who manage bundles. */
  privilege: z.nullable(Privilege),
});
export type BundledParcours = z.infer<typeof BundledParcours>;

import type { Bundle } from '../../../contracts/bundle.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';

/** A map that something is asked about. */
export interface AskedMap {
  readonly id: ParcoursId;
  readonly name: string;
}

/** What the maps screen asks about, in a dialog over its list. */
export type Asked =
  | { readonly kind: 'new-bundle' }
  | { readonly kind: 'edit-bundle' | 'delete-bundle'; readonly bundle: Bundle }
  | { readonly kind: 'group-map' | 'delete-map' | 'leave-map'; readonly map: AskedMap };

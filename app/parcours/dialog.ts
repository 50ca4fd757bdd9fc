import type { Bundle } from '../../contracts/bundle.ts';
import type { ParcoursId, Role } from '../../contracts/vocabulary.ts';

/** The map that a dialog is about. */
export interface NamedMap {
  readonly id: ParcoursId;
  readonly name: string;
}

/** A dialog of the maps screen. */
export type Dialog =
  | { readonly kind: 'new-bundle' }
  | { readonly kind: 'edit-bundle' | 'delete-bundle'; readonly bundle: Bundle }
  | { readonly kind: 'group-map' | 'delete-map' | 'leave-map'; readonly map: NamedMap };

/** Props of a component that offers the dialogs allowed for a role. */
export interface DialogOffer {
  readonly role: Role;
  readonly onOpenDialog: (dialog: Dialog) => void;
}

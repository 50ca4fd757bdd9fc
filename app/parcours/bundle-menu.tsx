import { Pencil, Trash2 } from 'lucide-react';
import type { Bundle } from '../../contracts/bundle.ts';
import { mayManageBundles } from '../../contracts/permissions.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import type { DialogOffer } from './dialog.ts';
import { parcoursStrings } from './parcours-words.ts';

/** Edits or deletes a bundle; empty for people who may not. */
export function BundleMenu({ bundle, role, onOpenDialog }: DialogOffer & { readonly bundle: Bundle }) {
  const words = parcoursStrings;
  if (!mayManageBundles(role)) return null;
  return (
    <MoreMenu
      label={words.moreAbout(bundle.name)}
      acts={[
        {
          label: words.editBundle,
          icon: <Pencil size={18} aria-hidden />,
          act: () => onOpenDialog({ kind: 'edit-bundle', bundle }),
        },
        {
          label: words.removeBundle,
          icon: <Trash2 size={18} aria-hidden />,
          danger: true,
          act: () => onOpenDialog({ kind: 'delete-bundle', bundle }),
        },
      ]}
    />
  );
}

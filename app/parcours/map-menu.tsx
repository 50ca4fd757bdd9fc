import { FolderTree, LogOut, Trash2 } from 'lucide-react';
import { mayManageBundles, mayManageParcours } from '../../contracts/permissions.ts';
import type { Privilege } from '../../contracts/vocabulary.ts';
import { MoreMenu } from '../ui/more-menu.tsx';
import type { DialogOffer, NamedMap } from './dialog.ts';
import { parcoursStrings } from './parcours-words.ts';

/** The menu of a map. `privilege` is null for people who manage bundles and are not members of the map. */
export function MapMenu({
  map,
  role,
  privilege,
  onOpenDialog,
}: DialogOffer & { readonly map: NamedMap; readonly privilege: Privilege | null }) {
  const words = parcoursStrings;
  return (
    <MoreMenu
      label={words.moreAbout(map.name)}
      acts={[
        mayManageBundles(role) && {
          label: words.bundlesOf,
          icon: <FolderTree size={18} aria-hidden />,
          act: () => onOpenDialog({ kind: 'group-map', map }),
        },
        privilege !== null && {
          label: words.leave,
          icon: <LogOut size={18} aria-hidden />,
          act: () => onOpenDialog({ kind: 'leave-map', map }),
        },
        mayManageParcours(role, privilege) && {
          label: words.delete,
          icon: <Trash2 size={18} aria-hidden />,
          danger: true,
          act: () => onOpenDialog({ kind: 'delete-map', map }),
        },
      ]}
    />
  );
}

import { FolderTree, LogOut, Trash2 } from 'lucide-react';
import { mayManageBundles, mayManageParcours } from '../../../contracts/permissions.ts';
import type { Privilege, Role } from '../../../contracts/vocabulary.ts';
import { type MenuAct, MoreMenu } from '../../ui/more-menu.tsx';
import { strings } from '../../words/strings.ts';
import type { Asked, AskedMap } from './asked.ts';

/**
 * The rarer acts on a map, as far as the person may do them. `privilege` is null on a map that they are no member of,
 * which only those who manage bundles get to see.
 */
export function MapMenu({
  map,
  role,
  privilege,
  onAsk,
}: {
  readonly map: AskedMap;
  readonly role: Role;
  readonly privilege: Privilege | null;
  readonly onAsk: (asked: Asked) => void;
}) {
  const words = strings.parcours;
  const acts: MenuAct[] = [];
  if (mayManageBundles(role)) {
    acts.push({
      label: words.bundlesOf,
      icon: <FolderTree size={18} aria-hidden />,
      act: () => onAsk({ kind: 'group-map', map }),
    });
  }
  if (privilege !== null) {
    acts.push({
      label: words.leave,
      icon: <LogOut size={18} aria-hidden />,
      act: () => onAsk({ kind: 'leave-map', map }),
    });
  }
  if (mayManageParcours(role, privilege)) {
    acts.push({
      label: words.delete,
      icon: <Trash2 size={18} aria-hidden />,
      danger: true,
      act: () => onAsk({ kind: 'delete-map', map }),
    });
  }
  return acts.length === 0 ? null : <MoreMenu label={words.moreAbout(map.name)} acts={acts} />;
}

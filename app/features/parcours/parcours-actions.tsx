import { FolderPlus, Plus } from 'lucide-react';
import { mayCreateParcours, mayManageBundles } from '../../../contracts/permissions.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { parcoursStrings } from '../../words/maps/parcours.ts';

/** The buttons beside the heading of the maps screen, as far as the person may use them. */
export function ParcoursActions({
  role,
  onNewBundle,
}: {
  readonly role: Role | undefined;
  readonly onNewBundle: () => void;
}) {
  const words = parcoursStrings;
  return (
    <>
      {role !== undefined && mayManageBundles(role) ? (
        <IconButton label={words.newBundle} icon={<FolderPlus size={22} aria-hidden />} onClick={onNewBundle} />
      ) : null}
      {role !== undefined && mayCreateParcours(role) ? (
        <IconLink to={paths.createParcours} label={words.create} icon={<Plus size={22} aria-hidden />} />
      ) : null}
    </>
  );
}

import { Check, FolderPlus, Plus } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { mayCreateParcours, mayManageBundles } from '../../contracts/permissions.ts';
import type { Role } from '../../contracts/vocabulary.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { IconLink } from '../ui/icon-link.tsx';
import styles from './parcours.module.css';
import { hasParcours, parcours } from './parcours.ts';
import { parcoursStrings } from './parcours-words.ts';

/** The buttons beside the heading of the maps screen that the person may use. */
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

/** The green check, which opens the map if the person listens to or edits one. Stays visible while the list scrolls. */
export function ToMap() {
  const hasMap = hasParcours(useSnapshot(parcours));
  if (!hasMap) return null;
  return (
    <div className={styles.toMap}>
      <ButtonLink to={paths.home} variant="success" wide icon={<Check size={22} strokeWidth={2.5} aria-hidden />}>
        {parcoursStrings.done}
      </ButtonLink>
    </div>
  );
}

import { Headphones, Mic } from 'lucide-react';
import { memo } from 'react';
import type { Parcours } from '../../contracts/parcours.ts';
import { mayDrop } from '../../contracts/permissions.ts';
import type { Member } from '../../contracts/user.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { classNames } from '../ui/class-names.ts';
import type { DialogOffer } from './dialog.ts';
import { MapMenu } from './map-menu.tsx';
import { PackButton } from './pack-button.tsx';
import styles from './parcours.module.css';
import { toggleBeingCreated, toggleSelected } from './parcours.ts';
import { parcoursStrings } from './parcours-words.ts';
import { RowFacts } from './row-facts.tsx';
import { RowToggle } from './row-toggle.tsx';

/** A parcours as a row of a bundle. Memoized, so that a toggle responds at once among hundreds of rows. */
export const ParcoursRow = memo(function ParcoursRow({
  parcours,
  role,
  isSelected,
  isBeingCreated,
  onOpen,
  onOpenDialog,
}: DialogOffer & {
  readonly parcours: Omit<Parcours, 'users'> & { readonly users: readonly Member[] };
  readonly isSelected: boolean;
  readonly isBeingCreated: boolean;
  readonly onOpen: (id: ParcoursId) => void;
}) {
  const { id, name, privilege, users, user_count, guest_count = 0 } = parcours;
  const words = parcoursStrings;
  return (
    <li className={classNames(styles.row, (isSelected || isBeingCreated) && styles.inUse)}>
      <button type="button" className={styles.open} title={words.open} onClick={() => onOpen(id)}>
        <span className={styles.name}>{name}</span>
        <RowFacts mapId={id} privilege={privilege} users={users} userCount={user_count} guestCount={guest_count} />
      </button>
      <div className={styles.acts}>
        <PackButton mapId={id} name={name} />
        <RowToggle
          label={isSelected ? words.listening : words.listenShort}
          act={isSelected ? words.stopListening(name) : words.listen(name)}
          isOn={isSelected}
          Icon={Headphones}
          onToggle={() => toggleSelected(id)}
        />
        {mayDrop(role, privilege) ? (
          <RowToggle
            label={isBeingCreated ? words.editing : words.editShort}
            act={isBeingCreated ? words.stopEditing(name) : words.edit(name)}
            isOn={isBeingCreated}
            Icon={Mic}
            onToggle={() => toggleBeingCreated(parcours)}
          />
        ) : null}
        <MapMenu map={parcours} role={role} privilege={privilege} onOpenDialog={onOpenDialog} />
      </div>
    </li>
  );
});

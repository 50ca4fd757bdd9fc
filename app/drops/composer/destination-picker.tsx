import { Crosshair } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayChangePlace } from '../../../contracts/permissions.ts';
import { parcours } from '../../parcours/parcours.ts';
import { places } from '../../places/places.ts';
import { location } from '../../position/location.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { listening } from '../../walk/listening.ts';
import { dropStrings, wordsForTarget } from '../drop-words.ts';
import { type DropTarget, listTargets, type TargetOption } from './destination.ts';
import styles from './destination-picker.module.css';
import type { Upload } from './uploads.ts';

interface DestinationPickerProps {
  readonly options: readonly TargetOption[];
  readonly chosen: DropTarget;
  readonly disabled: boolean;
  readonly onChoose: (target: DropTarget) => void;
  /** Called when the person chooses to move the map under the crosshair. */
  readonly onAim: () => void;
}

/** The options for a drop's destination. */
export function DestinationPicker({ options, chosen, disabled, onChoose, onAim }: DestinationPickerProps) {
  return (
    <fieldset>
      <legend className={styles.legend}>{dropStrings.where}</legend>
      <OptionCards
        label={dropStrings.where}
        options={options.map((option) => ({
          ...wordsForTarget(option),
          value: option.target,
          disabled: !option.usable,
        }))}
        chosen={chosen}
        disabled={disabled}
        onChoose={onChoose}
      />
      {chosen === 'centre' && !disabled && (
        <Button variant="quiet" icon={<Crosshair size={18} aria-hidden />} onClick={onAim}>
          {dropStrings.aim}
        </Button>
      )}
    </fieldset>
  );
}

/** Returns where an upload may go. */
export function useTargets({ planned, replaced }: Pick<Upload, 'planned' | 'replaced'>): TargetOption[] {
  const { fix } = useSnapshot(location);
  // The place that was selected when the sheet opened, because a walk continues to select others behind it.
  const [selected] = useState(() => listening.walk.selected);
  const { list } = useSnapshot(places);
  const { user } = useSnapshot(session);
  const maps = useSnapshot(parcours);
  const place = list.find((candidate) => candidate.id === selected);
  const privilege = maps.list.find((listed) => listed.id === place?.map.id)?.privilege ?? null;
  const isAuthor = place !== undefined && user !== null && place.userId === user.id;
  const attachable =
    place !== undefined && place.media === null && user !== null && mayChangePlace(user.role, privilege, isAuthor);
  return listTargets(fix, attachable ? place : null, planned, replaced);
}

import { Crosshair } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { OptionCards } from '../ui/option-cards.tsx';
import { dropStrings } from './drop-words.ts';
import type { DropTarget, TargetOption } from './where.ts';
import styles from './where-picker.module.css';

/** The options for a drop's destination. */
export function WherePicker({
  options,
  chosen,
  disabled,
  onChoose,
  onAim,
}: {
  readonly options: readonly TargetOption[];
  readonly chosen: DropTarget;
  readonly disabled: boolean;
  readonly onChoose: (target: DropTarget) => void;
  /** Called when the person chooses to move the map under the crosshair. */
  readonly onAim: () => void;
}) {
  return (
    <fieldset className={styles.where}>
      <legend className={styles.legend}>{dropStrings.where}</legend>
      <OptionCards
        label={dropStrings.where}
        options={options.map(({ target, label, hint, usable }) => ({ value: target, label, hint, disabled: !usable }))}
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

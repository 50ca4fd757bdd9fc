import type { ReactNode } from 'react';
import { OptionCards } from '../../ui/option-cards.tsx';
import { strings } from '../../words/strings.ts';
import type { DropTarget } from './upload/upload.state.ts';
import type { TargetOption } from './where.ts';
import styles from './where-picker.module.css';

/** The answers to 'where does it go?', one of them chosen. */
export function WherePicker({
  options,
  chosen,
  disabled,
  onChoose,
  aim,
}: {
  readonly options: readonly TargetOption[];
  readonly chosen: DropTarget;
  readonly disabled: boolean;
  readonly onChoose: (target: DropTarget) => void;
  /** Stands under the centre of the map while that is chosen: the way to move it. */
  readonly aim: ReactNode;
}) {
  return (
    <fieldset className={styles.where}>
      <legend className={styles.legend}>{strings.drops.where}</legend>
      <OptionCards
        label={strings.drops.where}
        options={options.map(({ target, label, hint, usable }) => ({ value: target, label, hint, disabled: !usable }))}
        chosen={chosen}
        disabled={disabled}
        onChoose={onChoose}
      />
      {chosen === 'centre' && !disabled && aim}
    </fieldset>
  );
}

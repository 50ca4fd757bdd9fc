import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { strings } from '../../platform/strings.ts';
import type { DropTarget } from './upload.state.ts';
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
      <RadioGroup.Root
        className={styles.options}
        aria-label={strings.drops.where}
        value={chosen}
        disabled={disabled}
        onValueChange={(value) => {
          const option = options.find((candidate) => candidate.target === value);
          if (option !== undefined) onChoose(option.target);
        }}
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.target}
            value={option.target}
            disabled={!option.usable}
            aria-label={option.label}
            className={styles.option}
          >
            <span className={styles.label}>{option.label}</span>
            <span className={styles.hint}>{option.hint}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {chosen === 'centre' && !disabled && aim}
    </fieldset>
  );
}

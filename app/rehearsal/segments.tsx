import { RadioGroup } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import layout from '../ui/layout.module.css';
import typography from '../ui/typography.module.css';
import styles from './segments.module.css';

/** A few short options side by side, one of them chosen, below their label. */
export function Segments<Value extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className={layout.stack1}>
      <span id={id} className={typography.label}>
        {label}
      </span>
      <RadioGroup.Root
        className={styles.segments}
        aria-labelledby={id}
        value={chosen}
        onValueChange={(value) => {
          const option = options.find((candidate) => candidate.value === value);
          if (option !== undefined) onChoose(option.value);
        }}
      >
        {options.map((option) => (
          <RadioGroup.Item key={option.value} value={option.value} className={styles.segment}>
            {option.label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}

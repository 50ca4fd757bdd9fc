import { RadioGroup } from 'radix-ui';
import styles from './option-cards.module.css';
import typography from './typography.module.css';

interface OptionCard<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint: string;
  /** Language of the label, if it is not the page's. */
  readonly lang?: string;
  readonly disabled?: boolean;
}

/** Radio buttons as cards, side by side if there is space. */
export function OptionCards<Value extends string>({
  label,
  options,
  chosen,
  disabled = false,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly OptionCard<Value>[];
  readonly chosen: Value | undefined;
  readonly disabled?: boolean;
  readonly onChoose: (value: Value) => void;
}) {
  return (
    <RadioGroup.Root
      className={styles.options}
      aria-label={label}
      value={chosen ?? ''}
      disabled={disabled}
      onValueChange={(value) => {
        const option = options.find((candidate) => candidate.value === value);
        if (option !== undefined) onChoose(option.value);
      }}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled === true}
          aria-label={option.label}
          className={styles.option}
        >
          <span lang={option.lang} className={styles.label}>
            {option.label}
          </span>
          <span className={typography.hint}>{option.hint}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Spinner } from './spinner.tsx';

/**
 * A choice of one of several values, with its label above it; also takes all props of a `<select>`.
 *
 * @param options with `lang` if the label isn't in the language of the interface
 * @param busy the choice is being carried out
 */
export function SelectField({
  label,
  options,
  className,
  busy = false,
  ...rest
}: ComponentProps<'select'> & {
  readonly label: string;
  readonly busy?: boolean;
  readonly options: readonly { readonly value: string; readonly label: string; readonly lang?: string }[];
}) {
  const id = useId();
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label} {busy ? <Spinner size={14} /> : null}
      </label>
      <select {...rest} id={id} aria-busy={busy} className={styles.input}>
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** Facts with their labels, in columns where there is room; what is more than a text has a row of its own. */
export function FactList({
  label,
  rows,
}: {
  readonly label?: string;
  readonly rows: readonly (readonly [label: string, value: ReactNode])[];
}) {
  return (
    <dl className={styles.facts} aria-label={label}>
      {rows.map(([name, value]) => (
        <div key={name} className={typeof value === 'string' ? undefined : styles.wide}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

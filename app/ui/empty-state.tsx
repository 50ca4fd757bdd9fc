import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Shown in place of an empty list: why it is empty, and what to do. */
export function EmptyState({
  icon,
  title,
  hint,
  action,
}: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly hint?: string;
  readonly action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {icon === undefined ? null : (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  );
}

import { CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './message.module.css';

/** A message that needs no response, announced politely (`role="status"`). */
export function Notice({
  children,
  tone = 'info',
  action,
}: {
  readonly children: ReactNode;
  readonly tone?: 'info' | 'success';
  readonly action?: ReactNode;
}) {
  const Icon = tone === 'success' ? CircleCheck : Info;
  return (
    <div role="status" className={classNames(styles.message, styles[tone])}>
      <Icon size={20} aria-hidden />
      <div className={styles.text}>{children}</div>
      {action === undefined ? null : <div className={styles.actions}>{action}</div>}
    </div>
  );
}

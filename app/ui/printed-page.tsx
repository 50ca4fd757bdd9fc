import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import styles from './printed-page.module.css';

/** What is printed, black on white, instead of the app while it is mounted; the screen shows nothing of it. */
export function PrintedPage({
  className,
  children,
}: {
  /** Of a style in `@media print`. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return createPortal(<section className={classNames(styles.page, className)}>{children}</section>, document.body);
}

import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';
import styles from './sheet.module.css';

/**
 * A {@link DialogFrame} at the bottom of a phone, and at the right of a wide screen.
 *
 * @param isFull covers the whole phone
 * @param isWide for tables: as wide as a wide screen allows
 * @param foot stays at the bottom while the rest scrolls
 */
export function Sheet({
  description,
  isFull = false,
  foot,
  isWide = false,
  children,
  ...frame
}: Omit<DialogFrameProps, 'centred' | 'className' | 'isDescribed'> & {
  readonly description?: ReactNode;
  readonly isFull?: boolean;
  readonly foot?: ReactNode;
  readonly isWide?: boolean;
}) {
  return (
    <DialogFrame
      {...frame}
      className={classNames(styles.sheet, isFull && styles.full, isWide && styles.wide)}
      isDescribed={description !== undefined}
    >
      {/* Everything except the heading scrolls, so that the close button stays in reach. */}
      <div className={styles.body}>
        {description === undefined ? null : (
          <Dialog.Description className={styles.description}>{description}</Dialog.Description>
        )}
        {children}
      </div>
      {foot === undefined ? null : <footer className={styles.foot}>{foot}</footer>}
    </DialogFrame>
  );
}

/** A {@link DialogFrame} that shows its children as large as the screen allows, with a description below. */
export function Lightbox({
  description,
  children,
  ...frame
}: Pick<DialogFrameProps, 'title' | 'onClose' | 'children'> & { readonly description?: ReactNode }) {
  return (
    <DialogFrame {...frame} centred className={styles.lightbox} isDescribed={description !== undefined}>
      <div className={styles.picture}>
        {children}
        {description === undefined ? null : (
          <Dialog.Description className={styles.caption}>{description}</Dialog.Description>
        )}
      </div>
    </DialogFrame>
  );
}

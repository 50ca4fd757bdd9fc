import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './sheet.module.css';

/** A {@link DialogFrame} at the bottom of a phone, and at the right of a wide screen. */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly closeLabel: string;
  readonly children: ReactNode;
}) {
  return (
    <DialogFrame
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      closeLabel={closeLabel}
      className={styles.sheet}
      isDescribed={description !== undefined}
    >
      {description === undefined ? null : (
        <Dialog.Description className={styles.description}>{description}</Dialog.Description>
      )}
      <div className={styles.body}>{children}</div>
    </DialogFrame>
  );
}

import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './lightbox.module.css';

/** A {@link DialogFrame} that shows its children as large as the screen allows, titled, with a description below. */
export function Lightbox({
  title,
  description,
  closeLabel,
  onClose,
  children,
}: {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <DialogFrame
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      closeLabel={closeLabel}
      centred
      className={styles.box}
      isDescribed={description !== undefined}
    >
      {children}
      {description === undefined ? null : (
        <Dialog.Description className={styles.description}>{description}</Dialog.Description>
      )}
    </DialogFrame>
  );
}

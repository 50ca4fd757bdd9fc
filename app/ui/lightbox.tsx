import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './lightbox.module.css';

/**
 * A {@link DialogFrame} that shows one thing as large as the screen allows, with its name above it and room for a line
 * below.
 */
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

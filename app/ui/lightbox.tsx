import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';
import styles from './lightbox.module.css';

/** A {@link DialogFrame} that shows its children as large as the screen allows, with a description below. */
export function Lightbox({
  description,
  onClose,
  children,
  ...frame
}: Pick<DialogFrameProps, 'title' | 'closeLabel' | 'children'> & {
  readonly description?: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <DialogFrame
      {...frame}
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      centred
      className={styles.box}
      isDescribed={description !== undefined}
    >
      <div className={styles.body}>
        {children}
        {description === undefined ? null : (
          <Dialog.Description className={styles.description}>{description}</Dialog.Description>
        )}
      </div>
    </DialogFrame>
  );
}

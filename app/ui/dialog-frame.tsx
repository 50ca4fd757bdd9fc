import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog-frame.module.css';
import { IconButton } from './icon-button.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/**
 * What a sheet and a lightbox have in common: the scrim, and on it a panel that is headed by a title and a close button.
 * Focus stays inside while it is open and returns to where it was; Escape, the scrim and the close button ask to close it.
 */
export function DialogFrame({
  open,
  onOpenChange,
  title,
  closeLabel,
  centred = false,
  className,
  isDescribed,
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly closeLabel: string;
  /** Stands in the middle of the screen; else `className` says where. */
  readonly centred?: boolean;
  readonly className: string | undefined;
  /** The children hold a `Dialog.Description`. */
  readonly isDescribed: boolean;
  readonly children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        {/* Radix warns unless told that a missing description is meant. */}
        <Dialog.Content
          className={classNames(styles.panel, centred && styles.centred, className)}
          {...returnFocus}
          {...(isDescribed ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={closeLabel} icon={<X size={20} aria-hidden />} />
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

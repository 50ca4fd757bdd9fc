import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './lightbox.module.css';
import { useReturnFocus } from './use-return-focus.ts';

/**
 * Shows one thing as large as the screen allows, with its name above it and room for a line below. Focus stays inside and
 * returns to where it was; Escape, a touch beside it and the close button ask to close it.
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
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        {/* Radix warns unless told that a missing description is meant. */}
        <Dialog.Content
          className={styles.box}
          {...returnFocus}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={closeLabel} icon={<X size={20} aria-hidden />} />
            </Dialog.Close>
          </header>
          {children}
          {description === undefined ? null : (
            <Dialog.Description className={styles.description}>{description}</Dialog.Description>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

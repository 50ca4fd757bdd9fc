import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './sheet.module.css';

/**
 * A dialog that rises from the bottom of a phone and stands at the right side of a wide screen. Focus stays inside while
 * it is open and returns to where it was; Escape, the scrim and the close button ask to close it.
 */
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
  const opener = useRef<Element | null>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        {/* Radix warns unless told that a missing description is meant. */}
        <Dialog.Content
          className={styles.sheet}
          onOpenAutoFocus={({ target }) => {
            opener.current = target instanceof Element ? target.ownerDocument.activeElement : null;
          }}
          onCloseAutoFocus={(event) => {
            // Radix gives focus back to its own trigger alone, and a sheet has none.
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={closeLabel} icon={<X size={20} aria-hidden />} />
            </Dialog.Close>
          </header>
          {description === undefined ? null : (
            <Dialog.Description className={styles.description}>{description}</Dialog.Description>
          )}
          <div className={styles.body}>{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

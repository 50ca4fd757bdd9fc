import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useBackCloses } from './back.ts';
import { classNames } from './class-names.ts';
import { strings } from './common-words.ts';
import styles from './dialog-frame.module.css';
import { IconButton } from './icon-button.tsx';

/** Props of {@link DialogFrame}. */
export interface DialogFrameProps {
  readonly open?: boolean;
  /** Called by Escape, the scrim, the close button and the browser's back button. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Centred on the screen; otherwise `className` positions it. */
  readonly centred?: boolean;
  readonly className: string | undefined;
  /** Whether the children contain a `Dialog.Description`. */
  readonly isDescribed: boolean;
  /** Called by keys, wherever in the dialog the focus is. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/**
 * The common part of a sheet and a lightbox: a scrim, and on it a panel with a title and a close button. Traps the
 * focus while open and restores it afterwards.
 */
export function DialogFrame({
  open = true,
  onClose,
  title,
  centred = false,
  className,
  isDescribed,
  onKeyDown,
  children,
}: DialogFrameProps) {
  const returnFocus = useReturnFocus();
  useBackCloses(open, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={() => onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        {/* Radix warns about a missing description unless `aria-describedby` is set. */}
        <Dialog.Content
          className={classNames(styles.panel, centred && styles.centred, className)}
          {...returnFocus}
          {...(onKeyDown === undefined ? {} : { onKeyDown })}
          {...(isDescribed ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={strings.app.close} icon={<X size={20} aria-hidden />} />
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Restores the focus when a Radix dialog without a trigger closes, to a control near its opener if that is gone, as after
 * its act. Spread the returned handlers on its content.
 */
export function useReturnFocus() {
  /** The opener and what it was in, innermost first. */
  const openers = useRef<Element[]>([]);
  return {
    onOpenAutoFocus: ({ target }: Event) => {
      openers.current = [];
      let at = target instanceof Element ? target.ownerDocument.activeElement : null;
      for (; at !== null && at !== at.ownerDocument.body; at = at.parentElement) openers.current.push(at);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const [opener, ...around] = openers.current;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      // Whoever removed the opener may have moved the focus on already.
      else if (document.activeElement === document.body) focusWithin(around);
    },
  };
}

/** Moves the focus to the first control that can have it, of the innermost of these elements with one. */
function focusWithin(elements: readonly Element[]): void {
  for (const element of elements) {
    for (const control of element.querySelectorAll<HTMLElement>('button:enabled, a[href]')) {
      control.focus({ preventScroll: true });
      // What is hidden, or gone itself, doesn't get it.
      if (document.activeElement === control) return;
    }
  }
}

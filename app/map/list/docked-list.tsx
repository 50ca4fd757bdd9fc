import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { strings } from '../../ui/common-words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { mapStrings } from '../map-words.ts';
import styles from './docked-list.module.css';

/** The frame of the list beside the map. Takes the focus when it opens, and returns it when it closes with it. */
export function DockedList({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A layout effect, because its cleanup runs while the panel still exists.
  useLayoutEffect(() => {
    const shown = panel.current;
    const opener = shown?.ownerDocument.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      const hasFocus = shown?.contains(shown.ownerDocument.activeElement) === true;
      if (hasFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside ref={panel} className={styles.dock} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
          {mapStrings.placeList}
        </h2>
        <IconButton label={strings.app.close} icon={<X size={20} aria-hidden />} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

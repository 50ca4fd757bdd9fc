import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from './back.ts';
import { strings } from './common-words.ts';
import styles from './docked-panel.module.css';
import { IconButton } from './icon-button.tsx';
import layout from './layout.module.css';

/**
 * A panel at the left of the map, which leaves it `--dock-width`. Takes the focus when it opens, and returns it when it closes
 * with it.
 */
export function DockedPanel({
  title,
  lang,
  foot,
  closesOnBack = false,
  isCovered = false,
  onClose,
  children,
}: {
  readonly title: string;
  /** Language of the title, if it is not the page's. */
  readonly lang?: string | undefined;
  /** Stays at the bottom while the rest scrolls. */
  readonly foot?: ReactNode;
  readonly closesOnBack?: boolean;
  /** Another panel lies over it. */
  readonly isCovered?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useBackCloses(closesOnBack, onClose);
  // A layout effect, because its cleanup runs while the panel still exists.
  useLayoutEffect(() => {
    const shown = panel.current;
    const opener = shown?.ownerDocument.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      const hasFocus = shown?.contains(shown.ownerDocument.activeElement) === true;
      if (!hasFocus || !(opener instanceof HTMLElement)) return;
      opener.focus({ preventScroll: true });
      // The opener may be in a panel that this one has covered until now.
      queueMicrotask(() => {
        const { activeElement, body } = opener.ownerDocument;
        if (activeElement === null || activeElement === body) opener.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <aside ref={panel} className={styles.dock} aria-labelledby={titleId} inert={isCovered}>
      <header className={styles.head}>
        <h2 ref={heading} id={titleId} tabIndex={-1} lang={lang} dir="auto" className={layout.grow}>
          {title}
        </h2>
        <IconButton label={strings.app.close} icon={<X size={20} aria-hidden />} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {foot === undefined ? null : <footer className={styles.foot}>{foot}</footer>}
    </aside>
  );
}

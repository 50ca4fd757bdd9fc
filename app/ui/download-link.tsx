import type { MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** A link that downloads a file, styled as a quiet button. */
export function DownloadLink({
  href,
  fileName,
  busy = false,
  icon,
  children,
  onClick,
}: {
  /** On our own origin: for others browsers ignore the name. */
  readonly href: string;
  readonly fileName: string;
  /** Shows a spinner and ignores clicks. */
  readonly busy?: boolean;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Takes the place of the download where it prevents the default. */
  readonly onClick: (event: MouseEvent) => void;
}) {
  return (
    <a
      href={href}
      download={fileName}
      className={classNames(styles.button, styles.quiet)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick(event);
      }}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </a>
  );
}

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
  /** On our own origin, because browsers ignore the name for other origins. */
  readonly href: string;
  readonly fileName: string;
  readonly busy?: boolean;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Replaces the download if it prevents the default. */
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

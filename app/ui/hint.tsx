import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import typography from './typography.module.css';

/** Small, soft text beside what it explains: a paragraph, or `inline` within one. */
export function Hint({
  id,
  inline = false,
  breaks = false,
  children,
}: {
  /** For `aria-describedby`. */
  readonly id?: string;
  readonly inline?: boolean;
  /** Breaks words that are longer than the line, such as addresses. */
  readonly breaks?: boolean;
  readonly children: ReactNode;
}) {
  const Tag = inline ? 'span' : 'p';
  return (
    <Tag id={id} className={classNames(typography.hint, breaks && typography.breaks)}>
      {children}
    </Tag>
  );
}

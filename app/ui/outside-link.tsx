import type { ReactNode } from 'react';
import { strings } from './common-words.ts';

/**
 * A link to a page of another site, in a tab of its own: the app, and what it plays, stay. Says so to those who can't
 * see it, and tells the other site nothing about the page it comes from.
 */
export function OutsideLink({ href, icon, className, children }: OutsideLinkProps) {
  const words = (
    <>
      {children}
      <span className="visually-hidden"> {strings.app.newTab}</span>
    </>
  );
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {icon}
      {icon === undefined ? words : <span>{words}</span>}
    </a>
  );
}

interface OutsideLinkProps {
  readonly href: string;
  /** Stands before the words, which then share one box. */
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

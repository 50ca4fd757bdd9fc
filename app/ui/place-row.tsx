import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './place-row.module.css';

/** Holds {@link PlaceRow}s, one below the other. */
export function PlaceRowList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** Props of {@link PlaceRow}; everything a `<button>` takes besides. `aria-current` marks the place that is selected. */
export interface PlaceRowProps extends Omit<ComponentProps<'button'>, 'name' | 'type' | 'className'> {
  /** A single icon of about 18 px, which gets the colour of places. */
  readonly icon: ReactNode;
  readonly name: string;
  /** Gives the row its height. */
  readonly className: string | undefined;
  /** What is said of it beside its name. */
  readonly children?: ReactNode;
}

/** A place in a list, which does something when it is tapped. */
export function PlaceRow({ icon, name, className, children, ...button }: PlaceRowProps) {
  return (
    <li>
      <button {...button} type="button" className={classNames(styles.row, className)}>
        {icon}
        <span className={styles.name}>{name}</span>
        {children}
      </button>
    </li>
  );
}

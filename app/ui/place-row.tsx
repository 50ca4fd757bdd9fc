import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './place-row.module.css';

/** A list of {@link PlaceRow}s. */
export function PlaceRowList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** Props of {@link PlaceRow}; also takes all props of a `<button>`. `aria-current` marks the selected place. */
interface PlaceRowProps extends Omit<ComponentProps<'button'>, 'name' | 'type' | 'className'> {
  /** An icon of about 18 px, in the colour of places. */
  readonly icon: ReactNode;
  readonly name: string;
  /** Language of the name, if it is not the page's. */
  readonly nameLang?: string | undefined;
  /** Below the name, smaller. */
  readonly detail?: ReactNode;
  /** Sets the height of the row. */
  readonly className: string | undefined;
  readonly children?: ReactNode;
  /** Another control, beside the button. */
  readonly beside?: ReactNode;
}

/** A place in a list, as a button. */
export function PlaceRow({ icon, name, nameLang, detail, className, children, beside, ...button }: PlaceRowProps) {
  return (
    <li className={styles.item}>
      <button {...button} type="button" className={classNames(styles.row, className)}>
        {icon}
        <span className={styles.words}>
          <span lang={nameLang} dir="auto" className={styles.name}>
            {name}
          </span>
          {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
        </span>
        {children}
      </button>
      {beside}
    </li>
  );
}

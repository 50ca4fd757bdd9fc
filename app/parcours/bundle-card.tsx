import { ChevronDown } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { offlineWords } from '../page/offline-words.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { English } from '../ui/english.tsx';
import styles from './parcours.module.css';
import { parcoursStrings } from './parcours-words.ts';

/** A bundle as a collapsible card: its name, its number of maps, and their rows. */
export function BundleCard({
  name,
  lang,
  description = '',
  count,
  menu,
  empty = <EmptyState title={<English>{parcoursStrings.empty}</English>} />,
  failure,
  children,
}: {
  readonly name: string;
  /** Language of the name, if it is not the page's. */
  readonly lang?: string;
  readonly description?: string;
  /** Number of maps; if 0, `empty` replaces the rows. Null if it could not be loaded. */
  readonly count: number | null;
  readonly menu?: ReactNode;
  readonly empty?: ReactNode;
  /** Shows that its maps could not be loaded; the rows may then be outdated. */
  readonly failure?: ReactNode;
  /** The rows, each an `<li>`. */
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(true);
  return (
    <Collapsible.Root asChild open={open} onOpenChange={setOpen}>
      <section className={styles.bundle} aria-label={name}>
        <div className={styles.bundleTop}>
          <Collapsible.Trigger className={styles.bundleHead}>
            <span className={styles.bundleName}>
              <span lang={lang}>{name}</span>
              {description === '' ? null : <span className={styles.bundleAbout}>{description}</span>}
            </span>
            <span lang={count === null ? undefined : 'en'} className={styles.count}>
              {count === null ? offlineWords.mapsUnknown : parcoursStrings.count(count)}
            </span>
            <ChevronDown size={20} className={styles.chevron} aria-hidden />
          </Collapsible.Trigger>
          {menu}
        </div>
        <Collapsible.Content>
          {failure === undefined ? null : <div className={styles.bundleFailure}>{failure}</div>}
          {count !== null && count > 0 ? (
            <ul className={styles.rows}>{children}</ul>
          ) : failure === undefined ? (
            empty
          ) : null}
        </Collapsible.Content>
      </section>
    </Collapsible.Root>
  );
}

import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './picture-gallery.module.css';
import { PictureViewer } from './picture-viewer.tsx';
import { picturesStrings as words } from './pictures-words.ts';
import { type DescribedPicture, ShownPicture } from './shown-picture.tsx';

/** How wide a picture is in the row, for the browser's choice of a file. */
const SIZES = '(min-width: 800px) 400px, 88vw';

/** The pictures of a place in a row that is swiped, each with its credit; a tap shows one as large as the screen. */
export function PictureGallery({ pictures }: { readonly pictures: readonly DescribedPicture[] }) {
  const [open, setOpen] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  const count = pictures.length;
  return (
    <section aria-label={words.label}>
      {/* Its swipes are not those of the panes. */}
      <ul className={classNames(styles.row, count === 1 && styles.single)} data-drag>
        {pictures.map((picture, index) => (
          <li key={picture.id} className={styles.item}>
            {/* Screen readers don't all take the caption for its name. */}
            <figure aria-label={picture.credit || undefined}>
              <button type="button" className={styles.open} onClick={() => setOpen(index)}>
                <span className="visually-hidden">{words.enlarge(index + 1, count)}</span>
                <ShownPicture picture={picture} sizes={SIZES} className={styles.picture} />
                {count > 1 && (
                  <span className={styles.position} aria-hidden>
                    {words.position(index + 1, count)}
                  </span>
                )}
              </button>
              {picture.credit !== '' && <figcaption className={styles.credit}>{picture.credit}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
      {open !== null && (
        <PictureViewer pictures={pictures} index={open} onIndex={setOpen} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

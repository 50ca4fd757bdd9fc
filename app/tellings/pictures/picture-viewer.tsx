import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSwipe } from '../../ui/use-swipe.ts';
import { writtenIn } from '../../ui/written-in.ts';
import styles from './picture-viewer.module.css';
import { picturesStrings as words } from './pictures-words.ts';
import { type DescribedPicture, ShownPicture } from './shown-picture.tsx';

const SWIPE_MIN_PX = 40;

/** One picture as large as the screen allows, with description and credit; the others by swipes, buttons and arrow keys. */
export function PictureViewer({
  pictures,
  index,
  onIndex,
  onClose,
}: {
  readonly pictures: readonly DescribedPicture[];
  readonly index: number;
  readonly onIndex: (index: number) => void;
  readonly onClose: () => void;
}) {
  const last = pictures.length - 1;
  const shown = Math.min(index, last);
  const go = (to: number): void => onIndex(Math.max(0, Math.min(last, to)));
  const swipe = useSwipe(SWIPE_MIN_PX, (direction) => go(shown + (direction === 'left' ? 1 : -1)));
  const handleKey = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to);
  };
  const picture = pictures[shown];
  if (picture === undefined) return null;
  const { description, credit } = picture;
  const caption = [description?.text ?? '', credit].filter((text) => text !== '').join(' ');
  const title = words.title(shown + 1, pictures.length);
  return (
    <DialogFrame title={title} onClose={onClose} onKeyDown={handleKey} className={styles.viewer} isDescribed={false}>
      <p role="status" className="visually-hidden">
        {title}
      </p>
      <figure className={styles.figure} aria-label={caption || undefined}>
        <div className={styles.stage} {...swipe}>
          <ShownPicture picture={picture} sizes="100vw" className={styles.picture} />
          {last > 0 && (
            <>
              <IconButton
                variant="floating"
                className={styles.previous}
                label={words.previous}
                icon={<ChevronLeft size={24} aria-hidden />}
                aria-disabled={shown === 0 || undefined}
                onClick={() => go(shown - 1)}
              />
              <IconButton
                variant="floating"
                className={styles.next}
                label={words.next}
                icon={<ChevronRight size={24} aria-hidden />}
                aria-disabled={shown === last || undefined}
                onClick={() => go(shown + 1)}
              />
            </>
          )}
        </div>
        <figcaption className={styles.words}>
          {description !== null && <p {...writtenIn(description.language)}>{description.text}</p>}
          {credit !== '' && <p className={styles.credit}>{credit}</p>}
        </figcaption>
      </figure>
    </DialogFrame>
  );
}

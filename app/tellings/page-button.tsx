import { BookOpenText } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { fallbackOf, hasPage } from '../../contracts/pick-telling.ts';
import type { Place } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { formatPlaceName } from '../places/place-words.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { openPage } from './open-page.ts';
import styles from './page-button.module.css';
import { picked } from './picked.ts';
import { describeFallback, tellingStrings as words } from './tellings-words.ts';
import { useDrafts } from './use-drafts.ts';

/**
 * A button that opens the page of a place. Renders nothing if the place has no page.
 *
 * @param isForLow it is only on low phones, where the {@link PageLine} leaves out its button
 */
export function PageButton({
  place: { id, appelation },
  isForLow = false,
}: {
  readonly place: Pick<Place, 'id' | 'appelation'>;
  readonly isForLow?: boolean;
}) {
  const said = useSnapshot(picked).byId.get(id);
  if (said === undefined || !hasPage(said)) return null;
  return (
    <IconButton
      label={words.open(formatPlaceName(appelation))}
      icon={<BookOpenText size={20} aria-hidden />}
      className={isForLow ? styles.onLow : undefined}
      aria-haspopup="dialog"
      onClick={() => openPage(id)}
    />
  );
}

/** A button to a place's page, for its authors with their drafts, and a note if its sound is in another language or version. Renders nothing without both. */
export function PageLine({ placeId }: { readonly placeId: PlaceId }) {
  useDrafts(placeId);
  const said = useSnapshot(picked).byId.get(placeId);
  if (said === undefined) return null;
  const fallback = fallbackOf(said, said.sound === null ? 'text' : 'sound');
  const isRead = hasPage(said);
  if (!isRead && fallback === null) return null;
  return (
    <div className={classNames(styles.line, fallback === null && styles.notOnLow)}>
      {isRead && (
        <Button
          variant="secondary"
          className={styles.notOnLow}
          icon={<BookOpenText size={20} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => openPage(placeId)}
        >
          {words.read}
        </Button>
      )}
      {fallback === null ? null : <span>{describeFallback(fallback)}</span>}
    </div>
  );
}
